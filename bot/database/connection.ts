import { existsSync } from 'node:fs';
import { type Dialect, Kysely, sql } from 'kysely';
import { BackupError, copyFile } from './backup.ts';
import { dialectOf } from './dialect.ts';
import { type Migrations, migrate } from './migrations.ts';
import { requireNotMoved } from './moved.ts';
import { DatabaseOpeningError, fileOpeningError, placeOf, postgresOpeningError } from './openingError.ts';
import type { Schema } from './schema.ts';
import { makePrivate, type Role, requireWritable, sqliteDialect } from './sqlite.ts';

export type Database = Kysely<Schema>;

export interface OpenOptions {
  /** Called for each connection to PostgreSQL that can't be opened or ends with an error. */
  readonly onLost?: (error: unknown) => void;
  /** Maximum number of connections to PostgreSQL; 8 when not set. */
  readonly connections?: number;
  /** What the connection is for; `main` when not set. */
  readonly role?: Role;
  /** The setting to name in errors; DATABASE_URL when not set. */
  readonly setting?: string;
  /** Replaces the bot's own migrations, for tests. */
  readonly migrations?: Migrations;
  /** Puts another dialect before the bot's own, as tests do that watch each statement. */
  readonly throughDialect?: ThroughDialect | undefined;
}

export type ThroughDialect = (own: Dialect) => Dialect;

export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//i.test(databaseUrl);
}

function isFile(databaseUrl: string): boolean {
  return !isPostgres(databaseUrl) && databaseUrl !== ':memory:';
}

/** True for a SQLite file that opening would create. */
export function isMissingFile(databaseUrl: string): boolean {
  return isFile(databaseUrl) && !existsSync(databaseUrl);
}

/**
 * Opens the SQLite file, creating it and its folder if necessary, or the PostgreSQL at a postgres:// address, and
 * migrates it to the latest schema. Copies a file before migrating it, since older versions can't read it afterwards.
 * @throws DatabaseOpeningError
 */
export async function openDatabase(databaseUrl: string, options: OpenOptions = {}): Promise<Database> {
  const setting = options.setting ?? 'DATABASE_URL';
  let database: Database | undefined;
  try {
    if (isFile(databaseUrl)) makePrivate(databaseUrl);
    database = await connectDatabase(databaseUrl, options);
    const { migrations } = options;
    if (isFile(databaseUrl)) {
      const file = database;
      await requireNotMoved(file, databaseUrl, setting);
      await migrate(file, { migrations, beforeChange: async (name) => copyBefore(name, databaseUrl) });
    } else await migrate(database, { migrations });
    if (!isPostgres(databaseUrl)) await requireWritable(database);
    return database;
  } catch (error) {
    await database?.destroy().catch(() => undefined);
    throw openingErrorOf(error, databaseUrl, setting);
  }
}

/** A copy from an earlier attempt is complete and of the same state, so it stays. */
function copyBefore(migration: string, file: string): void {
  const copy = `${file}.before-${migration}`;
  if (!existsSync(copy)) copyFile(file, copy, () => undefined);
}

/**
 * Opens an existing database of any version, and changes nothing.
 * @throws DatabaseOpeningError
 */
export async function openForLooking(databaseUrl: string): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await connectDatabase(databaseUrl, { role: 'read', connections: 1 });
    // Forces the connection: PostgreSQL connects, and SQLite reads the file, only with the first query.
    await database.introspection.getTables();
    return database;
  } catch (error) {
    await database?.destroy().catch(() => undefined);
    throw openingErrorOf(error, databaseUrl, 'DATABASE_URL');
  }
}

/**
 * What an error of the start means if it is one of the database: locked, read-only, full or away once it was open. `error`
 * itself if it isn't.
 */
export function startingError(error: unknown, databaseUrl: string): unknown {
  // In SQLite's case also a missing file of something else has a code.
  const isOfDatabase = isPostgres(databaseUrl) || Object(error).errcode !== undefined;
  return isOfDatabase ? openingErrorOf(error, databaseUrl, 'DATABASE_URL') : error;
}

function openingErrorOf(error: unknown, databaseUrl: string, setting: string): unknown {
  if (error instanceof BackupError) {
    const why = `${setting} is the ${databasePlace(databaseUrl)}, but no copy of it could be made before its tables change: ${error.message}`;
    return new DatabaseOpeningError(why, error);
  }
  return isPostgres(databaseUrl)
    ? postgresOpeningError(error, databaseUrl, setting)
    : fileOpeningError(error, databaseUrl, setting);
}

/** The message for an error of a database in use; undefined if the error isn't one of the database. */
export function databaseFailure(error: unknown, databaseUrl: string): string | undefined {
  const failure = openingErrorOf(error, databaseUrl, 'DATABASE_URL');
  return failure instanceof DatabaseOpeningError ? failure.message : undefined;
}

/** Host and name of a PostgreSQL, or the path of the file, without a password. */
export function databasePlace(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? `PostgreSQL ${placeOf(databaseUrl)}` : `SQLite file ${databaseUrl}`;
}

/** Opens another connection to a database that already has the latest schema. */
export async function connectDatabase(
  databaseUrl: string,
  { role = 'main', connections = 8, onLost = () => {}, throughDialect = (own) => own }: OpenOptions = {},
): Promise<Database> {
  const ownDialect = async () => {
    if (!isPostgres(databaseUrl)) return sqliteDialect(databaseUrl, role);
    const { postgresDialect } = await import('./postgres.ts');
    return postgresDialect(databaseUrl, connections, onLost);
  };
  return new Kysely<Schema>({ dialect: throughDialect(await ownDialect()) });
}

/**
 * Writes the write-ahead log back to the file as far as no reader needs older pages, so that a copy of the file has
 * what was imported. Blocks nobody.
 */
export async function checkpoint(database: Database): Promise<void> {
  if (dialectOf(database) === 'sqlite') await sql`pragma wal_checkpoint(passive)`.execute(database);
}

/** Checkpoints and closes a connection after an import. */
export async function closeWritten(database: Database): Promise<void> {
  try {
    await checkpoint(database);
  } finally {
    await database.destroy();
  }
}
