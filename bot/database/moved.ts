import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { typedAs } from '../text/typedAs.ts';
import { DatabaseOpeningError } from './openingError.ts';
import type { Schema } from './schema.ts';

/**
 * A table that only a moved SQLite file has. A bot that kept using such a file would send each digest a second time.
 */
const MARK = 'moved_to';

/** Marks the file as moved to `place`, which must not include user or password. */
export function markMoved(file: DatabaseSync, place: string, at: Date): void {
  file.exec(`create table ${MARK} (place text not null, moved_at text not null)`);
  file.prepare(`insert into ${MARK} values (?, ?)`).run(place, at.toISOString());
}

/** @throws DatabaseOpeningError when the content of the file was moved elsewhere */
export async function requireNotMoved(
  database: Kysely<Schema>,
  file: string,
  setting: string,
): Promise<void> {
  if (!(await isMarked(database))) return;
  const { rows } = await sql<{
    place: string;
    moved_at: string;
  }>`select place, moved_at from ${sql.table(MARK)}`.execute(database);
  const { place = 'another database', moved_at: at = '' } = rows[0] ?? {};
  throw new DatabaseOpeningError(
    `${setting} is the SQLite file ${file}, but all of it was moved to the ${place} on ${at.slice(0, 10)}. Set ${setting} to that one. Should the file count again, run ${typedAs('restore', `--from ${file}`)} first.`,
    undefined,
  );
}

/** Removes the mark, so that the file can be used again. */
export async function forgetMove(database: Kysely<Schema>): Promise<void> {
  await sql`drop table if exists ${sql.table(MARK)}`.execute(database);
}

async function isMarked(database: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${MARK}`.execute(
    database,
  );
  return rows.length > 0;
}
