import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Calendar, type CallOptions, hasStockOf, type RetailDataClient } from 'retail-data-client';
import { NO_FAULTS, type PassFaultPoint } from '../digest/faultPoints.ts';
import { createStockImport, type StockImport } from '../intake/stockImport.ts';
import type { Database } from './database.ts';
import { stockDayOf } from './stockDay.ts';
import { latestSnapshot } from './stockSnapshots.ts';

export interface StockIntakeParts {
  readonly client: RetailDataClient;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly signal?: AbortSignal;
  /** Which process this is among those on the database. */
  readonly owner?: string;
  readonly passFaultPoint?: PassFaultPoint;
  /** Reads and saves elsewhere than in this thread; in this one when not set. */
  readonly openImport?: (now: number) => StockImport;
  /** Days for which stock is kept; for ever when not set. */
  readonly retentionDays?: number;
}

const MINUTE = 60_000;
/** Pauses after the second and further questions; the last one repeats. */
const PAUSES_MINUTES = [2, 3, 5, 8];
const LONGEST_PAUSE_MINUTES = 10;
/** Whoever asks and then reads is given that long; nobody else asks meanwhile. */
const LEASE_MS = 3 * MINUTE;
/** A day that has no row by then stays without: stores are closed, or nothing moved. */
export const GIVE_UP = '12:00';
/** How far back the newest stock is looked for when there is none at all. */
const DAYS_BACK = 10;

/**
 * The freshness gate: brings the newest stock in as soon as the service has it, once for all channels and replicas.
 * Called again and again; most calls find nothing due and ask nothing. Whether stock is of the day is judged by the
 * data, not by the clock. True when it was taken in now. After `giveUpAt` (noon when not set) a day without stock is settled as empty.
 */
export async function takeInStock(
  parts: StockIntakeParts,
  now: number,
  giveUpAt = parts.calendar.instantOf(parts.calendar.latestStockDay(now), GIVE_UP),
): Promise<boolean> {
  const { client, database, calendar, log, owner = 'this process', passFaultPoint = NO_FAULTS } = parts;
  const day = calendar.latestStockDay(now);
  // Noted before it is asked: a service that is down is not asked every minute either, since calls are counted.
  if (!(await claimGate(database, day, owner, now))) return false;
  await passFaultPoint('gate.claimed');
  try {
    const isThere = await isStockThere(client, calendar, day, options(parts));
    await passFaultPoint('gate.asked');
    if (isThere) {
      await takeSnapshot(parts, day, now);
      await settle(database, day, 'fresh');
      await passFaultPoint('gate.settled');
      return true;
    }
    await noteAnswer(database, day);
    const held = await latestSnapshot(database);
    if (held === undefined) await takeOlder(parts, day, now);
    else await takePassedOver(parts, { than: day, held: held.businessDate }, now);
    if (now < giveUpAt) {
      log.info({ day }, 'the stock of that day is not there yet');
    } else {
      await settle(database, day, 'empty');
      log.warn({ day }, `no stock of that day by ${calendar.timeOf(giveUpAt)}: the day is settled as empty`);
    }
    return false;
  } finally {
    await releaseGate(database, day, owner);
  }
}

/**
 * Whether the service has stock of that day. A day on which every change was to zero has no row without
 * includeZeroStock, so that is asked too. The interface does not say that changedSince holds for those rows as well:
 * a question about a day that has not begun shows whether it does (interface: "GET accumulated-stock").
 */
async function isStockThere(
  client: RetailDataClient,
  calendar: Calendar,
  day: string,
  callOptions: CallOptions,
): Promise<boolean> {
  if (await hasStockOf(client, day, callOptions)) return true;
  const hasZero = async (since: string) => {
    const filter = { changedSince: since, includeZeroStock: true };
    for await (const batch of client.accumulatedStock(filter, { ...callOptions, limit: 1 })) {
      if (batch.length > 0) return true;
    }
    return false;
  };
  return (await hasZero(day)) && !(await hasZero(calendar.addDays(day, 2)));
}

/** One process gets it: others are asking, or it is not time. What a clock set back has left in a far future counts as due. */
async function claimGate(database: Database, day: string, owner: string, now: number): Promise<boolean> {
  const lease = { lease_owner: owner, lease_until: now + LEASE_MS, answered: 0 };
  const steps = PAUSES_MINUTES.map((pause, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(pause)}`);
  const pause = sql<number>`(case stock_day.probes ${sql.join(steps, sql` `)} else ${sql.lit(LONGEST_PAUSE_MINUTES)} end)`;
  const rows = await database
    .insertInto('stock_day')
    .values({ business_date: day, state: 'waiting', probes: 1, next_probe_at: now + MINUTE, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('business_date')
        .doUpdateSet((set) => ({
          ...lease,
          probes: set('stock_day.probes', '+', 1),
          next_probe_at: sql<number>`cast(${now} as bigint) + ${sql.lit(MINUTE)} * ${pause}`,
        }))
        .where(({ eb, and, or }) =>
          and([
            eb('stock_day.state', '=', 'waiting'),
            or([
              eb('stock_day.next_probe_at', '<=', now),
              eb('stock_day.next_probe_at', '>', now + (LONGEST_PAUSE_MINUTES + 1) * MINUTE),
            ]),
            or([eb('stock_day.lease_until', '<=', now), eb('stock_day.lease_until', '>', now + LEASE_MS)]),
          ]),
        ),
    )
    .returning('probes')
    .execute();
  return rows.length > 0;
}

async function releaseGate(database: Database, day: string, owner: string): Promise<void> {
  await database
    .updateTable('stock_day')
    .set({ lease_until: 0 })
    .where('business_date', '=', day)
    .where('lease_owner', '=', owner)
    .execute();
}

async function noteAnswer(database: Database, day: string): Promise<void> {
  await database.updateTable('stock_day').set({ answered: 1 }).where('business_date', '=', day).execute();
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

/**
 * Stock that came while the bot was away is read while it is the newest there is, under the day it is of: or Sunday
 * would show what was held before Saturday. The day before is asked about once.
 */
async function takePassedOver(
  parts: StockIntakeParts,
  { than, held }: { readonly than: string; readonly held: string },
  now: number,
): Promise<void> {
  const { calendar, client, database } = parts;
  const before = calendar.addDays(than, -1);
  if (held >= before || (await isSettled(database, before))) return;
  let day = before;
  for (let back = 0; back < DAYS_BACK && day > held; back += 1) {
    if (await hasStockOf(client, day, options(parts))) {
      await takeSnapshot(parts, day, now);
      break;
    }
    day = calendar.addDays(day, -1);
  }
  const state = day === before ? 'fresh' : 'empty';
  await database
    .insertInto('stock_day')
    .values({
      business_date: before,
      state,
      probes: 0,
      next_probe_at: 0,
      lease_owner: null,
      lease_until: 0,
      answered: 0,
    })
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet({ state }))
    .execute();
}

async function isSettled(database: Database, day: string): Promise<boolean> {
  const asked = await stockDayOf(database, day);
  return asked !== undefined && asked.state !== 'waiting';
}

async function takeSnapshot(parts: StockIntakeParts, day: string, now: number): Promise<void> {
  const { calendar, log, signal, retentionDays, passFaultPoint = NO_FAULTS } = parts;
  const stockImport = parts.openImport?.(now) ?? createStockImport(parts);
  const stop = () => void stockImport.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const products = await stockImport.read();
    await passFaultPoint('gate.read');
    const keepFrom = retentionDays === undefined ? undefined : calendar.addDays(day, 1 - retentionDays);
    await stockImport.save(day, now, keepFrom);
    await passFaultPoint('gate.saved');
    log.info({ day, products }, 'stock taken in');
  } finally {
    signal?.removeEventListener('abort', stop);
    await stockImport.close();
  }
}

function options({ signal }: StockIntakeParts): CallOptions {
  return signal === undefined ? {} : { signal };
}
