import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
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
 * `main`: everything that must not be lost. `import`: sales, which can be read again. `read`: nothing is written, not even
 * the file is made or brought to another mode.
 */
export type Role = 'main' | 'import' | 'read';

/** A connection to a SQLite file, or to one in memory. */
export function connectSqlite(file: string, role: Role): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new WaitingDialect({ database: openSqlite(file, role) }) });
}

/** As long as others wait for the file. */
const RETRY_FOR_MS = 5_000;
/** An import writes for some milliseconds at a time: whoever waits for long waits for something else. */
const FIRST_RETRY_MS = 2;
const LONGEST_RETRY_MS = 20;

/**
 * SQLite's own wait for a file that another connection writes to stops the whole thread, for ever where the other one is
 * of the same thread, as in the process that imports. Here its wait is off: what is refused is tried again a little
 * later, and everything else in the process goes on, reading of the same connection included. Only a transaction has the
 * connection for itself.
 */
class WaitingDriver extends SqliteDriver {
  readonly #turns: Turns = { transaction: undefined };

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Use(await super.acquireConnection(), this.#turns);
  }

  /**
   * A transaction takes the right to write when it begins, and waits for it there. One that began by reading could not go
   * on to write after another connection did: SQLite refuses that at once, and to try again would be in vain.
   * A transaction that is declared to be read only takes nothing: it sees one moment, and holds nobody up.
   */
  override async beginTransaction(use: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const isReading = settings?.accessMode === 'read only';
    await ownUse(use).begin(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'));
  }

  /** After an error such as a full disk SQLite has ended the transaction itself: that error is what is to be told. */
  override async rollbackTransaction(use: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(use).catch(() => undefined);
  }

  override async releaseConnection(use?: DatabaseConnection): Promise<void> {
    if (use !== undefined) ownUse(use).end();
  }
}

interface Turns {
  /** Resolves when the transaction ends that is open; undefined while none is. */
  transaction: Promise<void> | undefined;
}

/** The connection as it is lent to somebody. */
class Use implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #turns: Turns;
  #endTransaction: (() => void) | undefined;

  constructor(connection: DatabaseConnection, turns: Turns) {
    this.#connection = connection;
    this.#turns = turns;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryOnBusy(async () => {
      // Between the last look and the statement nothing may be awaited: a transaction could begin there.
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

function ownUse(connection: DatabaseConnection): Use {
  if (connection instanceof Use) return connection;
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

/** SQLITE_BUSY: another connection writes. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

/** Kysely's SQLite with a driver that sees to it itself that the one connection is not used by two at once. */
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

/** Kysely would lend the connection to one at a time, also while that one waits for the file. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** How long the opening of a file waits for another process that writes to it. */
const OPENING_TIMEOUT_MS = 5_000;

/**
 * Full sync: a digest that is recorded as sent must still be so after a power cut; an import may lose its last days
 * then, whole, and reads them again. The log of changes is written back by the import, which nobody waits for, as long
 * as there is one: the others do so only when it has become long.
 */
const PRAGMAS: Readonly<Record<Role, string>> = {
  main: 'pragma synchronous = full; pragma wal_autocheckpoint = 16000;',
  import: 'pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma cache_size = -16000;',
  read: 'pragma cache_size = -16000;',
};

/** Statements that are kept as they were compiled. */
const KEPT_STATEMENTS = 60;

/** Node's own SQLite in the shape that Kysely's dialect asks for: nothing to compile on a fresh machine. */
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
      // Rows may still be read when the same text is executed again.
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

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

/**
 * It holds a supplier's figures and what people asked: nobody but its owner may read it. SQLite gives the files that it
 * makes beside it the same mode. The file is never opened here where it exists: to close it would end SQLite's locks.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', OWNER_ALONE));
  } catch {
    // It exists, or it cannot be made: SQLite says what is wrong with it.
  }
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    const state = statSync(part, { throwIfNoEntry: false });
    if (state?.isFile() !== true || (state.mode & OTHERS) === 0) continue;
    try {
      chmodSync(part, state.mode & ~OTHERS);
    } catch {
      // Its owner is somebody else, who decides who reads it.
    }
  }
}

/** Another program, such as a bot that runs, has the file open. */
export class FileInUseError extends Error {
  constructor(file: string) {
    super(`A bot, or another program, has ${file} open. End it first.`);
    this.name = 'FileInUseError';
  }
}

/**
 * The file for this connection alone: nobody else reads or writes it until it is closed.
 * @throws FileInUseError
 */
export function openAlone(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file);
  try {
    // Whoever has a file with a log of changes open holds a lock on it, also when nothing is read or written.
    sqlite.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive; commit;');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw isBusy(error) ? new FileInUseError(file) : error;
  }
}

/** A file that nobody else has open; one that is damaged or no database too. @throws FileInUseError */
export function requireUnused(file: string): void {
  try {
    openAlone(file).close();
  } catch (error) {
    if (error instanceof FileInUseError) throw error;
  }
}

/** One byte is written: a file that can only be read is told now, and not by the first sale that is lost. */
export async function requireWritable(database: Kysely<Schema>): Promise<void> {
  try {
    await sql`pragma user_version = 0`.execute(database);
  } catch (error) {
    // Another process is writing to it, so it can be written.
    if (!isBusy(error)) throw error;
  }
}
