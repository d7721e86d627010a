import { Kysely, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { Pool, types } from 'pg';
import type { Schema } from './schema.ts';

/** Whole numbers of 64 bits and sums of them; all of the bot's are within what a JavaScript number holds exactly. */
const WIDE_TYPES: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
/** A server that does not answer is a failure to tell, not a reason to wait for ever. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A pool of so many connections at most to a PostgreSQL, given as postgres://user:password@host/database. `onLost` is told
 * of each that ends by an error or cannot be opened; the next query connects again.
 */
export function connectPostgres(
  url: string,
  connections: number,
  onLost: (error: unknown) => void,
): Kysely<Schema> {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // One stays open, so that a server that goes is noticed also when nobody asks it anything.
    min: 1,
    types: {
      getTypeParser: (type, format) => (WIDE_TYPES.has(type) ? Number : types.getTypeParser(type, format)),
    },
  });
  // Each connection is listened to by itself: the pool tells only of those that wait in it, and an error that nobody
  // listens to would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', onLost));
  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      onLost(error);
      throw error;
    }
  };
  return new Kysely<Schema>({
    dialect: new TellingDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  });
}

/** A connection that was lost in a transaction cannot roll it back either: its loss is what is to be told. */
class TellingDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    // The driver has marked the connection: it is closed and does not go back to the pool.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class TellingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new TellingDriver(this.#config);
  }
}
