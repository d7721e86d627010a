import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../../database/connection.ts';
import type { ServiceImport } from '../../health/serviceFacts.ts';

/** How far the sync of sales has come; one record for all processes on the database. */
export interface SalesState {
  /** When the days held were last compared with the service's corrections. */
  readonly correctionsAt: number | undefined;
  readonly probedDay: string | undefined;
  readonly probes: number;
  readonly nextProbeAt: number;
  readonly failures: number;
  readonly nextTryAt: number;
}

export async function readSalesState(database: Database): Promise<SalesState> {
  const row = await database.selectFrom('sales_sync').selectAll().executeTakeFirstOrThrow();
  return {
    correctionsAt: row.corrections_at ?? undefined,
    probedDay: row.probed_day ?? undefined,
    probes: row.probes,
    nextProbeAt: row.next_probe_at,
    failures: row.failures,
    nextTryAt: row.next_try_at,
  };
}

export async function writeSalesState(database: Database, changes: Partial<SalesState>): Promise<void> {
  const { correctionsAt, probedDay, probes, nextProbeAt, failures, nextTryAt } = changes;
  await database
    .updateTable('sales_sync')
    .set({
      corrections_at: correctionsAt,
      probed_day: probedDay,
      probes,
      next_probe_at: nextProbeAt,
      failures,
      next_try_at: nextTryAt,
    })
    .execute();
}

/** A day that is held or empty. */
export interface DayKnown {
  /** When it was read whole. */
  readonly readAt: number;
  /** When it is read once more because one answer was not enough; undefined for most days. */
  readonly lookAgainAt?: number | undefined;
}

export async function readDaysKnown(database: Database): Promise<ReadonlyMap<string, DayKnown>> {
  const rows = await database
    .selectFrom('sales_day')
    .select(['sales_date', 'read_at', 'look_again_at'])
    .execute();
  return new Map(
    rows.map((row) => [row.sales_date, { readAt: row.read_at, lookAgainAt: row.look_again_at ?? undefined }]),
  );
}

/** Rows of a day that is held; 0 for one that is empty or not read. */
export async function rowsHeld(database: Database, day: string): Promise<number> {
  const row = await database
    .selectFrom('sales_day')
    .select('rows')
    .where('sales_date', '=', day)
    .executeTakeFirst();
  return row?.rows ?? 0;
}

/** The sales that are read in, for health checks and metrics. */
export function salesImport(database: Database, calendar: Pick<Calendar, 'latestSalesDay'>): ServiceImport {
  return {
    kind: 'sales',
    operation: 'dailySales',
    title: 'daily sales',
    days: {
      refreshed: (now) => calendar.latestSalesDay(now),
      newest: () => newestSalesDays(database),
    },
  };
}

/** The two newest days that are held with rows, the newest first, with how many, and when they were read. */
export function newestSalesDays(database: Database) {
  return database
    .selectFrom('sales_day')
    .select(['sales_date as day', 'rows', 'read_at as at'])
    .where('rows', '>', 0)
    .orderBy('sales_date', 'desc')
    .limit(2)
    .execute();
}

/** How far the sales of the past have come, for the log and for App Home; the same in every process. */
interface SalesProgress {
  /** Days that are held or empty, of those that are to be held. */
  readonly daysDone: number;
  readonly daysTotal: number;
  /** Rows held in them. */
  readonly rows: number;
  /** When the first of them was read; undefined before. */
  readonly since: number | undefined;
  /** When the newest of them was read. */
  readonly latestAt: number | undefined;
  /** When the days were last compared with the service's corrections. */
  readonly comparedAt: number | undefined;
  /** Failures in a row, and when it is tried again; 0 and undefined when all is well. */
  readonly failures: number;
  readonly nextTryAt: number | undefined;
}

export async function readSalesProgress(
  database: Database,
  calendar: Calendar,
  now: number,
  historyDays: number,
): Promise<SalesProgress> {
  const last = calendar.latestSalesDay(now);
  const first = calendar.addDays(last, 1 - historyDays);
  const days = await database
    .selectFrom('sales_day')
    .select(({ fn }) => [
      fn.countAll<number>().as('days'),
      fn.sum<number | null>('rows').as('rows'),
      fn.min<number | null>('read_at').as('since'),
      fn.max<number | null>('read_at').as('latest'),
    ])
    .where('sales_date', '>=', first)
    .where('sales_date', '<=', last)
    .executeTakeFirstOrThrow();
  const state = await readSalesState(database);
  return {
    daysDone: Math.min(days.days, historyDays),
    daysTotal: historyDays,
    rows: days.rows ?? 0,
    since: days.since ?? undefined,
    latestAt: days.latest ?? undefined,
    comparedAt: state.correctionsAt,
    failures: state.failures,
    nextTryAt: state.failures > 0 ? state.nextTryAt : undefined,
  };
}

/**
 * Forgets how long the service is to be left alone, and that of nobody who is asking at this moment. For a start on a
 * database that no service and key ever filled: those who asked in vain may have had a mistyped key.
 */
export async function forgetPauses(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('stock_day')
    .where('state', '=', 'waiting')
    .where('lease_until', '<=', now)
    .execute();
  await writeSalesState(database, { failures: 0, nextTryAt: 0, nextProbeAt: 0 });
}

/** The longest pause of the sync, and then some. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * Forgets what a wrong clock has noted of days after `today`, which are settled as empty, and when it would be tried
 * again. True when there was something.
 */
export async function forgetSalesAfter(database: Database, today: string, now: number): Promise<boolean> {
  const { correctionsAt, nextProbeAt, nextTryAt } = await readSalesState(database);
  const isPaused = Math.max(nextProbeAt, nextTryAt) > now + LONGEST_PAUSE_MS;
  const isCompared = correctionsAt !== undefined && correctionsAt > now;
  if (isPaused) await writeSalesState(database, { nextProbeAt: 0, nextTryAt: 0 });
  // Of a day ago at least: what changed since is asked for once more.
  if (isCompared) await writeSalesState(database, { correctionsAt: now - DAY_MS });
  const days = await database
    .selectFrom('sales_day')
    .select('sales_date')
    .where('sales_date', '>', today)
    .limit(1)
    .execute();
  if (days.length > 0) await database.deleteFrom('sales_day').where('sales_date', '>', today).execute();
  return isPaused || isCompared || days.length > 0;
}

const DAY_MS = 24 * 60 * 60_000;
