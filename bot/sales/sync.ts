import type { Logger } from 'pino';
import type { Calendar, Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { holdLease, type Lease, LeaseLostError, releaseLease } from '../database/lease.ts';
import type { SalesImport } from './import.ts';
import { OWN_PRODUCT_DAYS } from './ownProducts.ts';
import { nextSalesStep, pauseAfter, type SalesStep } from './plan.ts';
import { readDaysKnown, readSalesState, rowsHeld, writeSalesState } from './state.ts';

export interface SalesIntakeParts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Names this process among those on the same database. */
  readonly owner: string;
  /** Days of the past that are held from the first start on. */
  readonly historyDays: number;
  /** Days after which sales are forgotten; never fewer than `historyDays`. */
  readonly retentionDays: number;
  openImport(lease: Lease): Promise<SalesImport>;
}

/** After a process was killed, another one waits that long before it takes over. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
/** The log tells of the past so often, in days. */
const DAYS_PER_LINE = 10;

/**
 * Brings sales up to date: the last day, corrections, the past, one step after the other until nothing is due. Called
 * again and again; most calls find nothing due and ask nothing. Any process may be ended at any moment: the next call
 * goes on where it stopped.
 */
export async function takeInSales(parts: SalesIntakeParts): Promise<void> {
  const { database, clock, log, signal } = parts;
  if ((await readSalesState(database)).nextTryAt > clock.now()) return;
  if ((await nextStep(parts)) === undefined) return;
  const lease: Lease = { name: 'intake of sales', owner: parts.owner };
  const hold = () => holdLease(database, lease, { lengthMs: LEASE_MS, now: clock.now() });
  if (!(await hold())) return;
  const done = new AbortController();
  const held = keepHolding(hold, parts, done.signal);
  try {
    await withImport(parts, lease, (sales) => takeSteps(parts, sales));
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
  } finally {
    done.abort();
    await held;
    await releaseLease(database, lease);
  }
}

/** Opens an import for the work, and closes it after it, or at once when the bot stops. */
async function withImport(
  { openImport, signal }: SalesIntakeParts,
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

/** The lease lasts while the work does. When it is lost all the same, the next transaction of the import says so. */
async function keepHolding(
  hold: () => Promise<boolean>,
  { clock, log }: SalesIntakeParts,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted) {
    await clock.sleep(RENEW_MS, done).catch(() => undefined);
    if (done.aborted) return;
    try {
      await hold();
    } catch (error) {
      log.warn({ err: error }, 'the lease of the sales intake could not be made longer');
    }
  }
}

/** An error that crossed over from a thread has its name only. */
function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError || (error instanceof Error && error.name === 'LeaseLostError');
}

async function nextStep({ database, calendar, clock, historyDays }: SalesIntakeParts) {
  const state = await readSalesState(database);
  const known = await readDaysKnown(database);
  return nextSalesStep({ calendar, now: clock.now(), historyDays, state, known });
}

async function takeSteps(parts: SalesIntakeParts, sales: SalesImport): Promise<void> {
  const { calendar, clock, log, signal, historyDays, retentionDays } = parts;
  let filled = 0;
  for (let step = await nextStep(parts); step !== undefined; step = await nextStep(parts)) {
    await takeStep(parts, sales, step);
    if (signal.aborted) return;
    if (step.kind !== 'fill') continue;
    filled += 1;
    if (filled % DAYS_PER_LINE === 0)
      log.info({ day: step.day, days: filled }, 'sales of the past are being read');
  }
  if (filled > 0) log.info({ days: filled }, 'sales of the past are there');
  const last = calendar.latestSalesDay(clock.now());
  await sales.tidy(
    calendar.addDays(last, 1 - Math.max(retentionDays, historyDays)),
    calendar.addDays(last, 1 - OWN_PRODUCT_DAYS),
  );
}

async function takeStep(parts: SalesIntakeParts, sales: SalesImport, step: SalesStep): Promise<void> {
  const { database, clock, log } = parts;
  const now = clock.now();
  switch (step.kind) {
    case 'newest': {
      // Noted before it is asked: a process that dies of the answer does not ask in a loop.
      const { probedDay, probes } = await readSalesState(database);
      const times = probedDay === step.day ? probes + 1 : 1;
      await writeSalesState(database, {
        probedDay: step.day,
        probes: times,
        nextProbeAt: now + pauseAfter(times),
      });
      const rows = await sales.importDay(step.day, step.settlesEmpty, now);
      if (rows > 0) log.info({ day: step.day, rows }, 'sales taken in');
      else if (step.settlesEmpty)
        log.info({ day: step.day }, 'no sales of that day by 12:00: it is settled as empty');
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
      const held = await rowsHeld(database, day);
      const { rows, differed } = await sales.readAgain(day, now);
      if (rows === 0 && held > 0)
        log.warn({ day, held }, 'the service has no sales any more of a day that has some here; these stay');
      else if (differed > 0) log.info({ day, rows, differed }, 'sales of a past day were read again');
      return;
    }
  }
}
