import { type Selectable, sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import { hasStockOf } from 'retail-data-client/client/hasStockOf';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Database } from '../../database/connection.ts';
import type { StockDayTable } from '../../database/tables/stock.ts';
import { fewestOf, isFarShorter } from '../../text/numbers.ts';
import { latestSnapshot } from '../queries.ts';
import { createStockImport, type StockImport, type StockRead } from './import.ts';
import { probeStock, type StockFingerprint } from './probe.ts';
import { type ListBefore, listBefore } from './snapshots.ts';
import { stockDayOf } from './state.ts';

export interface StockSyncOptions {
  readonly client: RetailDataOperations;
  readonly database: Database;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly signal?: AbortSignal | undefined;
  /** Which process this is among those on the database. */
  readonly owner?: string | undefined;
  /** Reads and saves elsewhere than in this process; in this one when not set. */
  readonly openImport?: ((now: number) => StockImport) | undefined;
  /** The first day whose stock stays when that of a day is saved; all stays when not set. */
  readonly keepFrom?: ((day: string) => Promise<string>) | undefined;
  /** By which the lease is renewed while a stock of many pages is read; it is not when not set. */
  readonly leaseClock?: Pick<Clock, 'sleep'> | undefined;
}

const THIS_PROCESS = 'this process';
const MINUTE = 60_000;
/** Pauses after the second and further probes; the last one repeats. */
const PAUSES_MINUTES = [2, 3, 5, 8];
const LONGEST_PAUSE_MINUTES = 10;
/** Long enough to probe and then to read; no other process does meanwhile. */
const LEASE_MS = 3 * MINUTE;
/** A little less than the pause between two renewals, so that a renewed lease never outlasts a new one. */
const RENEWAL_MS = 55_000;
/** A day that has no row by then stays without: stores are closed, or nothing moved. */
export const GIVE_UP = '12:00';
/** The service is not asked after that: the night would use up the calls of the day. */
export const LATEST_GIVE_UP = '20:00';
const READ_AGAIN_MINUTES = 30;
const READ_AGAIN_MS = READ_AGAIN_MINUTES * MINUTE;
/** Looks at a day whose list was refused, one every half hour: seven until noon, then readings of the whole list. */
const MOST_LOOKS = 12;
/** Tries of reading it once more. */
const MOST_READINGS = 3;
/** How far back stock is looked for that came while the bot was away. */
const DAYS_BACK = 10;

/**
 * The freshness gate: brings the newest stock in as soon as the service has all of it, once for all channels and replicas.
 * Called again and again; most calls find nothing due and ask nothing. Whether stock is of the day is judged by the
 * data, not by the clock: it is whole when two probes, a minute apart at least, see the same, and half an hour later it
 * is read once more. A list that is empty or far shorter than the one before is refused: see `lookAgain`. True when it
 * was taken in now. After `giveUpAt` (noon when not set) a day without stock is settled
 * as empty, and so is in the evening one that never came to rest.
 */
export async function syncStock(
  options: StockSyncOptions,
  now: number,
  giveUpAt = options.calendar.instantOf(options.calendar.latestStockDay(now), GIVE_UP),
): Promise<boolean> {
  const { client, database, calendar, log, owner = THIS_PROCESS } = options;
  const day = calendar.latestStockDay(now);
  // Claimed before it is asked: a service that is down is not asked every minute either, since calls are counted.
  const gate = await claim(database, day, owner, now);
  if (gate === undefined) return false;
  try {
    if (gate.refused_products !== null) return await lookAgain(options, day, gate, now);
    if (gate.state === 'fresh') return await readAgain(options, day, gate.probes, now);
    const { signal } = options;
    const fingerprint = await probeStock({ client, calendar, day, seen: gate.seen, signal });
    if (fingerprint === undefined) {
      await updateDay(database, day, { answered: 1, seen: null });
      await takeInEarlierDays(options, day, now);
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
    if (fingerprint !== gate.seen) {
      await noteFingerprint(options, day, { fingerprint, isFirst: gate.seen === null }, now);
      return false;
    }
    const taken = await takeIn(options, { day, next: dayThatMayHaveBegun(calendar, day, now) }, now);
    return await settleFirst(database, day, taken, now);
  } finally {
    await release(database, day, owner);
  }
}

async function settleFirst(database: Database, day: string, taken: Taken, now: number): Promise<boolean> {
  // That of the day is gone; that of the next is read again at its time.
  if (taken === 'next') await settle(database, day, { state: 'empty' });
  if (taken !== 'day') return false;
  await settle(database, day, { state: 'fresh', came_at: now, read_again_at: now + READ_AGAIN_MS });
  return true;
}

/**
 * A list was refused: one answer of the service may be cut, and what is stored is better than half of it. Until noon one
 * call tells whether the list has grown long enough; from noon on it is read, and taken once two readings have the same
 * products. An empty list is never taken.
 */
async function lookAgain(options: StockSyncOptions, day: string, gate: Gate, now: number): Promise<boolean> {
  const { database, calendar, log } = options;
  const isFirst = gate.state === 'waiting';
  if (gate.probes > MOST_LOOKS) {
    await updateDay(database, day, { read_again_at: null, ...(isFirst && { state: 'empty' as const }) });
    log.warn(
      { day, products: gate.refused_products },
      'the list of that day did not become whole: what is stored stays, and it is no longer asked for',
    );
    return false;
  }
  const mayShrink = now >= calendar.instantOf(day, GIVE_UP);
  if (!mayShrink && !(await isLongEnough(options, day))) return false;
  const wanted = {
    day,
    next: dayThatMayHaveBegun(calendar, day, now),
    confirmed: mayShrink ? (gate.refused_hash ?? undefined) : undefined,
  };
  const taken = await takeIn(options, wanted, now);
  if (isFirst) return settleFirst(database, day, taken, now);
  if (taken === 'refused') return false;
  await updateDay(database, day, { read_again_at: null, ...NOT_REFUSED });
  return true;
}

/** One call, for the last product of a list that would be long enough. */
async function isLongEnough({ client, database, signal }: StockSyncOptions, day: string): Promise<boolean> {
  const start = fewestOf((await listBefore(database, day))?.products ?? 0) - 1;
  const query = { includeZeroStock: true, maxResults: 1, start };
  try {
    const { data } = await client.get('accumulatedStock', query, { signal });
    return data.length > 0;
  } catch (error) {
    // A service may refuse a start behind the last product.
    if (error instanceof RetailDataError && error.kind === 'badRequest') return false;
    throw error;
  }
}

/** What the service still changed after it had seemed to be done comes in then; answers follow it. */
async function readAgain(
  options: StockSyncOptions,
  day: string,
  attempts: number,
  now: number,
): Promise<boolean> {
  const { database, calendar, log } = options;
  try {
    const taken = await takeIn(options, { day, next: dayThatMayHaveBegun(calendar, day, now) }, now);
    if (taken === 'refused') return false;
  } catch (error) {
    if (attempts < MOST_READINGS) throw error;
    log.warn(
      { day, err: error },
      'the stock of that day could not be read once more; it stays as it was read',
    );
  }
  await updateDay(database, day, { read_again_at: null });
  return true;
}

/** In the morning before its time: the refresh of the next day may come early. */
function dayThatMayHaveBegun(calendar: Calendar, day: string, now: number): string | undefined {
  return calendar.dayOf(now) > day ? calendar.addDays(day, 1) : undefined;
}

/** The stock of the day is on its way: it is probed again in a minute, and while it moves with growing pauses. */
async function noteFingerprint(
  { database, calendar, log }: Pick<StockSyncOptions, 'database' | 'calendar' | 'log'>,
  day: string,
  { fingerprint, isFirst }: { readonly fingerprint: StockFingerprint; readonly isFirst: boolean },
  now: number,
): Promise<void> {
  const isGivenUp = !isFirst && now >= calendar.instantOf(day, LATEST_GIVE_UP);
  await updateDay(database, day, {
    seen: fingerprint,
    ...(isFirst && { probes: 1, next_probe_at: now + MINUTE }),
    ...(isGivenUp && { state: 'empty' as const }),
  });
  if (isGivenUp) {
    log.warn({ day }, `the stock of that day still changed at ${LATEST_GIVE_UP}: it is not taken for whole`);
  } else log.info({ day }, 'the stock of that day has begun to come; it is taken in once it stays the same');
}

type Gate = Pick<
  Selectable<StockDayTable>,
  'state' | 'probes' | 'seen' | 'refused_products' | 'refused_hash'
>;

/**
 * One process gets it: for others it is not time, or somebody is asking. The lease is part of the claim, so that a single
 * statement takes it exactly when a probe is due, and a turn that finds nothing due writes nothing.
 */
async function claim(database: Database, day: string, owner: string, now: number): Promise<Gate | undefined> {
  const lease = { lease_owner: owner, lease_until: now + LEASE_MS, answered: 0 };
  const steps = PAUSES_MINUTES.map((pause, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(pause)}`);
  const pause = sql<number>`(case when stock_day.refused_products is not null then ${sql.lit(READ_AGAIN_MINUTES)} else
    case stock_day.probes ${sql.join(steps, sql` `)} else ${sql.lit(LONGEST_PAUSE_MINUTES)} end end)`;
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
        .where('stock_day.lease_until', '<=', now)
        .where(({ eb, and, or }) =>
          or([
            and([eb('stock_day.state', '=', 'waiting'), eb('stock_day.next_probe_at', '<=', now)]),
            and([eb('stock_day.state', '=', 'fresh'), eb('stock_day.read_again_at', '<=', now)]),
          ]),
        ),
    )
    .returning(['state', 'probes', 'seen', 'refused_products', 'refused_hash'])
    .executeTakeFirst();
}

async function release(database: Database, day: string, owner: string): Promise<void> {
  await database
    .updateTable('stock_day')
    .set({ lease_until: 0 })
    .where('business_date', '=', day)
    .where('lease_owner', '=', owner)
    .execute();
}

async function updateDay(database: Database, day: string, fields: Updateable<StockDayTable>): Promise<void> {
  await database.updateTable('stock_day').set(fields).where('business_date', '=', day).execute();
}

function settle(
  database: Database,
  day: string,
  settled: Pick<Updateable<StockDayTable>, 'state' | 'came_at' | 'read_again_at'>,
): Promise<void> {
  return updateDay(database, day, { ...settled, probes: 0, seen: null, ...NOT_REFUSED });
}

const NOT_REFUSED = { refused_products: null, refused_hash: null };

async function takeInEarlierDays(options: StockSyncOptions, day: string, now: number): Promise<void> {
  const held = await latestSnapshot(options.database);
  // A first start on a Sunday has the newest stock there is, under the day it is of.
  if (held === undefined) await takeIn(options, { day: undefined, next: day }, now);
  else await takeInMissed(options, { than: day, held: held.businessDate }, now);
}

/**
 * Stock that came while the bot was away is read while it is the newest there is, under the day it is of: or Sunday
 * would show what was held before Saturday. The day before is asked about once.
 */
async function takeInMissed(
  options: StockSyncOptions,
  { than, held }: { readonly than: string; readonly held: string },
  now: number,
): Promise<void> {
  const { calendar, client, database, signal } = options;
  const before = calendar.addDays(than, -1);
  if (held >= before || (await isSettled(database, before))) return;
  let day = before;
  let isTaken = false;
  for (let back = 0; back < DAYS_BACK && day > held; back += 1) {
    if (await hasStockOf(client, day, { signal })) {
      const taken = await takeIn(options, { day, next: than, isOnce: true }, now);
      if (taken !== 'day' && taken !== 'refused') return;
      isTaken = taken === 'day';
      break;
    }
    day = calendar.addDays(day, -1);
  }
  const state = isTaken && day === before ? 'fresh' : 'empty';
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

interface Wanted {
  /** Undefined for the newest there is before `next`. */
  readonly day: string | undefined;
  /** The day whose stock may have begun to come; undefined when none may. */
  readonly next: string | undefined;
  /** The products of a short list that is taken now; undefined while none is. */
  readonly confirmed?: string | undefined;
  /** Whether a day is asked for once only, so that a short list of it is not looked at again. */
  readonly isOnce?: boolean;
}

/** What was kept: the stock that was wanted, that of the next day, or none, which may be because its list is too short. */
type Taken = 'day' | 'next' | 'refused' | undefined;

/**
 * Reads the stock and keeps it as that of the day. When that of the next day has begun to come, that of the day is not
 * to be had: before 08:30 of the next day what was read is kept as that of the next, if the service says that it is of it.
 */
async function takeIn(
  options: StockSyncOptions,
  { day, next, confirmed, isOnce = false }: Wanted,
  now: number,
): Promise<Taken> {
  const { client, database, calendar, log, signal, openImport, keepFrom } = options;
  const stockImport = openImport?.(now) ?? createStockImport(client, database, signal);
  const stop = () => void stockImport.close();
  signal?.addEventListener('abort', stop, { once: true });
  const save = async (businessDate: string, read: StockRead): Promise<boolean> => {
    const before = await listBefore(database, businessDate);
    if (isRefused(read, before, confirmed)) {
      const isAskedAgain = businessDate === day && !isOnce;
      if (isAskedAgain) await noteRefusal(database, day, read, now);
      tellRefusal(log, businessDate, read, before, isAskedAgain);
      return false;
    }
    await stockImport.save(businessDate, now, await keepFrom?.(businessDate));
    log.info({ day: businessDate, products: read.products }, 'stock taken in');
    tellFall(log, businessDate, read, before);
    return true;
  };
  try {
    signal?.throwIfAborted();
    const read = await renewingLease(options, () => stockImport.read());
    const { updatedOn } = read;
    if (next !== undefined && (await hasStockOf(client, next, { signal }))) {
      log.warn(
        { day, next },
        'the stock of the next day has begun to come: that of the day is not to be had any more',
      );
      if (updatedOn !== next || now >= calendar.instantOf(next, STOCK_REFRESH)) return undefined;
      await expectLater(options, next);
      await save(next, read);
      return 'next';
    }
    const isOlder = updatedOn !== undefined && next !== undefined && updatedOn < next;
    const businessDate = day ?? (isOlder ? updatedOn : undefined);
    if (businessDate === undefined) return undefined;
    return (await save(businessDate, read)) ? 'day' : 'refused';
  } finally {
    signal?.removeEventListener('abort', stop);
    await stockImport.close();
  }
}

function isRefused(
  { products, hash }: StockRead,
  before: ListBefore | undefined,
  confirmed: string | undefined,
): boolean {
  if (products === 0) return true;
  return before !== undefined && isFarShorter(products, before.products) && hash !== confirmed;
}

async function noteRefusal(
  database: Database,
  day: string,
  { products, hash }: StockRead,
  now: number,
): Promise<void> {
  const next = now + READ_AGAIN_MS;
  await database
    .updateTable('stock_day')
    .set({
      refused_products: products,
      refused_hash: hash,
      probes: sql`case when refused_products is null then 1 else probes end`,
      next_probe_at: next,
      read_again_at: sql`case when state = 'fresh' then cast(${next} as bigint) end`,
    })
    .where('business_date', '=', day)
    .execute();
}

function tellRefusal(
  log: Logger,
  day: string,
  { products }: StockRead,
  before: ListBefore | undefined,
  isAskedAgain: boolean,
): void {
  const against = before === undefined ? {} : { before: before.products, of: before.businessDate };
  const what = products === 0 ? 'the service lists no products' : 'the service lists far fewer products';
  const look = `; the bot looks again every ${READ_AGAIN_MINUTES} minutes`;
  const take = `, and from ${GIVE_UP} on takes a list that two readings agree on`;
  const then = isAskedAgain ? `${look}${products === 0 ? '' : take}` : '';
  log.warn({ day, products, ...against }, `${what}: the list is refused and what is stored stays${then}`);
}

/** A list that is far shorter was confirmed; units may fall by themselves. */
function tellFall(
  log: Logger,
  day: string,
  { products, units }: StockRead,
  before: ListBefore | undefined,
): void {
  if (before === undefined) return;
  const of = before.businessDate;
  if (isFarShorter(products, before.products)) {
    log.warn(
      { day, products, before: before.products, of },
      'the service still lists far fewer products: two readings agree, so the list was taken',
    );
  } else if (isFarShorter(units, before.units)) {
    log.warn({ day, units, before: before.units, of }, 'the stock has far fewer units in as many products');
  }
}

/** The gate of the day opens at 08:30; while it waits, what is kept of the day does not count as whole. */
async function expectLater(
  { database, calendar }: Pick<StockSyncOptions, 'database' | 'calendar'>,
  day: string,
): Promise<void> {
  await database
    .insertInto('stock_day')
    .values({
      business_date: day,
      state: 'waiting',
      probes: 1,
      next_probe_at: calendar.instantOf(day, STOCK_REFRESH),
      lease_owner: null,
      lease_until: 0,
      answered: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Pages beyond 20 a minute take minutes: another process would take the gate over and read them all as well. */
async function renewingLease<Result>(
  {
    database,
    leaseClock,
    log,
    owner = THIS_PROCESS,
  }: Pick<StockSyncOptions, 'database' | 'leaseClock' | 'log' | 'owner'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (leaseClock === undefined) return work();
  const done = new AbortController();
  const renew = async () => {
    for (;;) {
      await leaseClock.sleep(MINUTE, done.signal).catch(() => undefined);
      if (done.signal.aborted) return;
      await database
        .updateTable('stock_day')
        .set((set) => ({ lease_until: set('lease_until', '+', RENEWAL_MS) }))
        .where('lease_owner', '=', owner)
        .where('lease_until', '>', 0)
        .execute()
        .catch((error: unknown) => log.warn({ err: error }, 'the lease of the stock could not be renewed'));
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
