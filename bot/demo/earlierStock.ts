import { createCalendar } from 'retail-data-client/calendar/calendar';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { openDatabase } from '../database/connection.ts';
import { createCountedClient } from '../database/countedClient.ts';
import { createLog } from '../process/log.ts';
import type { Settings } from '../settings/settings.ts';
import { syncStock } from '../stock/import/sync.ts';
import type { DemoClock } from './demoClock.ts';

/**
 * Syncs the stock at these instants. Two syncs on a morning store the stock of that day, for later comparisons. A
 * single sync lets the bot's first one be the second of that day.
 */
export async function lookAtStock(
  settings: Settings,
  clock: DemoClock,
  instants: readonly number[],
): Promise<void> {
  const database = await openDatabase(settings.databaseUrl);
  const transport = createUndiciTransport(settings);
  try {
    const client = createCountedClient({
      transport,
      clock,
      rateLimiter: createInProcessRateLimiter(clock),
      database,
    });
    const [calendar, log] = [createCalendar(), createLog('error')];
    for (const instant of instants) {
      clock.setTo(instant);
      // A call takes no time here, so that the syncs stay as far apart as the instants.
      const time = { now: async () => instant };
      await syncStock({ client, database, calendar, log, time, leaseClock: clock }, instant);
    }
  } finally {
    await transport.close();
    await database.destroy();
  }
}
