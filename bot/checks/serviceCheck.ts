import {
  createCalendar,
  createInProcessRateLimiter,
  createUndiciTransport,
  PortableClient,
  RetailDataError,
  systemClock,
} from 'retail-data-client';
import type { Settings } from '../settings/settings.ts';
import { CheckError, check, type Finding } from './report.ts';

/** One row of yesterday's sales is asked for, once: it costs no call on accumulated stock. */
export function checkKey(settings: Settings): Promise<Finding> {
  return check('subscription key', async () => {
    const transport = createUndiciTransport(settings);
    const clock = systemClock;
    const calendar = createCalendar(settings.timeZone);
    const day = calendar.addDays(calendar.dayOf(clock.now()), -1);
    try {
      const rateLimiter = createInProcessRateLimiter(clock);
      const client = new PortableClient({ transport, clock, rateLimiter, ...LIMITS });
      await client.dailySales({ fromSalesDate: day, toSalesDate: day }).toArray({ limit: 1 });
      return `${settings.baseUrl} accepts it for daily sales`;
    } catch (error) {
      if (!(error instanceof RetailDataError)) throw error;
      throw new CheckError(`${settings.baseUrl}: ${error.message} ${error.advice}`);
    } finally {
      await transport.close();
    }
  });
}

const LIMITS = { maxRetries: 0, deadlineMs: 30_000 };
