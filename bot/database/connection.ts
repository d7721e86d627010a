import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { copyFile } from './backup.ts';
import { dialectOf } from './dialect.ts';
import { type Migrations, migrate } from './migrations.ts';
import { requireNotMoved } from './moved.ts';
import { DatabaseOpeningError, fileOpeningError, placeOf, postgresOpeningError } from './openingError.ts';
import type { Schema } from './schema.ts';
import { connectSqlite, makePrivate, type Role, requireWritable } from './sqlite.ts';

export type Database = Kysely<Schema>;

export interface OpenOptions {
  /** Told of each connection to PostgreSQL that ends by an error or cannot be opened. */
  readonly onLost?: (error: unknown) => void;
  /** Connections to PostgreSQL at most; 8 when not set. */
  readonly connections?: number;
  /** What the connection is for; `main` when not set. */
  readonly role?: Role;
  /** What names the database, for errors about it; DATABASE_URL when not set. */
  readonly setting?: string;
  /** Others than the bot's own; for tests. */
  readonly migrations?: Migrations;
}

export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//i.test(databaseUrl);
}

function isFile(databaseUrl: string): boolean {
  return !isPostgres(databaseUrl) && databaseUrl !== ':memory:';
}

/** A SQLite file that opening would make anew. */
export function isMissingFile(databaseUrl: string): boolean {
  return isFile(databaseUrl) && !existsSync(databaseUrl);
}

/**
 * Opens the SQLite file, creating it and its folder if need be, or the PostgreSQL at a postgres:// address, and brings
 * it to the newest schema. A file that this changes is copied first, since older versions cannot read it afterwards.
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
    await database?.destroy();
    throw openingErrorOf(error, databaseUrl, setting);
  }
}

/** A copy that an earlier try left is whole, and of the same state: it stays. */
function copyBefore(migration: string, file: string): void {
  const copy = `${file}.before-${migration}`;
  if (!existsSync(copy)) copyFile(file, copy, () => undefined);
}

/**
 * Opens a database that exists, at whatever version it is, and changes nothing.
 * @throws DatabaseOpeningError
 */
export async function openForLooking(databaseUrl: string): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await connectDatabase(databaseUrl, { role: 'read', connections: 1 });
    // PostgreSQL connects, and SQLite reads the file, only when something is asked.
    await database.introspection.getTables();
    return database;
  } catch (error) {
    await database?.destroy();
    throw openingErrorOf(error, databaseUrl, 'DATABASE_URL');
  }
}

function openingErrorOf(error: unknown, databaseUrl: string, setting: string): unknown {
  return isPostgres(databaseUrl)
    ? postgresOpeningError(error, databaseUrl, setting)
    : fileOpeningError(error, databaseUrl, setting);
}

/** What to tell of an error of a database that is at work; undefined when it is none of the database. */
export function databaseFailure(error: unknown, databaseUrl: string): string | undefined {
  const told = openingErrorOf(error, databaseUrl, 'DATABASE_URL');
  return told instanceof DatabaseOpeningError ? told.message : undefined;
}

/** Host and name of a PostgreSQL, or the path of the file; never a password. */
export function databasePlace(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? `PostgreSQL ${placeOf(databaseUrl)}` : `SQLite file ${databaseUrl}`;
}

/** A further connection to a database that is at the newest schema already. */
export async function connectDatabase(
  databaseUrl: string,
  { role = 'main', connections = 8, onLost = () => {} }: OpenOptions = {},
): Promise<Database> {
  if (!isPostgres(databaseUrl)) return connectSqlite(databaseUrl, role);
  const { connectPostgres } = await import('./postgres.ts');
  return connectPostgres(databaseUrl, connections, onLost);
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
