import { createCalendar } from 'retail-data-client/calendar/calendar';
import { RetailDataClient } from 'retail-data-client/client/nodeClient';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import { isHelpAsked, UsageError } from './commandLine.ts';
import { databasePlace, isMissingFile, openDatabase } from './database/connection.ts';
import { runAndExit } from './exit.ts';
import { type Renewal, RenewalError, renewKey } from './sales/renewKey.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { readSettings } from './settings/settings.ts';

const HELP = `npm run rekey

Binds the database of the bot to a renewed subscription key of the same supplier; subscriptions, digests sent,
stock and sales stay. Set RETAIL_DATA_SUBSCRIPTION_KEY, or the file of RETAIL_DATA_SUBSCRIPTION_KEY_FILE, to the new key
and leave all other settings as the bot has them.

It reads with the new key the newest day of sales that the database holds. At least 80 % of the products and of the rows
must be the same, or it changes nothing and ends with 1; wrong settings end it with 78. It asks for no stock. A bot that
runs with the old key meanwhile ends by itself within some 15 seconds, with 78: start it with the new key.

  --help   prints this
`;

const ENDINGS: Readonly<Record<Renewal, string>> = {
  renewed:
    'The database belongs to the new key now, and all that it holds is kept. Start the bot with the new key.',
  already: 'The database belongs to this key already. Nothing was changed.',
  unbound:
    'The database belongs to no key yet: the bot takes the first one that the service accepts. Nothing was changed.',
};

/** Proves that a renewed key reads the same supplier's sales, and binds the database to it. */
async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  loadEnvironmentFile();
  const settings = readSettings(process.env);
  if (isMissingFile(settings.databaseUrl)) {
    throw new RenewalError(
      `DATABASE_URL names the ${databasePlace(settings.databaseUrl)}, which does not exist, so no key is to be renewed. Name the file that the bot has been using.`,
    );
  }
  const database = await openDatabase(settings.databaseUrl, { connections: 1 });
  const { baseUrl, subscriptionKey, timeZone } = settings;
  const client = new RetailDataClient({ baseUrl, subscriptionKey });
  const calendar = createCalendar(timeZone);
  const now = systemClock.now();
  try {
    const renewal = await renewKey({
      database,
      identity: settings,
      client,
      now,
      yesterday: calendar.addDays(calendar.dayOf(now), -1),
      tell: (line) => process.stdout.write(`${line}\n`),
    });
    process.stdout.write(`${ENDINGS[renewal]}\n`);
  } catch (error) {
    if (!(error instanceof RetailDataError)) throw error;
    throw new RenewalError(
      `The new key could not be compared: ${error.message} ${error.advice} Nothing was changed.`,
    );
  } finally {
    await client.close();
    await database.destroy();
  }
}

await runAndExit(main, { expected: [RenewalError, UsageError] });
