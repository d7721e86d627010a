import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivate } from './sqlite.ts';

/** A copy was not made, or is not put back; the message says why and what to do. What was there before is there still. */
export class BackupError extends Error {}

/** So much is copied in one go; a copy begins anew when the bot writes in between. */
const PAGES_AT_ONCE = 20_000;

export interface Copied {
  readonly bytes: number;
  /** Rows of the tables that cannot be read again from the service. */
  readonly subscriptions: number;
  readonly digests: number;
}

/**
 * Copies a SQLite file, also while a bot runs on it, into a new one for its owner alone. The copy has its name only once
 * it is whole and SQLite has found nothing wrong with it.
 * @throws BackupError
 */
export async function copyWhole(from: string, to: string): Promise<Copied> {
  if (existsSync(to)) throw new BackupError(`${to} is there already. Give the name of a new file.`);
  const part = `${to}.part`;
  rmSync(part, { force: true });
  try {
    const source = openExisting(from);
    try {
      makePrivate(part);
      await backup(source, part, { rate: PAGES_AT_ONCE });
    } finally {
      source.close();
    }
    const copied = requireSound(part, from);
    renameSync(part, to);
    return copied;
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(`${part}${rest}`, { force: true });
  }
}

function openExisting(file: string): DatabaseSync {
  try {
    const source = new DatabaseSync(file, { readOnly: true });
    source.prepare('select count(*) from sqlite_master').get();
    return source;
  } catch (error) {
    throw new BackupError(
      `There is no SQLite file at ${file} that can be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

/** Every page and index is looked at, and every reference. */
function requireSound(file: string, name: string): Copied {
  const copy = new DatabaseSync(file);
  try {
    const [found] = copy.prepare('pragma integrity_check(1)').all();
    const broken = copy.prepare('pragma foreign_key_check').get();
    if (found?.integrity_check !== 'ok' || broken !== undefined) {
      throw new BackupError(
        `${name} is damaged (${broken === undefined ? String(found?.integrity_check) : 'a row refers to one that is gone'}). Keep an older backup, and restore it.`,
      );
    }
    // The copy is one file, with nothing beside it.
    copy.exec('pragma journal_mode = delete');
    return {
      bytes: statSync(file).size,
      subscriptions: rowsIn(copy, 'digest_subscription'),
      digests: rowsIn(copy, 'digest_run'),
    };
  } finally {
    copy.close();
  }
}

function rowsIn(file: DatabaseSync, table: string): number {
  try {
    return Number(file.prepare(`select count(*) as rows from ${table}`).get()?.rows);
  } catch {
    throw new BackupError('The file is no database of the bot. Name the one that DATABASE_URL names.');
  }
}
