import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { SalesReader } from '../sales/reader.ts';
import { readHistory } from '../stock/queries.ts';
import type { ProductDetail } from './stockAnswer.ts';
import { weekdayTrend } from './weekdayTrend.ts';

const HISTORY_DAYS = 30;
const HISTORY_SNAPSHOTS = 20;
const TREND_DAYS = 7;
const TREND_WEEKS = 4;

export interface DetailOptions {
  readonly database: Database;
  readonly sales: SalesReader;
  readonly calendar: Calendar;
  readonly productId: string;
  /** The newest day of stock that is held. */
  readonly stockDay: string;
  /** The newest day of sales that is held. */
  readonly salesDay: string | undefined;
}

/** What is told of a product that was asked for alone. */
export async function readDetail({
  database,
  sales,
  calendar,
  productId,
  stockDay,
  salesDay,
}: DetailOptions): Promise<ProductDetail> {
  const from = calendar.addDays(stockDay, 1 - HISTORY_DAYS);
  const history = await readHistory(database, productId, from, stockDay);
  return {
    history: history.slice(-HISTORY_SNAPSHOTS),
    trend: salesDay === undefined ? undefined : await readTrend(sales, calendar, productId, salesDay),
  };
}

async function readTrend(
  sales: SalesReader,
  calendar: Calendar,
  productId: string,
  to: string,
): Promise<ProductDetail['trend']> {
  const from = calendar.addDays(to, 1 - TREND_DAYS * (TREND_WEEKS + 1));
  const { groups, coverage } = await sales.salesOf({ from, to, productIds: [productId], by: 'day' });
  const items = new Map(groups.map(({ key, quantity }) => [key, quantity]));
  const figureOf = (day: string) => items.get(day) ?? 0;
  const trend = { to, days: TREND_DAYS, weeks: TREND_WEEKS, coverage: coverage.days, figureOf };
  return { to, items: weekdayTrend(trend, calendar) };
}
