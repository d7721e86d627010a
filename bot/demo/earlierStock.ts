import { createCalendar, createInProcessBudget, createRetailDataClient } from 'retail-data-client';
import { createUndiciTransport } from 'retail-data-client/undici';
import { createLog } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import { openDatabase } from '../warehouse/database.ts';
import { claimDatabase } from '../warehouse/serviceIdentity.ts';
import { takeInStock } from '../warehouse/stockIntake.ts';
import type { DemoClock } from './demoClock.ts';

/**
 * Looks at the stock at these instants: two looks at a morning take it in, so that a later one has something to be
 * compared with, and one makes the first look of a bot the second.
 */
export async function lookAtStock(
  settings: Settings,
  clock: DemoClock,
  instants: readonly number[],
): Promise<void> {
  const database = await openDatabase(settings.databaseFile);
  const transport = createUndiciTransport(settings);
  try {
    await claimDatabase(database, settings, instants[0] ?? clock.now());
    const client = createRetailDataClient({ transport, clock, stockBudget: createInProcessBudget(clock) });
    for (const instant of instants) {
      clock.setTo(instant);
      await takeInStock({ client, database, calendar: createCalendar(), log: createLog('error') }, instant);
    }
  } finally {
    await transport.close();
    await database.destroy();
  }
}
