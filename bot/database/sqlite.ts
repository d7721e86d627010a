import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from './schema.ts';

/**
 * `main` writes what must not be lost. `import` writes sales, which can be fetched again. `read` writes nothing: it
 * creates no file and changes no journal mode.
 */
export type Role = 'main' | 'import' | 'read';

/** Opens a SQLite file, or `:memory:`. */
export function sqliteDialect(file: string, role: Role): Dialect {
  return new WaitingDialect({ database: openSqlite(file, role) });
}

/** How long a statement is retried while another connection writes. */
const RETRY_FOR_MS = 5_000;
/** Retry pauses start short: an import writes for a few milliseconds at a time. */
const FIRST_RETRY_MS = 2;
const LONGEST_RETRY_MS = 20;

/**
 * SQLite's own busy timeout blocks the whole thread. If the writer is another connection of the same thread, as in the
 * import process, it blocks forever. So the timeout is 0, and a busy statement is retried after a pause while the
 * process, including reads on this connection, continues. Only a transaction has the connection for itself.
 */
class WaitingDriver extends SqliteDriver {
  readonly #turns: Turns = { transaction: undefined };

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LentConnection(await super.acquireConnection(), this.#turns);
  }

  /**
   * Takes the write lock with `begin immediate`, and retries until it has it. A transaction that began by reading can't
   * start to write after another connection did: SQLite refuses that at once, and a retry can't succeed. A read-only
   * transaction takes no lock: it sees one snapshot and blocks nobody.
   */
  override async beginTransaction(use: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const isReading = settings?.accessMode === 'read only';
    await lentConnection(use).begin(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'));
  }

  /**
   * After an error such as a full disk, SQLite has already rolled back. Ignored, so that the first error is reported.
   */
  override async rollbackTransaction(use: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(use).catch(() => undefined);
  }

  override async releaseConnection(use?: DatabaseConnection): Promise<void> {
    if (use !== undefined) lentConnection(use).end();
  }
}

interface Turns {
  /** Resolves when the open transaction ends; undefined while none is open. */
  transaction: Promise<void> | undefined;
}

/** The one connection, as lent to one caller. */
class LentConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #turns: Turns;
  #endTransaction: (() => void) | undefined;

  constructor(connection: DatabaseConnection, turns: Turns) {
    this.#connection = connection;
    this.#turns = turns;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryOnBusy(async () => {
      // No await between this check and the statement: a transaction could begin in between.
      while (this.#endTransaction === undefined && this.#turns.transaction !== undefined)
        await this.#turns.transaction;
      return this.#connection.executeQuery<Row>(query);
    });
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }

  async begin(query: CompiledQuery): Promise<void> {
    await retryOnBusy(async () => {
      while (this.#turns.transaction !== undefined) await this.#turns.transaction;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#turns.transaction = promise;
      this.#endTransaction = () => {
        this.#turns.transaction = undefined;
        resolve();
      };
      try {
        await this.#connection.executeQuery(query);
      } catch (error) {
        this.end();
        throw error;
      }
    });
  }

  end(): void {
    this.#endTransaction?.();
    this.#endTransaction = undefined;
  }
}

function lentConnection(connection: DatabaseConnection): LentConnection {
  if (connection instanceof LentConnection) return connection;
  throw new TypeError('a connection comes back that was not lent');
}

async function retryOnBusy<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let waited = 0, pause = FIRST_RETRY_MS; ; waited += pause) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || waited >= RETRY_FOR_MS) throw error;
    }
    pause = Math.min(FIRST_RETRY_MS + waited / 50, LONGEST_RETRY_MS);
    await delay(pause);
  }
}

/** SQLITE_BUSY: another connection is writing. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

/** Kysely's SQLite dialect with a driver that guards the single connection itself. */
class WaitingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new SharedConnectionAdapter();
  }
}

/** Without this, Kysely lends the connection to one caller at a time, even while that caller waits for the file. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** How long opening a file waits for another process that is writing to it. */
const OPENING_TIMEOUT_MS = 5_000;

/**
 * `main` syncs fully: a digest recorded as sent must still be recorded after a power cut. An import may lose its last
 * days then, each as a whole, and fetches them again. `import` checkpoints the write-ahead log early, because nobody
 * waits for it; `main` does so only when the log is long.
 */
const PRAGMAS: Readonly<Record<Role, string>> = {
  main: 'pragma synchronous = full; pragma wal_autocheckpoint = 16000;',
  import: 'pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma cache_size = -16000;',
  read: 'pragma cache_size = -16000;',
};

/** How many prepared statements stay cached. */
const KEPT_STATEMENTS = 60;

/** Node's built-in SQLite as the interface that Kysely's dialect expects. It needs no native build. */
function openSqlite(file: string, role: Role): SqliteDatabase {
  const isReading = role === 'read';
  const sqlite = new DatabaseSync(file, { readOnly: isReading });
  const mode = isReading ? '' : 'pragma journal_mode = wal;';
  sqlite.exec(
    `pragma busy_timeout = ${OPENING_TIMEOUT_MS}; ${mode} pragma foreign_keys = on; ${PRAGMAS[role]}`,
  );
  sqlite.exec('pragma busy_timeout = 0');
  const prepared = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  const prepare = (text: string): SqliteStatement => {
    const statement = sqlite.prepare(text);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...inputs(parameters)),
      run: (parameters) => statement.run(...inputs(parameters)),
      // A new statement for each iteration: the same text may be executed while rows are still being read.
      iterate: (parameters) => sqlite.prepare(text).iterate(...inputs(parameters)),
    };
  };
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const statement = prepared.get(text) ?? prepare(text);
      prepared.set(text, statement);
      return statement;
    },
  };
}

function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint'
    ) {
      return value;
    }
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`SQLite takes no value of type ${typeof value}`);
  });
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Lets only the owner read the file: it stores a supplier's data and what people asked. SQLite creates the -wal and
 * -shm files with the same mode. An existing file isn't opened here: closing it would release SQLite's locks.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // The file exists, or can't be created; then SQLite reports why.
  }
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    const state = statSync(part, { throwIfNoEntry: false });
    if (state?.isFile() !== true || (state.mode & OTHERS) === 0) continue;
    try {
      chmodSync(part, state.mode & ~OTHERS);
    } catch {
      // Another user owns the file and decides who reads it.
    }
  }
}

/** Another program, such as a running bot, has the file open. */
export class FileInUseError extends Error {
  constructor(file: string) {
    super(`A bot, or another program, has ${file} open. End it first.`);
    this.name = 'FileInUseError';
  }
}

/**
 * Opens the file exclusively: nobody else can read or write it until it is closed.
 * @throws FileInUseError
 */
export function openAlone(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file);
  try {
    // Every connection to a file with a write-ahead log has a lock on it, even while idle.
    sqlite.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive; commit;');
    // Closing doesn't empty the log of a file whose last program was killed.
    sqlite.exec('pragma wal_checkpoint(truncate)');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw isBusy(error) ? new FileInUseError(file) : error;
  }
}

/**
 * Checks that nobody else has the file open. Passes for a damaged file and for one that isn't a database.
 * @throws FileInUseError
 */
export function requireUnused(file: string): void {
  try {
    openAlone(file).close();
  } catch (error) {
    if (error instanceof FileInUseError) throw error;
  }
}

/** Writes one byte, so that a read-only file is reported at startup and not at the first lost sale. */
export async function requireWritable(database: Kysely<Schema>): Promise<void> {
  try {
    await sql`pragma user_version = 0`.execute(database);
  } catch (error) {
    // Busy means that another process is writing, so the file is writable.
    if (!isBusy(error)) throw error;
  }
}
