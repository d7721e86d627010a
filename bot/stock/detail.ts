import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { ProductDetail } from './answer.ts';
import { readDayLevels } from './queries.ts';
import { weekdayTrend } from './weekdayTrend.ts';

const HISTORY_DAYS = 30;
const HISTORY_SNAPSHOTS = 20;
const TREND_DAYS = 7;
const TREND_WEEKS = 4;

/**
 * What a product has beyond its row when it was asked for alone. `stockDay` and `salesDay` are the newest days that are
 * stored.
 */
export async function readDetail(
  database: Database,
  sales: SalesReader,
  calendar: Calendar,
  productId: string,
  { stockDay, salesDay }: { readonly stockDay: string; readonly salesDay: string | undefined },
): Promise<ProductDetail> {
  const days = { from: calendar.addDays(stockDay, 1 - HISTORY_DAYS), to: stockDay };
  const levels = await readDayLevels(database, [productId], days);
  // The first of several ids of the product counts.
  const history = levels.filter(({ businessDate }, at) => businessDate !== levels[at - 1]?.businessDate);
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
