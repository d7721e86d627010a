import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivate } from './sqlite.ts';

/** A copy was not made, or is not put back; the message says why and what to do. What was there before is there still. */
export class BackupError extends Error {}

/** So much is copied in one go; a copy begins anew when the bot writes in between. */
const PAGES_AT_ONCE = 20_000;
/** Longer than the bot's own transactions take. */
const NOTE_TIMEOUT_MS = 10_000;

export interface Copied {
  readonly bytes: number;
  /** Rows of the tables that cannot be read again from the service. */
  readonly subscriptions: number;
  readonly digests: number;
}

/**
 * Copies a SQLite file, also while a bot runs on it, into a new one that SQLite has found nothing wrong with.
 * @throws BackupError
 */
export async function copyWhole(from: string, to: string): Promise<Copied> {
  if (existsSync(to)) throw new BackupError(`${to} is there already. Give the name of a new file.`);
  const counts = await copyFile(from, to, (copy) => requireSound(copy, from));
  return { bytes: statSync(to).size, ...counts };
}

/**
 * Leaves in a SQLite file that a copy of it was made, for the metric of the bot on it. A file that no bot of this version
 * has opened yet has no place for that. @throws BackupError
 */
export function noteBackup(file: string, now: number): void {
  const source = new DatabaseSync(file);
  try {
    source.exec(`pragma busy_timeout = ${NOTE_TIMEOUT_MS}`);
    const table = source.prepare("select name from sqlite_master where name = 'backup_state'").get();
    if (table !== undefined) source.prepare('update backup_state set last_at = ?').run(now);
  } catch (error) {
    throw new BackupError(
      `The copy is whole, but the time of it could not be noted in ${file} (${error instanceof Error ? error.message : String(error)}). Run this as the user of the bot.`,
    );
  } finally {
    source.close();
  }
}

/**
 * Copies a SQLite file into another one for its owner alone, which has its name only once it is whole and `inspect` has
 * let it pass. Gives what `inspect` gives.
 * @throws BackupError when there is nothing to copy
 */
export async function copyFile<Found>(
  from: string,
  to: string,
  inspect: (copy: DatabaseSync) => Found,
): Promise<Found> {
  // A name of its own: two bots that begin at once on one file both copy it.
  const part = `${to}.${randomUUID()}.part`;
  try {
    const source = openExisting(from);
    try {
      makePrivate(part);
      await backup(source, part, { rate: PAGES_AT_ONCE });
    } finally {
      source.close();
    }
    const found = inspected(part, inspect);
    renameSync(part, to);
    return found;
  } finally {
    removeFile(part);
  }
}

/** With what SQLite keeps beside a file that is being written. */
function removeFile(file: string): void {
  for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
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

function inspected<Found>(file: string, inspect: (copy: DatabaseSync) => Found): Found {
  const copy = new DatabaseSync(file);
  try {
    const found = inspect(copy);
    // The copy is one file, with nothing beside it.
    copy.exec('pragma journal_mode = delete');
    return found;
  } finally {
    copy.close();
  }
}

/** Every page and index is looked at, and every reference. */
function requireSound(copy: DatabaseSync, name: string): Omit<Copied, 'bytes'> {
  const [found] = copy.prepare('pragma integrity_check(1)').all();
  const broken = copy.prepare('pragma foreign_key_check').get();
  if (found?.integrity_check !== 'ok' || broken !== undefined) {
    throw new BackupError(
      `${name} is damaged (${broken === undefined ? String(found?.integrity_check) : 'a row refers to one that is gone'}). Keep an older backup, and restore it.`,
    );
  }
  return { subscriptions: rowsIn(copy, 'digest_subscription'), digests: rowsIn(copy, 'digest_run') };
}

function rowsIn(file: DatabaseSync, table: string): number {
  try {
    return Number(file.prepare(`select count(*) as rows from ${table}`).get()?.rows);
  } catch {
    throw new BackupError('The file is no database of the bot. Name the one that DATABASE_URL names.');
  }
}
