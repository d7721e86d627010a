import { Client } from 'pg';
import { inject } from 'vitest';
import type { StoredCredential } from '../../../tools/n8n/stored.ts';
import { createOnServer } from '../../support/bot/postgresServers.ts';
import { startPglite } from '../pglite.ts';

/** What the examples name as their Postgres credential. */
export const POSTGRES = { id: 'database', name: 'Database' };

/** A database for examples to write to, on the server that there is or within this process. */
export async function openExampleDatabase() {
  const running = inject('postgresServer');
  const postgres = running === undefined ? await startPglite() : await createOnServer(running);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  return {
    client,
    credential: credentialOf(postgres.url),
    async close() {
      await client.end();
      await postgres.stop();
    },
  };
}

function credentialOf(url: string): StoredCredential {
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
