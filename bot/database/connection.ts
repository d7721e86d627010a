import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import { dialectOf } from './dialect.ts';
import { WritingDriver } from './immediateTransactions.ts';
import { migrate } from './migrations.ts';
import { fileOpeningError, postgresOpeningError } from './openingError.ts';
import { isBusy, PatientDriver } from './retryOnBusy.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/** How long a connection stands still while another one writes. */
const BUSY_TIMEOUT_MS = 5_000;

export interface OpenOptions {
  /** Told when PostgreSQL ends a connection that nobody uses. */
  readonly onLost?: (error: Error) => void;
  /** Connections to PostgreSQL at most; 8 when not set. */
  readonly connections?: number;
  /** What the connection is for; `main` when not set. */
  readonly role?: Role;
  /** What names the place, for errors about it; DATABASE_URL when not set. */
  readonly setting?: string;
}

/**
 * `main`: everything that must not be lost. `note`: what may be lost with the last moment before a power cut, and is
 * written while somebody waits. `import`: sales, which can be read again. `read`: nothing is written.
 */
export type Role = 'main' | 'note' | 'import' | 'read';

export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

function isFile(place: string): boolean {
  return !isPostgres(place) && place !== ':memory:';
}

/**
 * Opens the SQLite file, creating it and its folder if need be, or the PostgreSQL at a postgres:// address, and brings
 * it to the newest schema.
 * @throws DatabaseOpeningError
 */
export async function openDatabase(place: string, options: OpenOptions = {}): Promise<Database> {
  const setting = options.setting ?? 'DATABASE_URL';
  let database: Database | undefined;
  try {
    if (isFile(place)) makePrivate(place);
    database = await connectDatabase(place, options);
    await migrate(database);
    if (!isPostgres(place)) await requireWritable(database);
    return database;
  } catch (error) {
    await database?.destroy();
    throw isPostgres(place)
      ? postgresOpeningError(error, place, setting)
      : fileOpeningError(error, place, setting);
  }
}

/** A further connection to a database that is at the newest schema already. */
export async function connectDatabase(place: string, options: OpenOptions = {}): Promise<Database> {
  if (isPostgres(place)) {
    const { connectPostgres } = await import('./postgres.ts');
    return connectPostgres(place, { connections: 8, onLost: () => {}, ...options });
  }
  const role = options.role ?? 'main';
  const config = { database: openSqlite(place, role) };
  return new Kysely<Schema>({ dialect: new RoleDialect(role, config) });
}

const DRIVERS: Readonly<Record<Role, typeof SqliteDriver>> = {
  main: WritingDriver,
  note: PatientDriver,
  import: WritingDriver,
  read: SqliteDriver,
};

/** Kysely's SQLite with the driver that the role of a connection asks for. */
class RoleDialect extends SqliteDialect {
  readonly #role: Role;
  readonly #config: SqliteDialectConfig;

  constructor(role: Role, config: SqliteDialectConfig) {
    super(config);
    this.#role = role;
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new DRIVERS[this.#role](this.#config);
  }
}

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

/**
 * It holds a supplier's figures and what people asked: nobody but its owner may read it. SQLite gives the files that it
 * makes beside it the same mode. The file is never opened here where it exists: to close it would end SQLite's locks.
 */
function makePrivate(file: string): void {
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

/**
 * Writes the log of changes back, as far as nobody reads older ones, so that a copy of the file alone has what was
 * imported. Holds nobody up.
 */
export async function checkpoint(database: Database): Promise<void> {
  if (dialectOf(database) === 'sqlite') await sql`pragma wal_checkpoint(passive)`.execute(database);
}

/** Ends a connection through which much was written. */
export async function closeWritten(database: Database): Promise<void> {
  try {
    await checkpoint(database);
  } finally {
    await database.destroy();
  }
}

/** One byte is written: a file that can only be read is told now, and not by the first sale that is lost. */
async function requireWritable(database: Database): Promise<void> {
  try {
    await sql`pragma busy_timeout = 0`.execute(database);
    await sql`pragma user_version = 0`.execute(database);
  } catch (error) {
    // Another process is writing to it, so it can be written.
    if (!isBusy(error)) throw error;
  } finally {
    await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(database);
  }
}

/**
 * A connection for short notes that are written while a person waits: it neither waits for the disk nor stands still
 * while an import writes, both of which take this thread tens of milliseconds with SQLite. The same database where it
 * is in memory or works elsewhere.
 */
export async function connectForNotes(
  database: Database,
  place: string,
): Promise<{ readonly notes: Database; close(): Promise<void> }> {
  if (!isFile(place)) return { notes: database, close: async () => {} };
  const notes = await connectDatabase(place, { role: 'note' });
  return { notes, close: () => notes.destroy() };
}

/**
 * Full sync: a digest that is recorded as sent must still be so after a power cut; an import may lose its last days
 * then, whole, and reads them again. The log of changes is written back by the import, which nobody waits for, as long
 * as there is one: the others do so only when it has become long.
 */
const PRAGMAS: Readonly<Record<Role, string>> = {
  main: 'pragma synchronous = full; pragma wal_autocheckpoint = 16000;',
  note: 'pragma busy_timeout = 0; pragma synchronous = normal; pragma wal_autocheckpoint = 16000; pragma cache_size = -500;',
  import: 'pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma cache_size = -16000;',
  read: 'pragma query_only = on; pragma cache_size = -16000;',
};

/** Node's own SQLite in the shape that Kysely's dialect asks for: nothing to compile on a fresh machine. */
function openSqlite(file: string, role: Role): SqliteDatabase {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(
    `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma journal_mode = wal; pragma foreign_keys = on; ${PRAGMAS[role]}`,
  );
  const prepared = new Map<string, SqliteStatement>();
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
      prepared.delete(text);
      prepared.set(text, statement);
      const [oldest] = prepared.keys();
      if (prepared.size > KEPT_STATEMENTS && oldest !== undefined) prepared.delete(oldest);
      return statement;
    },
  };
}

/** Statements that are kept as they were compiled. */
const KEPT_STATEMENTS = 60;

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
