/** `npm run restore`: restores a copy of the database. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, copyWhole } from '../database/backup.ts';
import { connectDatabase, isPostgres, openDatabase } from '../database/connection.ts';
import { forgetMove } from '../database/moved.ts';
import { placeOf } from '../database/openingError.ts';
import { FileInUseError, requireUnused } from '../database/sqlite.ts';
import { runAndExit } from '../process/exit.ts';
import { loadEnvironmentFile } from '../settings/environmentFile.ts';
import { readDatabaseUrl } from '../settings/settings.ts';
import { typedAs } from '../text/typedAs.ts';

const HELP = `${typedAs('restore', '--from FILE')}

Stop the bot first. Puts a backup in the place of the SQLite file that DATABASE_URL names, and keeps that file beside it.
The backup gets the owner and mode of that file.
Digests that may have been sent since the backup are looked for in their channels before they are sent.

  --from FILE    the backup
  --help         prints this
`;

async function main(): Promise<void> {
  const { from, help } = parseArgs({
    options: { from: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
  if (help === true) return say(HELP);
  loadEnvironmentFile();
  if (from === undefined) throw new BackupError(HELP.trimEnd());
  const database = readDatabaseUrl(process.env);
  if (isPostgres(database)) {
    throw new BackupError(
      `DATABASE_URL is the PostgreSQL ${placeOf(database)}. Restore the copy with pg_restore --clean --if-exists --dbname=postgres://USER@${placeOf(database)} FILE, while no bot uses it.`,
    );
  }
  const previous = await replaceFile(from, database);
  say(
    `Restored ${from} to ${database}.${previous === undefined ? '' : ` The previous file was saved as ${previous}.`} Start the bot: it checks the channels for digests that were due before it posts them.\n`,
  );
}

/** Replaces the file. Returns the new path of the previous file; undefined if there was none. */
async function replaceFile(from: string, file: string): Promise<string | undefined> {
  const isThere = existsSync(file);
  if (isThere) requireUnused(file);
  // A separate folder, because SQLite and a migration create more files next to the copy.
  const folder = `${file}.restoring`;
  const copy = join(folder, 'copy.sqlite');
  rmSync(folder, { recursive: true, force: true });
  try {
    copyWhole(from, copy);
    const opened = await connectDatabase(copy);
    await forgetMove(opened).finally(() => opened.destroy());
    // A copy from a newer version is refused here, before anything is replaced.
    await (await openDatabase(copy)).destroy();
    const previous = `${file}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    if (isThere) {
      requireUnused(file);
      keepOwner(file, copy);
    }
    // The old file stays in its place until the new one takes it: without a file, a bot would start with an empty one.
    if (isThere) keepAs(file, previous);
    // The old write-ahead log, even one without its file, would damage the new file. `requireUnused` has emptied it.
    for (const part of ['-wal', '-shm']) {
      if (existsSync(file + part)) renameSync(file + part, previous + part);
    }
    renameSync(copy, file);
    return isThere ? previous : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the file a second name; a copy where the disk has no hard links. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
  }
}

/** The bot may run as a different user than the person who restores, and must be able to write the file. */
function keepOwner(file: string, copy: string): void {
  const { uid, gid, mode } = statSync(file);
  chmodSync(copy, mode & 0o777);
  const { uid: ownUid, gid: ownGid } = statSync(copy);
  if (uid === ownUid && gid === ownGid) return;
  try {
    chownSync(copy, uid, gid);
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `Nothing was replaced: the owner of ${file} can't be kept (${because}). Run this as root or as the bot's user.`,
    );
  }
}

function say(text: string): void {
  process.stdout.write(text);
}

await runAndExit(main, { expected: [BackupError, FileInUseError] });
