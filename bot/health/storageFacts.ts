import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { type Database, isPostgres } from '../database/connection.ts';

/** How much room the database takes, in bytes. What nobody here can tell is undefined. */
export interface StorageFacts {
  readonly database: number | undefined;
  /** The log of changes beside a SQLite file. */
  readonly wal: number | undefined;
  /** On the disk of a SQLite file, for whoever writes it. */
  readonly diskFree: number | undefined;
}

/** A SQLite file is looked at from outside: the answer comes also when the database cannot be read. */
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
