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
 * Looks at the stock at these instants: two looks at a morning take it in, so that a later one has something to be
 * compared with, and one makes the first look of a bot the second.
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
    for (const instant of instants) {
      clock.setTo(instant);
      await syncStock({ client, database, calendar: createCalendar(), log: createLog('error') }, instant);
    }
  } finally {
    await transport.close();
    await database.destroy();
  }
}
