import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Schema } from './schema.ts';

export interface PostgresOptions {
  /** Connections at most. */
  readonly connections: number;
  /** Told when a connection that nobody uses is lost: without it the process would end. The next query connects again. */
  readonly onLost: (error: Error) => void;
}

/** Whole numbers of 64 bits and sums of them; all of the bot's are within what a JavaScript number holds exactly. */
const WIDE_TYPES: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
/** A server that does not answer is a failure to tell, not a reason to wait for ever. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A pool of connections to a PostgreSQL, given as postgres://user:password@host/database. */
export function connectPostgres(url: string, options: PostgresOptions): Kysely<Schema> {
  const pool = new Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: {
      getTypeParser: (type, format) => (WIDE_TYPES.has(type) ? Number : types.getTypeParser(type, format)),
    },
  });
  pool.on('error', options.onLost);
  // The pool listens to connections that wait in it only: one lost in the middle of a query would end the process,
  // although the query fails with that error itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
