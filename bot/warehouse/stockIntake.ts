import type { Logger } from 'pino';
import {
  type Calendar,
  type CallOptions,
  hasStockOf,
  type RetailDataClient,
  STOCK_REFRESH,
} from 'retail-data-client';
import type { Database } from './database.ts';
import { latestSnapshot, saveSnapshot } from './stockSnapshots.ts';

export interface StockIntakeParts {
  readonly client: RetailDataClient;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}

const MINUTE = 60_000;
/** Pauses between questions whether today's stock is there; the last one repeats. */
const PAUSES_MINUTES = [1, 2, 3, 5, 8, 10];
/** A day that has no row by then stays without: stores are closed, or nothing moved. */
const GIVE_UP = '12:00';
/** How far back the newest stock is looked for when there is none at all. */
const DAYS_BACK = 10;

/**
 * Brings today's stock in as soon as the service has it. Called again and again; most calls find nothing due and ask
 * nothing. Whether stock is of today is judged by the data, not by the clock.
 */
export async function takeInStock(parts: StockIntakeParts, now: number): Promise<void> {
  const { client, database, calendar, log } = parts;
  const today = calendar.dayOf(now);
  const refresh = calendar.instantOf(today, STOCK_REFRESH);
  if (now >= refresh && (await isDue(database, today, now))) {
    if (await hasStockOf(client, today, options(parts))) {
      await takeSnapshot(parts, today, now);
      await recordDay(database, today, 'fresh', now);
      return;
    }
    const settled = now >= calendar.instantOf(today, GIVE_UP);
    await recordDay(database, today, settled ? 'empty' : 'waiting', now);
    log[settled ? 'warn' : 'info'](
      { day: today },
      settled
        ? 'no stock of today by 12:00: the day is settled as empty'
        : 'the stock of today is not there yet',
    );
  }
  if ((await latestSnapshot(database)) === undefined) await takeNewest(parts, now);
}

async function isDue(database: Database, day: string, now: number): Promise<boolean> {
  const known = await database
    .selectFrom('stock_day')
    .selectAll()
    .where('business_date', '=', day)
    .executeTakeFirst();
  return known === undefined || (known.state === 'waiting' && known.next_probe_at <= now);
}

async function recordDay(
  database: Database,
  day: string,
  state: 'waiting' | 'fresh' | 'empty',
  now: number,
): Promise<void> {
  const known = await database
    .selectFrom('stock_day')
    .select('probes')
    .where('business_date', '=', day)
    .executeTakeFirst();
  const probes = (known?.probes ?? 0) + 1;
  const pause = PAUSES_MINUTES[Math.min(probes, PAUSES_MINUTES.length) - 1] ?? 10;
  const values = { state, probes, next_probe_at: now + pause * MINUTE };
  await database
    .insertInto('stock_day')
    .values({ business_date: day, ...values })
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet(values))
    .execute();
}

/** A first start before 08:30, or on a Sunday, has the newest stock there is, under the day it is of. */
async function takeNewest(parts: StockIntakeParts, now: number): Promise<void> {
  let day = parts.calendar.latestStockDay(now);
  for (let back = 0; back < DAYS_BACK; back += 1) {
    if (await hasStockOf(parts.client, day, options(parts))) break;
    day = parts.calendar.addDays(day, -1);
  }
  await takeSnapshot(parts, day, now);
}

async function takeSnapshot(parts: StockIntakeParts, day: string, now: number): Promise<void> {
  const rows = await parts.client.accumulatedStock({ includeZeroStock: true }, options(parts)).toArray();
  await saveSnapshot(parts.database, day, rows, now);
  parts.log.info({ day, products: rows.length }, 'stock taken in');
}

function options({ signal }: StockIntakeParts): CallOptions {
  return signal === undefined ? {} : { signal };
}
