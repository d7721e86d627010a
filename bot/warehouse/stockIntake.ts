import type { Logger } from 'pino';
import { type Calendar, type CallOptions, hasStockOf, type RetailDataClient } from 'retail-data-client';
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
/** Pauses between questions whether the stock of the day is there; the last one repeats. */
const PAUSES_MINUTES = [1, 2, 3, 5, 8, 10];
/** A day that has no row by then stays without: stores are closed, or nothing moved. */
const GIVE_UP = '12:00';
/** How far back the newest stock is looked for when there is none at all. */
const DAYS_BACK = 10;

/**
 * Brings the newest stock in as soon as the service has it. Called again and again; most calls find nothing due and ask
 * nothing. Whether stock is of the day is judged by the data, not by the clock.
 */
export async function takeInStock(parts: StockIntakeParts, now: number): Promise<void> {
  const { client, database, calendar, log } = parts;
  const day = calendar.latestStockDay(now);
  if (!(await isDue(database, day, now))) return;
  // Noted before it is asked: a service that is down is not asked every minute either, since calls are counted.
  await recordProbe(database, day, now);
  if (await hasStockOf(client, day, options(parts))) {
    await takeSnapshot(parts, day, now);
    await settle(database, day, 'fresh');
    return;
  }
  if ((await latestSnapshot(database)) === undefined) await takeOlder(parts, day, now);
  if (now < calendar.instantOf(day, GIVE_UP)) {
    log.info({ day }, 'the stock of that day is not there yet');
  } else {
    await settle(database, day, 'empty');
    log.warn({ day }, 'no stock of that day by 12:00: the day is settled as empty');
  }
}

async function isDue(database: Database, day: string, now: number): Promise<boolean> {
  const known = await database
    .selectFrom('stock_day')
    .selectAll()
    .where('business_date', '=', day)
    .executeTakeFirst();
  return known === undefined || (known.state === 'waiting' && known.next_probe_at <= now);
}

async function recordProbe(database: Database, day: string, now: number): Promise<void> {
  const known = await database
    .selectFrom('stock_day')
    .select('probes')
    .where('business_date', '=', day)
    .executeTakeFirst();
  const probes = (known?.probes ?? 0) + 1;
  const pause = PAUSES_MINUTES[Math.min(probes, PAUSES_MINUTES.length) - 1] ?? 10;
  const values = { state: 'waiting', probes, next_probe_at: now + pause * MINUTE } as const;
  await database
    .insertInto('stock_day')
    .values({ business_date: day, ...values })
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet(values))
    .execute();
}

async function settle(database: Database, day: string, state: 'fresh' | 'empty'): Promise<void> {
  await database.updateTable('stock_day').set({ state }).where('business_date', '=', day).execute();
}

/** A first start on a Sunday has the newest stock there is, under the day it is of. */
async function takeOlder(parts: StockIntakeParts, than: string, now: number): Promise<void> {
  let day = than;
  for (let back = 0; back < DAYS_BACK; back += 1) {
    day = parts.calendar.addDays(day, -1);
    if (await hasStockOf(parts.client, day, options(parts))) break;
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
