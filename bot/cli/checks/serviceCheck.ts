import { createCalendar } from 'retail-data-client/calendar/calendar';
import { RetailDataClient } from 'retail-data-client/client/nodeClient';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Settings } from '../../settings/settings.ts';
import { CheckError, check, type Finding } from './report.ts';

/** Reads one row of yesterday's sales, once: that costs no stock call. */
export function checkKey(settings: Settings): Promise<Finding> {
  return check('subscription key', async () => {
    const calendar = createCalendar(settings.timeZone);
    const day = calendar.addDays(calendar.dayOf(systemClock.now()), -1);
    await askService(settings, (client) =>
      client.dailySales({ fromSalesDate: day, toSalesDate: day }).toArray({ limit: 1 }),
    );
    return `${settings.baseUrl} accepts it for daily sales`;
  });
}

/** @throws CheckError that says what to do, if the service refuses or doesn't answer */
export async function askService<Result>(
  { baseUrl, subscriptionKey }: Settings,
  ask: (client: RetailDataClient) => Promise<Result>,
): Promise<Result> {
  const client = new RetailDataClient({ baseUrl, subscriptionKey, environment: process.env, ...LIMITS });
  try {
    return await ask(client);
  } catch (error) {
    if (!(error instanceof RetailDataError)) throw error;
    throw new CheckError(`${baseUrl}: ${error.message} ${error.advice}`);
  } finally {
    await client.close();
  }
}

const LIMITS = { maxRetries: 0, deadlineMs: 30_000 };
