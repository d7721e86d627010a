import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from './sqlite.ts';

/** A copy was not made or not restored. The message says why and what to do. Existing files are unchanged. */
export class BackupError extends Error {}

/** Longer than the bot's own transactions take. */
const TIMEOUT_MS = 10_000;
/** SQLITE_CORRUPT */
const CORRUPT = 11;

export interface Copied {
  readonly bytes: number;
  /** Rows of the tables that cannot be read again from the service. */
  readonly subscriptions: number;
  readonly digests: number;
}

/**
 * Copies a SQLite file into a new one and checks the copy. A bot may be using the file.
 * @throws BackupError
 */
export function copyWhole(from: string, to: string): Copied {
  if (existsSync(to)) throw new BackupError(`${to} is there already. Give the name of a new file.`);
  try {
    const counts = copyFile(from, to, (copy) => requireSound(copy, from));
    return { bytes: statSync(to).size, ...counts };
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error;
    throw new BackupError(
      `The copy ${to} could not be written (${error.message}). Free space on that disk, let this user write there, or name another file.`,
    );
  }
}

/**
 * Records in a SQLite file when a copy of it was made, for the bot's metric. Does nothing for a file that no bot of
 * this version has opened yet, since it lacks the table.
 * @throws BackupError
 */
export function noteBackup(file: string, now: number): void {
  const source = new DatabaseSync(file);
  try {
    source.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
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
 * Copies a SQLite file, as of one moment, into one that only its owner can read. The copy gets its name only once it is
 * complete and `inspect` has accepted it.
 * @returns the result of `inspect`
 * @throws BackupError
 */
export function copyFile<Found>(from: string, to: string, inspect: (copy: string) => Found): Found {
  // A unique name: two bots that start at once on one file both copy it.
  const part = `${to}.${randomUUID()}.part`;
  removeAbandoned(dirname(to));
  try {
    vacuumInto(from, part);
    const found = inspect(part);
    renameSync(part, to);
    return found;
  } finally {
    for (const rest of ['', '-journal']) rmSync(`${part}${rest}`, { force: true });
  }
}

const PART = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.part(-journal)?$/;
/** A copy that is being made was written to a moment ago. */
const ABANDONED_MS = 60 * 60_000;

/** Removes what copies left in a folder whose process was killed. */
function removeAbandoned(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => PART.test(each))) {
    const part = join(folder, name);
    const state = statSync(part, { throwIfNoEntry: false });
    if (state !== undefined && Date.now() - state.mtimeMs > ABANDONED_MS) rmSync(part, { force: true });
  }
}

function vacuumInto(from: string, to: string): void {
  const source = openExisting(from);
  try {
    makePrivate(to);
    source.prepare('vacuum into ?').run(to);
  } catch (error) {
    const { errcode, message } = Object(error);
    throw errcode === CORRUPT ? damaged(from, message) : error;
  } finally {
    source.close();
  }
}

function openExisting(file: string): DatabaseSync {
  try {
    const source = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT_MS });
    source.prepare('select count(*) from sqlite_master').get();
    return source;
  } catch (error) {
    throw new BackupError(
      `There is no SQLite file at ${file} that can be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

/** Checks every page, index and reference of the copy. */
function requireSound(file: string, from: string): Omit<Copied, 'bytes'> {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const found = String(copy.prepare('pragma integrity_check(1)').get()?.integrity_check);
    if (found !== 'ok') throw damaged(from, found);
    const broken = copy.prepare('pragma foreign_key_check').get();
    if (broken !== undefined) throw damaged(from, 'a row refers to one that is gone');
    return { subscriptions: rowsIn(copy, 'digest_subscription'), digests: rowsIn(copy, 'digest_run') };
  } finally {
    copy.close();
  }
}

function damaged(file: string, how: string): BackupError {
  return new BackupError(`${file} is damaged (${how}). Keep an older backup, and restore it.`);
}

function rowsIn(file: DatabaseSync, table: string): number {
  try {
    return Number(file.prepare(`select count(*) as rows from ${table}`).get()?.rows);
  } catch {
    throw new BackupError('The file is no database of the bot. Name the one that DATABASE_URL names.');
  }
}
