import { weekdayTrend } from '../insight/weekdayTrend.ts';
import type { ProductDetail } from './stockAnswer.ts';
import type { StockParts } from './stockParts.ts';

const HISTORY_SNAPSHOTS = 20;
const TREND_DAYS = 7;
const TREND_WEEKS = 4;

/** What is told of a product that was asked for alone; `newestSales` is the newest day of sales that is held. */
export async function readDetail(
  parts: StockParts,
  productId: string,
  newestSales: string | undefined,
): Promise<ProductDetail> {
  return {
    history: await readHistory(parts, productId),
    trend: newestSales === undefined ? undefined : await readTrend(parts, productId, newestSales),
  };
}

async function readHistory({ held }: StockParts, productId: string): Promise<ProductDetail['history']> {
  const history = await held.stockHistory({ productId });
  return history.slice(-HISTORY_SNAPSHOTS).map(({ businessDate, stock }) => ({ businessDate, stock }));
}

async function readTrend(
  { sales, calendar }: StockParts,
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
