/** `npm run rekey`: goes on with the same database under a renewed subscription key of the same supplier. */
import { parseArgs } from 'node:util';
import { createUndiciTransport, RetailDataError, systemClock } from 'retail-data-client';
import { PortableClient } from 'retail-data-client/core';
import { openDatabase } from './database/connection.ts';
import { ownershipOf, replaceKey } from './database/identity.ts';
import { createRateLimiter } from './database/rateLimiter.ts';
import { runAndExit } from './exit.ts';
import { type Compared, compareSales } from './sales/sameSupplier.ts';
import { forgetPauses } from './sales/state.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { readServiceSettings } from './settings/settings.ts';

const HELP = `npm run rekey

For a renewed subscription key of the same supplier. Set RETAIL_DATA_SUBSCRIPTION_KEY to the new key first, beside
RETAIL_DATA_BASE_URL and DATABASE_URL as the bot has them. Reads up to seven days of sales with the new key, compares
them with those in the database, and binds the database to the new key only if they are the same. A bot that still runs
with the old key ends within 15 seconds after that; start it with the new one.

  --help         prints this
`;

/** The key is not taken; the message says why and what to do. Nothing was changed. */
class RekeyError extends Error {}

async function main(): Promise<void> {
  const { help } = parseArgs({ options: { help: { type: 'boolean' } } }).values;
  if (help === true) return say(HELP);
  loadEnvironmentFile();
  const settings = readServiceSettings(process.env);
  const database = await openDatabase(settings.databaseUrl, { connections: 1 });
  const transport = createUndiciTransport(settings);
  try {
    const ownership = await ownershipOf(database, settings);
    if (ownership === 'nobody') {
      return say('The database belongs to no key yet: the first figures bind it. Nothing was changed.\n');
    }
    if (ownership === 'own') return say('The database belongs to this key already. Nothing was changed.\n');
    const client = new PortableClient({
      transport,
      clock: systemClock,
      rateLimiter: createRateLimiter(database, { ...settings, clock: systemClock }),
    });
    const { days, rows, products, isSameSupplier } = await compareSales(database, client);
    if (days.length === 0) {
      throw new RekeyError(
        'The database holds no sales, so nothing can prove whose key this is. Set the old key again, or give DATABASE_URL a new file and subscribe the channels anew.',
      );
    }
    say(`Compared the sales of ${days.join(', ')}:\n${line('rows', rows)}${line('products', products)}`);
    if (!isSameSupplier) {
      throw new RekeyError(
        'The new key does not read the same sales, so it may be of another supplier, whose figures would be mixed with these. Nothing was changed. Set the right key, or give DATABASE_URL a new file.',
      );
    }
    await replaceKey(database, settings.subscriptionKey, systemClock.now());
    // The old key may have been refused for long.
    await forgetPauses(database, systemClock.now());
    say('They are the same: the database belongs to the new key now. Start the bot with it.\n');
  } finally {
    await transport.close();
    await database.destroy();
  }
}

function line(what: string, { here, there, same }: Compared): string {
  return `  ${what.padEnd(9)} ${here} in the database, ${there} read with the new key, ${same} the same\n`;
}

function say(text: string): void {
  process.stdout.write(text);
}

await runAndExit(main, [RekeyError, RetailDataError]);
