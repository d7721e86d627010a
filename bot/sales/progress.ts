import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { readSalesState } from './state.ts';

/** How far the sales of the past have come, for the log and for App Home; the same in every process. */
export interface SalesProgress {
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
