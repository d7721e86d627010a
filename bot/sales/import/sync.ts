import type { Logger } from 'pino';
import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import { isOpenDay, dayOf as numberOfDay } from 'retail-data-client/calendar/openDays';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../../database/connection.ts';
import { type Lease, LeaseLostError, underLease } from '../../database/lease.ts';
import { deletableDaysBefore, type OldDays } from '../../database/oldDays.ts';
import type { SalesImport } from './import.ts';
import {
  type DayKnown,
  readDaysKnown,
  readSalesState,
  rowsStored,
  type SalesState,
  writeSalesState,
} from './state.ts';

export interface SalesSyncOptions {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Identifies this process among those on the same database. */
  readonly owner: string;
  /** Past days to store. */
  readonly historyDays: number;
  /** Days after which sales are deleted; never fewer than `historyDays`. */
  readonly retentionDays: number;
  readonly oldDays: OldDays;
  /** False while the clock is wrong: a future day would be fetched and settled as empty. */
  mayWork(): Promise<boolean>;
  openImport(lease: Lease): Promise<SalesImport>;
}

const LEASE_NAME = 'sync of sales';
/** One log line per this many past days. */
const DAYS_PER_LINE = 10;
/** A product counts as the supplier's own for this many days after its last sale. */
const OWN_PRODUCT_DAYS = 90;

/**
 * Brings sales up to date, one step after another until nothing is due: the last day, corrections, the past. Called
 * periodically; most calls find nothing due and ask nothing. A killed process loses nothing: the next call continues.
 */
export async function syncSales(options: SalesSyncOptions): Promise<void> {
  const { database, clock, log, signal } = options;
  if ((await readSalesState(database)).nextTryAt > clock.now()) return;
  if ((await nextStep(options)) === undefined) return;
  const lease: Lease = { name: LEASE_NAME, owner: options.owner };
  await underLease(database, clock, lease, log, async () => {
    try {
      await withImport(options, lease, (sales) => takeSteps(options, sales));
      await writeSalesState(database, { failures: 0, nextTryAt: 0 });
    } catch (error) {
      if (signal.aborted) return;
      if (isLeaseLost(error)) {
        log.warn(error instanceof Error ? error.message : String(error));
        return;
      }
      const { failures } = await readSalesState(database);
      const nextTryAt = clock.now() + pauseAfter(failures + 1);
      await writeSalesState(database, { failures: failures + 1, nextTryAt });
      throw error;
    }
  });
}

/** Ends a sync that runs in any process: its next transaction fails. */
export async function endSync(database: Database): Promise<void> {
  await database.deleteFrom('lease').where('name', '=', LEASE_NAME).execute();
}

/** Opens an import for `work` and closes it afterwards, or at once when the bot stops. */
async function withImport(
  { openImport, signal }: SalesSyncOptions,
  lease: Lease,
  work: (sales: SalesImport) => Promise<void>,
): Promise<void> {
  const sales = await openImport(lease);
  const stop = () => void sales.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await work(sales);
  } finally {
    signal.removeEventListener('abort', stop);
    await sales.close();
  }
}

/** An error from another process keeps only its name, not its class. */
function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError || (error instanceof Error && error.name === 'LeaseLostError');
}

async function nextStep({ database, calendar, clock, historyDays }: SalesSyncOptions) {
  const state = await readSalesState(database);
  const known = await readDaysKnown(database);
  return nextSalesStep({ calendar, now: clock.now(), historyDays, state, known });
}

async function takeSteps(options: SalesSyncOptions, sales: SalesImport): Promise<void> {
  const { log, signal, mayWork } = options;
  let filled = 0;
  for (let step = await nextStep(options); step !== undefined; step = await nextStep(options)) {
    await takeStep(options, sales, step);
    // The past takes minutes to fetch, in which the clock may change.
    if (signal.aborted || !(await mayWork())) return;
    if (step.kind !== 'fill') continue;
    filled += 1;
    if (filled % DAYS_PER_LINE === 0)
      log.info({ day: step.day, days: filled }, 'sales of the past are being read');
  }
  if (filled > 0) log.info({ days: filled }, 'sales of the past are there');
  await tidy(options, sales);
}

async function tidy(options: SalesSyncOptions, sales: SalesImport): Promise<void> {
  const { database, calendar, clock, oldDays, historyDays, retentionDays } = options;
  const last = calendar.latestSalesDay(clock.now());
  const { day } = await database
    .selectFrom('sales_day')
    .select(({ fn }) => fn.min<string | null>('sales_date').as('day'))
    .executeTakeFirstOrThrow();
  const { sold } = await database
    .selectFrom('own_product')
    .select(({ fn }) => fn.min<string | null>('last_sale_date').as('sold'))
    .executeTakeFirstOrThrow();
  const keepFrom = (what: 'sales' | 'own products', oldest: string | null, days: number) =>
    deletableDaysBefore(oldDays, what, oldest ?? undefined, calendar.addDays(last, 1 - days));
  await sales.tidy(
    await keepFrom('sales', day, Math.max(retentionDays, historyDays)),
    await keepFrom('own products', sold, OWN_PRODUCT_DAYS),
  );
}

async function takeStep(
  { database, clock, log }: SalesSyncOptions,
  sales: SalesImport,
  step: SalesStep,
): Promise<void> {
  const now = clock.now();
  switch (step.kind) {
    case 'newest': {
      // Note the probe before the call, so that a process that the answer kills doesn't call in a loop.
      const { probedDay, probes } = await readSalesState(database);
      const times = probedDay === step.day ? probes + 1 : 1;
      await writeSalesState(database, {
        probedDay: step.day,
        probes: times,
        nextProbeAt: now + pauseAfter(times),
      });
      const rows = await sales.importDay(step.day, step.settlesEmpty, now);
      if (rows > 0) log.info({ day: step.day, rows }, 'sales taken in');
      else if (step.settlesEmpty) log.info({ day: step.day }, 'no sales of that day: it is settled as empty');
      else log.info({ day: step.day }, 'the sales of that day are not there yet');
      return;
    }
    case 'corrections': {
      const { since, from, to } = step;
      const rows = await sales.importCorrections({ since, from, to }, now);
      await writeSalesState(database, { correctionsAt: now });
      log.info({ since, rows }, 'corrections of sales taken in');
      return;
    }
    case 'fill': {
      const rows = await sales.importDay(step.day, true, now);
      log.debug({ day: step.day, rows }, 'sales of a past day taken in');
      return;
    }
    case 'again': {
      const { day } = step;
      const { probedDay } = await readSalesState(database);
      if (day === probedDay) await writeSalesState(database, { nextProbeAt: now + LATE_MS });
      const stored = await rowsStored(database, day);
      const { rows, differed, inDoubt } = await sales.readAgain(day, now);
      if (inDoubt > 0)
        log.warn(
          { day, rows, held: stored, missing: inDoubt },
          'stored sales are missing in what the service gives now: they stay, and the bot reads the day again in 30 minutes',
        );
      else if (rows === 0 && stored > 0)
        log.warn(
          { day, held: stored },
          'the service has no sales any more of a day that has some here; these stay',
        );
      else if (differed > 0) log.info({ day, rows, differed }, 'sales of a past day were read again');
      return;
    }
  }
}

type SalesStep =
  /** Fetch the last day, which the service may not have yet. */
  | { readonly kind: 'newest'; readonly day: string; readonly settlesEmpty: boolean }
  /** Fetch rows of `from` to `to` that changed on `since` or later. */
  | { readonly kind: 'corrections'; readonly since: string; readonly from: string; readonly to: string }
  /** Fetch a past day. */
  | { readonly kind: 'fill'; readonly day: string }
  /** Fetch a known day again, whole. */
  | { readonly kind: 'again'; readonly day: string };

interface SalesPlanning {
  readonly calendar: Calendar;
  readonly now: number;
  readonly historyDays: number;
  readonly state: SalesState;
  readonly known: ReadonlyMap<string, DayKnown>;
}

/** An open day without rows by this time of the next day is settled as empty: nothing was sold, or stores were closed. */
const SETTLED_AT = '12:00';

/**
 * The next step; undefined when nothing is due. First the last day, since people ask for it; then corrections of stored
 * days, in the morning and again at noon for late ones; then the past, latest day first; then known days again; then
 * the last day, if its sales may still come.
 */
export function nextSalesStep(planning: SalesPlanning): SalesStep | undefined {
  const { calendar, now, state, known } = planning;
  const last = calendar.latestSalesDay(now);
  const isNoon = now >= calendar.instantOf(calendar.addDays(last, 1), SETTLED_AT);
  // Settle a closed day on the first answer without sales: waiting until noon would delay the week's corrections. Sales
  // that arrive later arrive as corrections.
  const settlesEmpty = isNoon || !isOpenDay(numberOfDay(last));
  if (!known.has(last) && (state.probedDay !== last || state.nextProbeAt <= now || isNoon)) {
    return { kind: 'newest', day: last, settlesEmpty };
  }
  return (
    correctionsDue(planning, last) ?? fillDue(planning, last) ?? againDue(planning) ?? lateDue(planning, last)
  );
}

function correctionsDue(planning: SalesPlanning, last: string): SalesStep | undefined {
  const { calendar, now, state, known } = planning;
  // A day fetched after a refresh includes its corrections, so `readAt` counts as a comparison.
  const comparedAt = state.correctionsAt ?? Math.min(...[...known.values()].map(({ readAt }) => readAt));
  const settled = latestPassed(calendar, now, SETTLED_AT);
  const refreshed = latestPassed(calendar, now, SALES_REFRESH);
  const due = [
    ...(comparedAt < settled ? [settled] : []),
    ...(comparedAt < refreshed && known.has(last) ? [refreshed] : []),
  ];
  const older = Math.max(...due);
  const days = [...known].filter(([day, { readAt }]) => day <= last && readAt < older).map(([day]) => day);
  const [from, to] = [days.sort()[0], days.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  // Begin a day before the last comparison: a change of that evening may have appeared only the next morning.
  const since = calendar.addDays(calendar.dayOf(comparedAt), -1);
  return { kind: 'corrections', since, from, to };
}

function fillDue({ calendar, historyDays, known }: SalesPlanning, last: string): SalesStep | undefined {
  for (let back = 1; back < historyDays; back += 1) {
    const day = calendar.addDays(last, -back);
    if (!known.has(day)) return { kind: 'fill', day };
  }
  return undefined;
}

/**
 * A day is fetched again, whole, at noon this many days later. Corrections list only rows that exist, so they don't show
 * a sale that was removed or moved to another day or store.
 */
export const READ_AGAIN_AFTER_DAYS = [2, 7, 14, 28, 84];

function againDue({ calendar, now, known }: SalesPlanning): SalesStep | undefined {
  const settled = latestPassed(calendar, now, SETTLED_AT);
  const settledDay = calendar.dayOf(settled);
  for (const [day, { readAt, lookAgainAt }] of [...known].toSorted(newestFirst)) {
    if (lookAgainAt !== undefined) {
      if (lookAgainAt <= now) return { kind: 'again', day };
      continue;
    }
    if (readAt >= settled) continue;
    const after = READ_AGAIN_AFTER_DAYS.findLast((days) => calendar.addDays(day, days) <= settledDay);
    if (after === undefined) continue;
    if (readAt < calendar.instantOf(calendar.addDays(day, after), SETTLED_AT)) return { kind: 'again', day };
  }
  return undefined;
}

/** How often to ask for the sales of an open day that was settled without any. */
const LATE_MS = 30 * 60_000;

/** Asks for late sales of the last day until the next one is due; later ones arrive as corrections. */
function lateDue({ now, state, known }: SalesPlanning, last: string): SalesStep | undefined {
  const day = known.get(last);
  const isAwaited = day?.isEmpty === true && day.lookAgainAt === undefined && isOpenDay(numberOfDay(last));
  return isAwaited && state.probedDay === last && state.nextProbeAt <= now
    ? { kind: 'again', day: last }
    : undefined;
}

function newestFirst([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? 1 : -1;
}

/** The latest instant up to `now` with this time of day. */
function latestPassed(calendar: Calendar, now: number, time: string): number {
  const today = calendar.dayOf(now);
  const instant = calendar.instantOf(today, time);
  return instant <= now ? instant : calendar.instantOf(calendar.addDays(today, -1), time);
}

const MINUTE = 60_000;
/** Pauses between probes for the last day, and after failures; the last one repeats. */
const PAUSES_MINUTES = [1, 2, 3, 5, 8, 10];

/** The pause after this many attempts in a row, in milliseconds. */
function pauseAfter(times: number): number {
  return (PAUSES_MINUTES[Math.min(times, PAUSES_MINUTES.length) - 1] ?? 10) * MINUTE;
}
