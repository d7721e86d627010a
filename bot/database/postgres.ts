import {
  type Dialect,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { Pool, types } from 'pg';

/** 64-bit integers and their sums. All of the bot's values are exact as JavaScript numbers. */
const WIDE_TYPES: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
/** A server that doesn't answer must become an error instead of an endless wait. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a pool of at most `connections` connections to postgres://user:password@host/database. Calls `onLost` for each
 * that can't be opened or ends with an error. The next query connects again.
 */
export function postgresDialect(url: string, connections: number, onLost: (error: unknown) => void): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // One connection stays open, so that a lost server is noticed even without queries.
    min: 1,
    types: {
      getTypeParser: (type, format) => (WIDE_TYPES.has(type) ? Number : types.getTypeParser(type, format)),
    },
  });
  // Listen on each connection: the pool reports only errors of idle ones, and an unhandled 'error' event ends the
  // process.
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
  return new FirstErrorDialect({ pool: { options: pool.options, connect, end: () => pool.end() } });
}

/** A connection lost in a transaction can't roll it back either. Ignored, so that the first error is reported. */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    // The driver has marked the connection as broken, so it is closed and does not return to the pool.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Neither can it release the lock of the migrations, which ends with the connection. */
class FirstErrorAdapter extends PostgresAdapter {
  override async releaseMigrationLock(
    ...lock: Parameters<PostgresAdapter['releaseMigrationLock']>
  ): Promise<void> {
    await super.releaseMigrationLock(...lock).catch(() => undefined);
  }
}

class FirstErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): PostgresAdapter {
    return new FirstErrorAdapter();
  }

  override createDriver(): PostgresDriver {
    return new FirstErrorDriver(this.#config);
  }
}
