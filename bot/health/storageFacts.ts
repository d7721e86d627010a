import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { type Database, isPostgres } from '../database/connection.ts';

/** Sizes of the database and its disk, in bytes; undefined if they can't be determined. */
export interface StorageFacts {
  readonly database: number | undefined;
  /** The write-ahead log of a SQLite file. */
  readonly wal: number | undefined;
  /** Free space on the disk of a SQLite file for the bot's user. */
  readonly diskFree: number | undefined;
}

/** Reads the sizes of a SQLite file from the file system, which works even if the database can't be read. */
export async function readStorageFacts(database: Database, databaseUrl: string): Promise<StorageFacts> {
  if (isPostgres(databaseUrl)) {
    const { rows } = await sql<{
      bytes: unknown;
    }>`select pg_database_size(current_database()) as bytes`.execute(database);
    return { database: Number(rows[0]?.bytes), wal: undefined, diskFree: undefined };
  }
  return {
    database: await bytesOf(databaseUrl),
    wal: await bytesOf(`${databaseUrl}-wal`),
    diskFree: await freeBytes(databaseUrl),
  };
}

/** A day's stock takes a few megabytes, twice while it is written. */
const LEAST_FREE_BYTES = 16 * 1024 ** 2;

/**
 * What is wrong if the disk of a SQLite file has no room for an import: a single row still fits into the write-ahead log
 * that is allocated. Undefined for a PostgreSQL, and if the room can't be determined.
 */
export async function lackOfRoom(databaseUrl: string): Promise<string | undefined> {
  if (isPostgres(databaseUrl)) return undefined;
  const free = await freeBytes(databaseUrl);
  if (free === undefined || free >= LEAST_FREE_BYTES) return undefined;
  const shown = `${Math.floor(free / 1024 ** 2)} MB free`;
  return `DATABASE_URL is the SQLite file ${databaseUrl}, but its disk is full (${shown}). Free space on its disk.`;
}

/** Free space on the disk of a SQLite file for the bot's user. */
async function freeBytes(file: string): Promise<number | undefined> {
  const disk = await statfs(dirname(file)).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}

/** When the database was last backed up, in milliseconds since 1970; undefined before the first time. */
export async function readBackedUpAt(database: Database): Promise<number | undefined> {
  const row = await database.selectFrom('backup_state').select('last_at').executeTakeFirst();
  return row?.last_at ?? undefined;
}

async function bytesOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.size;
}
