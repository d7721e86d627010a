import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { PostgresServer } from '../support/bot/postgresServers.ts';

/** PostgreSQL compiled to WebAssembly: there on every machine, one statement or transaction at a time. */
export async function startPglite(): Promise<PostgresServer> {
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
  await server.start();
  return {
    url: `postgres://postgres@${server.getServerConn()}/postgres`,
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}
