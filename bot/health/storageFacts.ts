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
  const disk = await statfs(dirname(databaseUrl)).catch(() => undefined);
  return {
    database: await bytesOf(databaseUrl),
    wal: await bytesOf(`${databaseUrl}-wal`),
    diskFree: disk && disk.bavail * disk.bsize,
  };
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
