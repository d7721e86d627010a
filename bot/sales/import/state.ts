import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Database } from '../../database/connection.ts';
import type { ServiceImport } from '../../health/serviceFacts.ts';

/** The state of the sales sync; one record for all processes on the database. */
export interface SalesState {
  /** When the stored days were last compared with the service's corrections. */
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

/** A day that isn't missing. */
export interface DayKnown {
  /** When the whole day was fetched. */
  readonly readAt: number;
  /** When to fetch the day again, since its last answer is in doubt; undefined for most days. */
  readonly lookAgainAt?: number | undefined;
  /** Whether it was settled without sales. */
  readonly isEmpty?: boolean;
}

export async function readDaysKnown(database: Database): Promise<ReadonlyMap<string, DayKnown>> {
  const rows = await database
    .selectFrom('sales_day')
    .select(['sales_date', 'read_at', 'look_again_at', 'rows'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.sales_date,
      { readAt: row.read_at, lookAgainAt: row.look_again_at ?? undefined, isEmpty: row.rows === 0 },
    ]),
  );
}

/** Stored rows of a day; 0 for an empty or missing one. */
export async function rowsStored(database: Database, day: string): Promise<number> {
  const row = await database
    .selectFrom('sales_day')
    .select('rows')
    .where('sales_date', '=', day)
    .executeTakeFirst();
  return row?.rows ?? 0;
}

/** Describes the import of sales to health checks and metrics. */
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

/** The two latest stored days with rows, latest first; `at` is when they were fetched. */
function newestSalesDays(database: Database) {
  return database
    .selectFrom('sales_day')
    .select(['sales_date as day', 'rows', 'read_at as at'])
    .where('rows', '>', 0)
    .orderBy('sales_date', 'desc')
    .limit(2)
    .execute();
}

/**
 * The latest day that ends a run of this many stored days; undefined while there is none. A day that will be fetched again
 * because its answer is in doubt doesn't count, unless stores were closed and nothing was sold.
 */
export async function latestWholeDay(
  database: Database,
  { addDays }: Pick<Calendar, 'addDays'>,
  days: number,
): Promise<string | undefined> {
  const rows = await database
    .selectFrom('sales_day')
    .select(['sales_date as day', 'rows', 'look_again_at as lookAgainAt'])
    .orderBy('sales_date', 'desc')
    .limit(MOST_LOOKED_BACK)
    .execute();
  const isWhole = ({ day, rows: sold, lookAgainAt }: (typeof rows)[number]) =>
    lookAgainAt === null || (sold === 0 && !isOpenDay(dayOf(day)));
  const whole = rows.filter(isWhole);
  return whole.find(({ day }, at) => whole[at + days - 1]?.day === addDays(day, 1 - days))?.day;
}

/** Further back is no news. */
const MOST_LOOKED_BACK = 60;

/** How many past days are stored, for App Home. */
interface SalesProgress {
  /** Days of the history that aren't missing. */
  readonly daysDone: number;
  readonly daysTotal: number;
  /** When one of them was last fetched; undefined until then. */
  readonly latestAt: number | undefined;
  /** When the days were last compared with the service's corrections; undefined until then. */
  readonly comparedAt: number | undefined;
  /** The next attempt after a failure; undefined after a success. */
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
    .select(({ fn }) => [fn.countAll<number>().as('days'), fn.max<number | null>('read_at').as('latest')])
    .where('sales_date', '>=', first)
    .where('sales_date', '<=', last)
    .executeTakeFirstOrThrow();
  const state = await readSalesState(database);
  return {
    daysDone: Math.min(days.days, historyDays),
    daysTotal: historyDays,
    latestAt: days.latest ?? undefined,
    comparedAt: state.correctionsAt,
    nextTryAt: state.failures > 0 ? state.nextTryAt : undefined,
  };
}

/** Ends all pauses after failed calls: for a start with another key, since they may have failed because of the old one. */
export async function forgetPauses(database: Database): Promise<void> {
  await database.deleteFrom('stock_day').where('state', '=', 'waiting').execute();
  await writeSalesState(database, { failures: 0, nextTryAt: 0, nextProbeAt: 0 });
}

/** Well above the longest pause of the sync. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * Removes what a clock that was ahead has noted: days after `today`, settled as empty, and attempts far in the future.
 * True when there was any.
 */
export async function forgetSalesAfter(database: Database, today: string, now: number): Promise<boolean> {
  const { correctionsAt, nextProbeAt, nextTryAt } = await readSalesState(database);
  const isPaused = Math.max(nextProbeAt, nextTryAt) > now + LONGEST_PAUSE_MS;
  const isCompared = correctionsAt !== undefined && correctionsAt > now;
  if (isPaused) await writeSalesState(database, { nextProbeAt: 0, nextTryAt: 0 });
  // Ask for the corrections of the last day again.
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
