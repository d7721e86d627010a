import { createCalendar, createInProcessBudget, createRetailDataClient } from 'retail-data-client';
import { createUndiciTransport } from 'retail-data-client/undici';
import { createLog } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import { openDatabase } from '../warehouse/database.ts';
import { claimDatabase } from '../warehouse/serviceIdentity.ts';
import { takeInStock } from '../warehouse/stockIntake.ts';
import type { DemoClock } from './demoClock.ts';

/** Takes in the stock of the morning that the clock shows, so that a later one has something to be compared with. */
export async function readStockOf(settings: Settings, clock: DemoClock): Promise<void> {
  const database = await openDatabase(settings.databaseFile);
  const transport = createUndiciTransport(settings);
  try {
    await claimDatabase(database, settings, clock.now());
    const client = createRetailDataClient({ transport, clock, stockBudget: createInProcessBudget(clock) });
    await takeInStock({ client, database, calendar: createCalendar(), log: createLog('error') }, clock.now());
  } finally {
    await transport.close();
    await database.destroy();
  }
}
