import { type Selectable, sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import {
  type Calendar,
  type CallOptions,
  type Clock,
  hasStockOf,
  type RetailDataClient,
} from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { StockDayTable } from '../database/tables/stock.ts';
import { type Sighting, sightStock } from './completeness.ts';
import { createStockImport, type StockImport } from './import.ts';
import { latestSnapshot } from './snapshots.ts';
import { stockDayOf } from './stockDay.ts';

export interface StockIntakeParts {
  readonly client: RetailDataClient;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly signal?: AbortSignal;
  /** Which process this is among those on the database. */
  readonly owner?: string;
  /** Reads and saves elsewhere than in this thread; in this one when not set. */
  readonly openImport?: (now: number) => StockImport;
  /** Days for which stock is kept; for ever when not set. */
  readonly retentionDays?: number;
  /** By which the lease is made longer while a stock of many pages is read; it is not when not set. */
  readonly leaseClock?: Pick<Clock, 'sleep'>;
}

const THIS_PROCESS = 'this process';
const MINUTE = 60_000;
/** Pauses after the second and further questions; the last one repeats. */
const PAUSES_MINUTES = [2, 3, 5, 8];
const LONGEST_PAUSE_MINUTES = 10;
/** Whoever asks and then reads is given that long; nobody else asks meanwhile. */
const LEASE_MS = 3 * MINUTE;
/** A little less than has passed, so that the lease never ends later than one that was just taken. */
const LONGER_BY_MS = 55_000;
/** A day that has no row by then stays without: stores are closed, or nothing moved. */
export const GIVE_UP = '12:00';
/** The service is not asked after that: the night would use up the calls of the day. */
export const LATEST_GIVE_UP = '20:00';
const READ_AGAIN_MS = 30 * MINUTE;
/** Tries of reading it once more. */
const MOST_READINGS = 3;
/** How far back the newest stock is looked for when there is none at all. */
const DAYS_BACK = 10;

/**
 * The freshness gate: brings the newest stock in as soon as the service has all of it, once for all channels and replicas.
 * Called again and again; most calls find nothing due and ask nothing. Whether stock is of the day is judged by the
 * data, not by the clock: it is whole when two looks, a minute apart at least, see the same, and half an hour later it is
 * read once more. True when it was taken in now. After `giveUpAt` (noon when not set) a day without stock is settled as
 * empty, and so is in the evening one that never came to rest.
 */
export async function takeInStock(
  parts: StockIntakeParts,
  now: number,
  giveUpAt = parts.calendar.instantOf(parts.calendar.latestStockDay(now), GIVE_UP),
): Promise<boolean> {
  const { client, database, calendar, log, owner = THIS_PROCESS } = parts;
  const day = calendar.latestStockDay(now);
  // Noted before it is asked: a service that is down is not asked every minute either, since calls are counted.
  const gate = await claimGate(database, day, owner, now);
  if (gate === undefined) return false;
  try {
    if (gate.state === 'fresh') return await takeAgain(parts, day, gate.probes, now);
    const callOptions = options(parts);
    const sighting = await sightStock({ client, calendar, day, seen: gate.seen, callOptions });
    if (sighting === undefined) {
      await noteNothing(database, day);
      await takeOfEarlierDays(parts, day, now);
      if (now < giveUpAt) {
        log.info({ day }, 'the stock of that day is not there yet');
      } else {
        await settle(database, day, { state: 'empty' });
        log.warn(
          { day },
          `no stock of that day by ${calendar.timeOf(giveUpAt)}: the day is settled as empty`,
        );
      }
      return false;
    }
    if (sighting !== gate.seen) {
      await noteSighting(parts, day, { sighting, isFirst: gate.seen === null }, now);
      return false;
    }
    if (!(await takeSnapshot(parts, day, now, dayThatMayHaveBegun(calendar, day, now)))) return false;
    await settle(database, day, { state: 'fresh', came_at: now, read_again_at: now + READ_AGAIN_MS });
    return true;
  } finally {
    await releaseGate(database, day, owner);
  }
}

/** What the service still changed after it had seemed to be done comes in then; answers follow it. */
async function takeAgain(
  parts: StockIntakeParts,
  day: string,
  attempts: number,
  now: number,
): Promise<boolean> {
  const { database, log } = parts;
  try {
    await takeSnapshot(parts, day, now, dayThatMayHaveBegun(parts.calendar, day, now));
  } catch (error) {
    if (attempts < MOST_READINGS) throw error;
    log.warn(
      { day, err: error },
      'the stock of that day could not be read once more; it stays as it was read',
    );
  }
  await database
    .updateTable('stock_day')
    .set({ read_again_at: null })
    .where('business_date', '=', day)
    .execute();
  return true;
}

/** In the morning before its time: the refresh of the next day may come early. */
function dayThatMayHaveBegun(calendar: Calendar, day: string, now: number): string | undefined {
  return calendar.dayOf(now) > day ? calendar.addDays(day, 1) : undefined;
}

/** The stock of the day is on its way: it is looked at again in a minute, and while it moves with growing pauses. */
async function noteSighting(
  { database, calendar, log }: StockIntakeParts,
  day: string,
  { sighting, isFirst }: { readonly sighting: Sighting; readonly isFirst: boolean },
  now: number,
): Promise<void> {
  const isGivenUp = !isFirst && now >= calendar.instantOf(day, LATEST_GIVE_UP);
  await database
    .updateTable('stock_day')
    .set({
      seen: sighting,
      ...(isFirst && { probes: 1, next_probe_at: now + MINUTE }),
      ...(isGivenUp && { state: 'empty' as const }),
    })
    .where('business_date', '=', day)
    .execute();
  if (isGivenUp) {
    log.warn({ day }, `the stock of that day still changed at ${LATEST_GIVE_UP}: it is not taken for whole`);
  } else log.info({ day }, 'the stock of that day has begun to come; it is taken in once it stays the same');
}

type Gate = Pick<Selectable<StockDayTable>, 'state' | 'probes' | 'seen'>;

/**
 * One process gets it: for others it is not time, or somebody is asking. What a clock set back has left in a far future
 * counts as due.
 */
async function claimGate(
  database: Database,
  day: string,
  owner: string,
  now: number,
): Promise<Gate | undefined> {
  const lease = { lease_owner: owner, lease_until: now + LEASE_MS, answered: 0 };
  const steps = PAUSES_MINUTES.map((pause, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(pause)}`);
  const pause = sql<number>`(case stock_day.probes ${sql.join(steps, sql` `)} else ${sql.lit(LONGEST_PAUSE_MINUTES)} end)`;
  const inPause = sql<number>`cast(${now} as bigint) + ${sql.lit(MINUTE)} * ${pause}`;
  return database
    .insertInto('stock_day')
    .values({ business_date: day, state: 'waiting', probes: 1, next_probe_at: now + MINUTE, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('business_date')
        .doUpdateSet((set) => ({
          ...lease,
          probes: set('stock_day.probes', '+', 1),
          next_probe_at: inPause,
          read_again_at: sql<
            number | null
          >`case when stock_day.read_again_at is not null then ${inPause} end`,
        }))
        .where(({ eb, and, or }) =>
          and([
            or([
              and([
                eb('stock_day.state', '=', 'waiting'),
                or([
                  eb('stock_day.next_probe_at', '<=', now),
                  eb('stock_day.next_probe_at', '>', now + (LONGEST_PAUSE_MINUTES + 1) * MINUTE),
                ]),
              ]),
              and([
                eb('stock_day.state', '=', 'fresh'),
                or([
                  eb('stock_day.read_again_at', '<=', now),
                  eb('stock_day.read_again_at', '>', now + READ_AGAIN_MS + MINUTE),
                ]),
              ]),
            ]),
            or([eb('stock_day.lease_until', '<=', now), eb('stock_day.lease_until', '>', now + LEASE_MS)]),
          ]),
        ),
    )
    .returning(['state', 'probes', 'seen'])
    .executeTakeFirst();
}

async function releaseGate(database: Database, day: string, owner: string): Promise<void> {
  await database
    .updateTable('stock_day')
    .set({ lease_until: 0 })
    .where('business_date', '=', day)
    .where('lease_owner', '=', owner)
    .execute();
}

async function noteNothing(database: Database, day: string): Promise<void> {
  await database
    .updateTable('stock_day')
    .set({ answered: 1, seen: null })
    .where('business_date', '=', day)
    .execute();
}

async function settle(
  database: Database,
  day: string,
  settled: Pick<Updateable<StockDayTable>, 'state' | 'came_at' | 'read_again_at'>,
): Promise<void> {
  await database
    .updateTable('stock_day')
    .set({ ...settled, probes: 0, seen: null })
    .where('business_date', '=', day)
    .execute();
}

async function takeOfEarlierDays(parts: StockIntakeParts, day: string, now: number): Promise<void> {
  const held = await latestSnapshot(parts.database);
  if (held === undefined) await takeOlder(parts, day, now);
  else await takePassedOver(parts, { than: day, held: held.businessDate }, now);
}

/** A first start on a Sunday has the newest stock there is, under the day it is of. */
async function takeOlder(parts: StockIntakeParts, than: string, now: number): Promise<void> {
  let day = than;
  for (let back = 0; back < DAYS_BACK; back += 1) {
    day = parts.calendar.addDays(day, -1);
    if (await hasStockOf(parts.client, day, options(parts))) break;
  }
  await takeSnapshot(parts, day, now, than);
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
      if (!(await takeSnapshot(parts, day, now, than))) return;
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
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet({ state, seen: null }))
    .execute();
}

async function isSettled(database: Database, day: string): Promise<boolean> {
  const asked = await stockDayOf(database, day);
  // One that never came to rest has had the night for it.
  return asked !== undefined && asked.state !== 'waiting' && asked.seen === null;
}

/** Reads the stock and keeps it as that of the day. False, and nothing is kept, when that of `next` has begun to come. */
async function takeSnapshot(
  parts: StockIntakeParts,
  day: string,
  now: number,
  next: string | undefined,
): Promise<boolean> {
  const { client, calendar, log, signal, retentionDays } = parts;
  const stockImport = parts.openImport?.(now) ?? createStockImport(parts);
  const stop = () => void stockImport.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const products = await keepingLease(parts, () => stockImport.read());
    if (next !== undefined && (await hasStockOf(client, next, options(parts)))) {
      log.warn(
        { day, next },
        'the stock of the next day has begun to come: that of the day is not to be had any more',
      );
      return false;
    }
    const keepFrom = retentionDays === undefined ? undefined : calendar.addDays(day, 1 - retentionDays);
    await stockImport.save(day, now, keepFrom);
    log.info({ day, products }, 'stock taken in');
    return true;
  } finally {
    signal?.removeEventListener('abort', stop);
    await stockImport.close();
  }
}

/** Pages beyond 20 a minute take minutes: another process would take the gate over and read them all as well. */
async function keepingLease<Result>(parts: StockIntakeParts, work: () => Promise<Result>): Promise<Result> {
  const { database, leaseClock, log, owner = THIS_PROCESS } = parts;
  if (leaseClock === undefined) return work();
  const done = new AbortController();
  const renew = async () => {
    for (;;) {
      await leaseClock.sleep(MINUTE, done.signal).catch(() => undefined);
      if (done.signal.aborted) return;
      await database
        .updateTable('stock_day')
        .set((set) => ({ lease_until: set('lease_until', '+', LONGER_BY_MS) }))
        .where('lease_owner', '=', owner)
        .where('lease_until', '>', 0)
        .execute()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the lease of the stock could not be made longer'),
        );
    }
  };
  const renewing = renew();
  try {
    return await work();
  } finally {
    done.abort();
    await renewing;
  }
}

function options({ signal }: StockIntakeParts): CallOptions {
  return signal === undefined ? {} : { signal };
}
