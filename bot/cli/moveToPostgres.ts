import { parseArgs } from 'node:util';
import { isPostgres } from '../database/connection.ts';
import { MoveError, moveToPostgres } from '../database/moveToPostgres.ts';
import { FileInUseError } from '../database/sqlite.ts';
import { runAndExit } from '../process/exit.ts';
import { loadEnvironmentFile } from '../settings/environmentFile.ts';
import { readPostgresAddress } from '../settings/postgresAddress.ts';
import { readDatabaseUrl } from '../settings/settings.ts';
import { typedAs } from '../text/typedAs.ts';

const USAGE = `PGPASSWORD=… ${typedAs('move-to-postgres', '--from data/retail-data.sqlite --to postgres://user@host/database')}`;

const HELP = `${typedAs('move-to-postgres', '--from FILE [--to ADDRESS]')}

Copies the bot's SQLite file into an empty PostgreSQL, and marks the file as moved. Stop the bot first.

  --from FILE    the SQLite file that DATABASE_URL named until now
  --to ADDRESS   a PostgreSQL database that holds nothing, without a password, which is taken from PGPASSWORD;
                 left out: the one that DATABASE_URL or DATABASE_URL_FILE names now
  --help         prints this

For example: ${USAGE}
`;

async function main(): Promise<void> {
  const { from, to, help } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
  if (help === true) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  if (from === undefined) throw new MoveError(`Stop the bot, then: ${USAGE}`);
  const file = from.replace(/^file:(\/\/(?=\/))?/, '');
  const moved = await moveToPostgres(file, to === undefined ? addressSet() : withoutPassword(to), new Date());
  for (const { table, rows } of moved) process.stdout.write(`${String(rows).padStart(10)}  ${table}\n`);
  process.stdout.write(
    `Everything was copied and counted. Set DATABASE_URL to the PostgreSQL and start the bot. ${file} is marked as moved, so no bot starts with it; keep it until the bot has run for a day.\n`,
  );
}

/** Refuses a password, since everybody on the machine can read the arguments of a program. */
function withoutPassword(to: string): string {
  const address = readPostgresAddress(to);
  if (address === undefined)
    throw new MoveError(
      '--to must be an address with host and database, such as postgres://user@host/database.',
    );
  if (address.passwords.length === 0) return to;
  throw new MoveError(
    '--to has a password, which everyone on this machine can read. Remove it from the address and set PGPASSWORD, or leave out --to and set DATABASE_URL.',
  );
}

function addressSet(): string {
  const address = readDatabaseUrl(process.env);
  if (isPostgres(address)) return address;
  throw new MoveError('Neither --to nor DATABASE_URL is a PostgreSQL. Set one of them.');
}

await runAndExit(main, { expected: [MoveError, FileInUseError] });
