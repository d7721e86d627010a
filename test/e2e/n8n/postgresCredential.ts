import type { StoredCredential } from '../../../tools/n8n/stored.ts';

/** What the examples name as their Postgres credential. */
export const POSTGRES = { id: 'database', name: 'Database' };

export function postgresCredential(url: string): StoredCredential {
  const { hostname, port, pathname, username, password } = new URL(url);
  const data = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password,
    ssl: 'disable',
    maxConnections: 2,
  };
  return { ...POSTGRES, type: 'postgres', data };
}
