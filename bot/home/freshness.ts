import { type Calendar, SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import { readSalesProgress } from '../sales/import/state.ts';
import type { SalesReader } from '../sales/reader.ts';
import { stockDayOf } from '../stock/import/state.ts';
import { latestSnapshot } from '../stock/queries.ts';
import type { SalesFreshness, StockFreshness } from './homeFacts.ts';

/** How new the stock is that is held, and when newer comes. */
export async function readStockFreshness(
  database: Database,
  calendar: Calendar,
  now: number,
): Promise<StockFreshness> {
  const snapshot = await latestSnapshot(database);
  const expected = calendar.latestStockDay(now);
  const gate = await stockDayOf(database, expected);
  const isEmpty = gate?.state === 'empty' && gate.seen === null;
  const isNewest = snapshot !== undefined && snapshot.businessDate >= expected;
  const late = !isNewest && (snapshot === undefined || !isEmpty);
  return {
    unchangedOn: !isNewest && isEmpty ? expected : undefined,
    held:
      snapshot === undefined
        ? undefined
        : { day: snapshot.businessDate, takenAt: snapshot.takenAt, products: snapshot.products },
    late,
    nextAt: late ? calendar.instantOf(expected, STOCK_REFRESH) : nextRefresh(calendar, STOCK_REFRESH, now),
  };
}

/** How new the sales are that are held, and how many of `historyDays` days have been read. */
export async function readSalesFreshness(
  database: Database,
  calendar: Calendar,
  sales: Pick<SalesReader, 'newestDay' | 'daysOf'>,
  historyDays: number,
  now: number,
): Promise<SalesFreshness> {
  const day = calendar.latestSalesDay(now);
  const [newestDay, coverage, progress] = await Promise.all([
    sales.newestDay(),
    sales.daysOf(day, day),
    readSalesProgress(database, calendar, now, historyDays),
  ]);
  const state = coverage.days[0]?.state ?? 'missing';
  return {
    newestDay,
    latest: { day, state },
    asOf: progress.comparedAt ?? progress.latestAt,
    nextAt:
      state === 'missing'
        ? calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH)
        : nextRefresh(calendar, SALES_REFRESH, now),
    progress,
    nextTryAt: progress.nextTryAt,
  };
}

function nextRefresh(calendar: Calendar, time: string, now: number): number {
  const today = calendar.dayOf(now);
  const at = calendar.instantOf(today, time);
  return at > now ? at : calendar.instantOf(calendar.addDays(today, 1), time);
}
