import { parseArgs } from 'node:util';
import { MoveError, moveToPostgres } from './database/moveToPostgres.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { SettingsError } from './settings/settings.ts';

const USAGE =
  'npm run move-to-postgres -- --from data/retail-data.sqlite --to postgres://user:password@host/database';

const HELP = `${USAGE}

Copies the bot's SQLite file into an empty PostgreSQL. Stop the bot first.

  --from FILE    the SQLite file that DATABASE_URL names
  --to ADDRESS   a PostgreSQL database that holds nothing
  --help         prints this
`;

/** Copies the bot's SQLite file into an empty PostgreSQL. The password of the address is never printed. */
async function main(): Promise<void> {
  const { from, to, help } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
  if (help === true) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  if (from === undefined || to === undefined) throw new MoveError(`Stop the bot, then: ${USAGE}`);
  const moved = await moveToPostgres(from.replace(/^file:(\/\/(?=\/))?/, ''), to);
  for (const { table, rows } of moved) process.stdout.write(`${String(rows).padStart(10)}  ${table}\n`);
  process.stdout.write(
    'Everything was copied and counted. Set DATABASE_URL to the PostgreSQL and start the bot; keep the file until it has run for a day, and never start with it again.\n',
  );
}

try {
  await main();
} catch (error) {
  const isOurs = error instanceof MoveError || error instanceof SettingsError;
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n${isOurs ? '' : `${USAGE}\n`}`,
  );
  process.exit(1);
}
