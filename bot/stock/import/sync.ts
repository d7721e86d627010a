import { type Selectable, sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import { hasStockOf } from 'retail-data-client/client/hasStockOf';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError, TooManyCallsError } from 'retail-data-client/errors/errors';
import type { DatabaseClock } from '../../database/clock.ts';
import type { Database } from '../../database/connection.ts';
import { underLease } from '../../database/lease.ts';
import type { StockDayTable } from '../../database/tables/stock.ts';
import { fewestOf, isBelieved, isFarShorter } from '../../text/numbers.ts';
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
  /** Tells the time after a call: one can wait for hours until the rate limit allows it. */
  readonly time: Pick<DatabaseClock, 'now'>;
  /** Of the lease, which is renewed while pages are read for minutes. */
  readonly leaseClock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal?: AbortSignal | undefined;
  /** Identifies this process among those on the database. */
  readonly owner?: string | undefined;
  /** Opens an import, for example in another process; in this one when undefined. */
  readonly openImport?: ((now: number) => StockImport) | undefined;
  /** The first day to keep when the stock of `day` is saved; undefined keeps all. */
  readonly keepFrom?: ((day: string) => Promise<string>) | undefined;
}

const THIS_PROCESS = 'this process';
const MINUTE = 60_000;
/** Pauses after the second and further probes; the last one repeats. */
const PAUSES_MINUTES = [2, 3, 5, 8];
const LONGEST_PAUSE_MINUTES = 10;
/** A day without rows by this time is settled as empty: stores are closed, or no stock changed. */
export const GIVE_UP = '12:00';
/** No calls after this time: they would use up the day's calls overnight. */
export const LATEST_GIVE_UP = '20:00';
const READ_AGAIN_MINUTES = 30;
const READ_AGAIN_MS = READ_AGAIN_MINUTES * MINUTE;
/** Attempts after a list was refused, every half hour: seven until noon, then readings of the whole list. */
const MAX_LOOKS = 12;
/** Attempts at the second reading. */
const MAX_READINGS = 3;
/** How many days back to look for stock that arrived while the bot was down. */
const DAYS_BACK = 10;

/**
 * The freshness gate: stores the latest stock as soon as the service has all of it, once for all channels and replicas.
 * Called periodically; most calls find nothing due and ask nothing. The data decides, not the clock: stock is complete
 * when two probes, at least a minute apart, give the same fingerprint. Half an hour later it is read again. A list that
 * is empty or far shorter than the previous one is refused: see `lookAgain`. After `giveUpAt` (noon by default) a day
 * without stock is settled as empty, and in the evening also a day whose stock still changes.
 * @returns whether stock was stored
 */
export async function syncStock(
  options: StockSyncOptions,
  now: number,
  giveUpAt = options.calendar.instantOf(options.calendar.latestStockDay(now), GIVE_UP),
): Promise<boolean> {
  const { database, calendar, leaseClock, log, owner = THIS_PROCESS } = options;
  const day = calendar.latestStockDay(now);
  if (!isDue(await stockDayOf(database, day), now)) return false;
  const isTaken = await underLease(
    database,
    leaseClock,
    { name: `stock of ${day}`, owner },
    log,
    async () => {
      // Another process may have been quicker.
      const gate = await stockDayOf(database, day);
      return (
        isDue(gate, now) && probe(options, day, await noteProbe(database, day, gate, now), now, giveUpAt)
      );
    },
  );
  return isTaken ?? false;
}

/** @returns whether stock was stored */
async function probe(
  options: StockSyncOptions,
  day: string,
  gate: Gate,
  now: number,
  giveUpAt: number,
): Promise<boolean> {
  const { client, database, calendar, log } = options;
  try {
    if (gate.refused_products !== null) return await lookAgain(options, day, gate, now);
    if (gate.state === 'fresh') return await readAgain(options, day, gate.probes, now);
    const { signal } = options;
    const fingerprint = await probeStock({ client, calendar, day, seen: gate.seen, signal });
    if (fingerprint === undefined) {
      await updateDay(database, day, { answered: 1, seen: null });
      await importEarlierDays(options, day, now);
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
      await noteFingerprint(options, day, fingerprint, gate);
      return false;
    }
    return await settleFirst(options, day, await importStock(options, { day }, now));
  } catch (error) {
    if (neededTooManyCalls(error)) await waitAnHour(database, day, now);
    throw error;
  }
}

/** Of the class of an error, only the name comes from an import's process. */
function neededTooManyCalls(error: unknown): boolean {
  return error instanceof Error && error.name === TooManyCallsError.name;
}

async function waitAnHour(database: Database, day: string, now: number): Promise<void> {
  const next = now + 60 * MINUTE;
  await database
    .updateTable('stock_day')
    .set({
      next_probe_at: next,
      read_again_at: sql`case when read_again_at is not null then cast(${next} as bigint) end`,
    })
    .where('business_date', '=', day)
    .execute();
}

async function settleFirst(
  { database, time }: Pick<StockSyncOptions, 'database' | 'time'>,
  day: string,
  taken: Taken,
): Promise<boolean> {
  // The service no longer has this day's stock; the next day's is read again at its time.
  if (taken === 'next') await settle(database, day, { state: 'empty' });
  if (taken !== 'day') return false;
  const cameAt = await time.now();
  await settle(database, day, { state: 'fresh', came_at: cameAt, read_again_at: cameAt + READ_AGAIN_MS });
  return true;
}

/**
 * Tries again after a list was refused: an answer may be cut, and stored stock is better than half a list. Until noon one
 * call checks whether the list is long enough now. From noon on the list is read, and stored once two readings have the
 * same products. An empty list is never stored.
 */
async function lookAgain(options: StockSyncOptions, day: string, gate: Gate, now: number): Promise<boolean> {
  const { database, calendar, log } = options;
  const isFirst = gate.state === 'waiting';
  if (gate.probes > MAX_LOOKS) {
    await updateDay(database, day, { read_again_at: null, ...(isFirst && { state: 'empty' as const }) });
    log.warn(
      { day, products: gate.refused_products },
      'the list of that day did not become whole: what is stored stays, and it is no longer asked for',
    );
    return false;
  }
  const mayShrink = now >= calendar.instantOf(day, GIVE_UP);
  if (!mayShrink && !(await isLongEnough(options, day))) return false;
  const confirmed = mayShrink ? (gate.refused_hash ?? undefined) : undefined;
  const taken = await importStock(options, { day, confirmed }, now);
  if (isFirst) return settleFirst(options, day, taken);
  if (taken === 'refused') return false;
  await updateDay(database, day, { read_again_at: null, ...NOT_REFUSED });
  return true;
}

/** Asks, in one call, for the last product that a long enough list would have. */
async function isLongEnough({ client, database, signal }: StockSyncOptions, day: string): Promise<boolean> {
  const start = fewestOf((await listBefore(database, day))?.products ?? 0) - 1;
  const query = { includeZeroStock: true, maxResults: 1, start };
  try {
    const { data } = await client.get('accumulatedStock', query, { signal });
    return data.length > 0;
  } catch (error) {
    // The service may refuse a start after the last product.
    if (error instanceof RetailDataError && error.kind === 'badRequest') return false;
    throw error;
  }
}

/** Reads the day's stock again, for changes after it had seemed complete. */
async function readAgain(
  options: StockSyncOptions,
  day: string,
  attempts: number,
  now: number,
): Promise<boolean> {
  const { database, log } = options;
  try {
    const taken = await importStock(options, { day }, now);
    if (taken === 'refused') return false;
  } catch (error) {
    if (attempts < MAX_READINGS) throw error;
    log.warn(
      { day, err: error },
      'the stock of that day could not be read once more; it stays as it was read',
    );
  }
  await updateDay(database, day, { read_again_at: null });
  return true;
}

/** The next day, in the morning before its refresh, which may be early; otherwise undefined. */
function dayThatMayHaveBegun(calendar: Calendar, day: string, now: number): string | undefined {
  return calendar.dayOf(now) > day ? calendar.addDays(day, 1) : undefined;
}

/**
 * Notes a new fingerprint: the first is probed again in a minute, later changes with growing pauses, but never sooner
 * than a minute after this probe has ended.
 */
async function noteFingerprint(
  { database, calendar, log, time }: Pick<StockSyncOptions, 'database' | 'calendar' | 'log' | 'time'>,
  day: string,
  fingerprint: StockFingerprint,
  gate: Gate,
): Promise<void> {
  const now = await time.now();
  const isFirst = gate.seen === null;
  const soonest = now + MINUTE;
  const isGivenUp = !isFirst && now >= calendar.instantOf(day, LATEST_GIVE_UP);
  await updateDay(database, day, {
    seen: fingerprint,
    next_probe_at: isFirst ? soonest : Math.max(soonest, gate.next_probe_at),
    ...(isFirst && { probes: 1 }),
    ...(isGivenUp && { state: 'empty' as const }),
  });
  if (isGivenUp) {
    log.warn({ day }, `the stock of that day still changed at ${LATEST_GIVE_UP}: it is not taken for whole`);
  } else log.info({ day }, 'the stock of that day has begun to come; it is taken in once it stays the same');
}

type Gate = Selectable<StockDayTable>;

function isDue(gate: Gate | undefined, now: number): boolean {
  if (gate === undefined) return true;
  if (gate.state === 'waiting') return gate.next_probe_at <= now;
  return gate.state === 'fresh' && gate.read_again_at !== null && gate.read_again_at <= now;
}

/** Notes a probe before its call, so that failed calls are spaced too: the service counts calls. */
function noteProbe(database: Database, day: string, gate: Gate | undefined, now: number): Promise<Gate> {
  if (gate === undefined) {
    return database
      .insertInto('stock_day')
      .values({ business_date: day, state: 'waiting', probes: 1, next_probe_at: now + MINUTE, answered: 0 })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const { probes, refused_products, read_again_at } = gate;
  const pause =
    refused_products === null ? (PAUSES_MINUTES[probes - 1] ?? LONGEST_PAUSE_MINUTES) : READ_AGAIN_MINUTES;
  const next_probe_at = now + pause * MINUTE;
  return database
    .updateTable('stock_day')
    .set({
      answered: 0,
      probes: probes + 1,
      next_probe_at,
      read_again_at: read_again_at === null ? null : next_probe_at,
    })
    .where('business_date', '=', day)
    .returningAll()
    .executeTakeFirstOrThrow();
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

async function importEarlierDays(options: StockSyncOptions, day: string, now: number): Promise<void> {
  const latest = await latestSnapshot(options.database);
  // A first start on a Sunday stores the latest stock there is, under its own day.
  if (latest === undefined) await importStock(options, { day: undefined, next: day }, now);
  else await importMissed(options, { before: day, latest: latest.businessDate }, now);
}

/**
 * Stores stock that arrived while the bot was down, under its own day, while the service still has it. Otherwise Sunday
 * would show stock from before Saturday. Asks about the previous day once.
 */
async function importMissed(
  options: StockSyncOptions,
  { before, latest }: { readonly before: string; readonly latest: string },
  now: number,
): Promise<void> {
  const { calendar, client, database, signal } = options;
  const dayBefore = calendar.addDays(before, -1);
  if (latest >= dayBefore || (await isSettled(database, dayBefore))) return;
  let day = dayBefore;
  let isTaken = false;
  for (let back = 0; back < DAYS_BACK && day > latest; back += 1) {
    if (await hasStockOf(client, day, { signal })) {
      const taken = await importStock(options, { day, next: before, isOnce: true }, now);
      if (taken !== 'day' && taken !== 'refused') return;
      isTaken = taken === 'day';
      break;
    }
    day = calendar.addDays(day, -1);
  }
  const state = isTaken && day === dayBefore ? 'fresh' : 'empty';
  await database
    .insertInto('stock_day')
    .values({
      business_date: dayBefore,
      state,
      probes: 0,
      next_probe_at: 0,
      answered: 0,
    })
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet({ state, seen: null }))
    .execute();
}

async function isSettled(database: Database, day: string): Promise<boolean> {
  const asked = await stockDayOf(database, day);
  // A day with a fingerprint isn't settled: its stock may have stopped changing overnight.
  return asked !== undefined && asked.state !== 'waiting' && asked.seen === null;
}

interface Wanted {
  /** Undefined for the latest day before `next`. */
  readonly day: string | undefined;
  /** The day whose stock may have begun to arrive; undefined for the one after `day`, once that has begun. */
  readonly next?: string | undefined;
  /** The hash of a short list that can be stored if it is read again; undefined for none. */
  readonly confirmed?: string | undefined;
  /** Whether a short list is refused without another attempt. */
  readonly isOnce?: boolean;
}

/** What was stored: the stock of `day`, that of `next`, or none, `refused` if the list was too short. */
type Taken = 'day' | 'next' | 'refused' | undefined;

/**
 * Reads the stock and stores it under `day`. Once stock of `next` has begun to arrive, the service no longer has that of
 * `day`. Then, before 08:30 of `next`, it is stored under `next` if the service's latest update is of that day. Which day
 * it is of is judged after the reading, which can last until the next morning when the day's calls are used up.
 */
async function importStock(
  options: StockSyncOptions,
  { day, confirmed, isOnce = false, ...wanted }: Wanted,
  begunAt: number,
): Promise<Taken> {
  const { client, database, calendar, log, time, signal, openImport, keepFrom } = options;
  const stockImport = openImport?.(begunAt) ?? createStockImport(client, database, signal);
  const stop = () => void stockImport.close();
  signal?.addEventListener('abort', stop, { once: true });
  const save = async (businessDate: string, read: StockRead, readAt: number): Promise<boolean> => {
    const before = await listBefore(database, businessDate);
    const list = { count: read.products, hash: read.hash };
    if (!isBelieved(list, before?.products ?? 0, confirmed)) {
      const isAskedAgain = businessDate === day && !isOnce;
      if (isAskedAgain) await noteRefusal(database, day, read, readAt);
      logRefusal(log, businessDate, read, before, isAskedAgain);
      return false;
    }
    await stockImport.save(businessDate, readAt, await keepFrom?.(businessDate));
    log.info({ day: businessDate, products: read.products }, 'stock taken in');
    logFall(log, businessDate, read, before);
    if (isFarShorter(read.products - read.negative, read.products)) {
      const { products, negative } = read;
      log.warn(
        { day: businessDate, products, negative },
        'many products have fewer than 0 units: they count as sold out',
      );
    }
    return true;
  };
  try {
    signal?.throwIfAborted();
    const read = await stockImport.read();
    const readAt = await time.now();
    const { updatedOn } = read;
    const next = wanted.next ?? (day === undefined ? undefined : dayThatMayHaveBegun(calendar, day, readAt));
    if (
      next !== undefined &&
      (isOf(next, updatedOn, readAt, calendar) || (await hasStockOf(client, next, { signal })))
    ) {
      log.warn(
        { day, next },
        'the stock of the next day has begun to come: that of the day is not to be had any more',
      );
      if (updatedOn !== next || (await time.now()) >= calendar.instantOf(next, STOCK_REFRESH))
        return undefined;
      await expectLater(options, next);
      await save(next, read, readAt);
      return 'next';
    }
    const isOlder = updatedOn !== undefined && next !== undefined && updatedOn < next;
    const businessDate = day ?? (isOlder ? updatedOn : undefined);
    if (businessDate === undefined) return undefined;
    return (await save(businessDate, read, readAt)) ? 'day' : 'refused';
  } finally {
    signal?.removeEventListener('abort', stop);
    await stockImport.close();
  }
}

/** Whether the latest date in a list is of `day` or later. A date that hasn't come yet says nothing. */
function isOf(day: string, updatedOn: string | undefined, now: number, calendar: Calendar): boolean {
  return updatedOn !== undefined && updatedOn >= day && updatedOn <= calendar.dayOf(now);
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

function logRefusal(
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

/** Warns of a list that is far shorter (confirmed by two readings), or of far fewer units. */
function logFall(
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

/** Schedules the first probe of `day` for 08:30; until then stock stored for `day` doesn't count as complete. */
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
      answered: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
