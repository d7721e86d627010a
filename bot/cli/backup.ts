/** `npm run backup`: copies the SQLite file, also while the bot runs. */
import { parseArgs } from 'node:util';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { BackupError, copyWhole, noteBackup } from '../database/backup.ts';
import { isPostgres } from '../database/connection.ts';
import { placeOf } from '../database/openingError.ts';
import { runAndExit } from '../process/exit.ts';
import { loadEnvironmentFile } from '../settings/environmentFile.ts';
import { readDatabaseUrl } from '../settings/settings.ts';
import { typedAs } from '../text/typedAs.ts';

const HELP = `${typedAs('backup', '--to FILE')}

Copies the SQLite file that DATABASE_URL names into a new file, also while the bot runs, and checks the copy.
Of a PostgreSQL make a copy with pg_dump.

  --to FILE      the copy, which must not exist yet
  --help         prints this
`;

async function main(): Promise<void> {
  const { to, help } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } }).values;
  if (help === true) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const from = readDatabaseUrl(process.env);
  if (isPostgres(from)) {
    throw new BackupError(
      `DATABASE_URL is the PostgreSQL ${placeOf(from)}. Make a copy with: pg_dump --format=custom --file=${to ?? 'FILE'} postgres://USER@${placeOf(from)}`,
    );
  }
  if (to === undefined) throw new BackupError(HELP.trimEnd());
  const { bytes, subscriptions, digests } = copyWhole(from, to);
  process.stdout.write(
    `Copied ${from} to ${to}: ${(bytes / 1e6).toFixed(1)} MB, ${subscriptions} subscriptions, ${digests} digests. SQLite found nothing wrong with it.\n`,
  );
  noteBackup(from, systemClock.now());
}

await runAndExit(main, { expected: [BackupError] });
