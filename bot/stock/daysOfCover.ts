import { addDays } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { DayCoverage, Pace } from '../sales/reader.ts';
import { idKey } from '../text/numbers.ts';
import type { DaysOfCover, StockRow } from './levels.ts';

/** The days whose sales are the basis of days of cover. */
export interface CoverWindow {
  readonly from: string;
  readonly to: string;
  /** Days of the window whose sales are known. */
  readonly daysKnown: number;
  readonly missing: readonly string[];
}

/**
 * How long `stock` units, those in all stores, last if `sold` units are sold in `restsOn` days; returns are subtracted,
 * and a quantity may be a fraction (interface: "Daily sales").
 *
 * - No stock (or less, after a correction) is 0 days, whatever was sold.
 * - Without sales, or with returns that exceed them, there is no figure.
 */
export function daysOfCover(stock: number, sold: number, restsOn: number): DaysOfCover {
  if (stock <= 0) return { kind: 'days', days: 0, restsOn };
  if (restsOn === 0) return { kind: 'none', reason: 'daysMissing', restsOn };
  if (sold > 0) return { kind: 'days', days: (stock * restsOn) / sold, restsOn };
  return { kind: 'none', reason: sold < 0 ? 'returnsExceedSales' : 'noSales', restsOn };
}

/** Undefined where days of cover aren't known. */
export function coverDays(cover: DaysOfCover | undefined): number | undefined {
  return cover?.kind === 'days' ? cover.days : undefined;
}

/**
 * How many days the stock of all these products together lasts at the pace of all; undefined without sales. Another
 * supplier's products, whose sales aren't known, don't count.
 */
export function coverOfAll(rows: readonly StockRow[]): number | undefined {
  const own = rows.filter(({ cover }) => cover !== undefined);
  const stock = own.reduce((sum, row) => sum + Math.max(0, row.stock), 0);
  if (own.length > 0 && stock === 0) return 0;
  const perDay = own.reduce(
    (sum, { sold = 0, cover }) => sum + (cover?.restsOn ? sold / cover.restsOn : 0),
    0,
  );
  return perDay > 0 ? stock / perDay : undefined;
}

/**
 * Rounds days of cover to show them, but never up to a whole day: limits are whole days, so 6.99 days must not read 7.0
 * in a list of what lasts less than 7.
 */
export function roundedDays(days: number, decimals: number): number {
  if (Number.isInteger(days)) return days;
  const scale = 10 ** decimals;
  return Math.min(Math.round(days * scale), Math.ceil(days) * scale - 1) / scale;
}

/** A product is new, not slow, if it had no sale on this many known days before its first one. */
const DAYS_WITHOUT = 28;

/**
 * The day of the first sale of a product that is new in the window; undefined for others, and where it isn't known.
 * `history` is all stored days up to the end of the window, and `firstSold` the product's first sale in them
 * (`Pace.meanSales` over the whole history gives both).
 */
export function newSince(
  firstSold: string | undefined,
  windowFrom: string,
  history: readonly DayCoverage[],
): string | undefined {
  if (firstSold === undefined || firstSold <= windowFrom) return undefined;
  const before = history.filter(({ salesDate, state }) => state !== 'missing' && salesDate < firstSold);
  return before.length >= DAYS_WITHOUT ? firstSold : undefined;
}

/** What is sold of a product: `quantity` items in `restsOn` days, undefined where nothing was sold or returned. */
export interface ProductPace {
  readonly productId: string;
  readonly quantity: number | undefined;
  readonly restsOn: number;
}

/** How many days back to look for a product's first sale. */
const HISTORY_DAYS = 90;

/**
 * The pace of each own product, over a window that ends on the latest day with sales, or on the closed days between it and
 * `stockDay`. Days that aren't stored are left out; a closed day counts as a day without sales, also before the bot has
 * fetched it. Of a new product, the days count from its first sale. Undefined while no sales are stored.
 */
export async function readPace(
  sales: Pace,
  stockDay: string,
): Promise<{ readonly window: CoverWindow; readonly products: readonly ProductPace[] } | undefined> {
  const latest = await sales.newestDay();
  if (latest === undefined) return undefined;
  // An earlier day is shown by the sales that were known on it.
  const newest = latest < stockDay ? latest : stockDay;
  const to = lastClosedAfter(newest, stockDay);
  const [{ from, products, coverage }, history, own] = await Promise.all([
    sales.meanSales({ to }),
    sales.meanSales({ to, days: HISTORY_DAYS }),
    sales.ownProducts(),
  ]);
  const sold = byProduct(products);
  const before = byProduct(history.products);
  const days = settledByCalendar(coverage.days);
  const known = days.filter(({ state }) => state !== 'missing');
  const missing = days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
  const historyDays = settledByCalendar(history.coverage.days);
  return {
    window: { from, to, daysKnown: known.length, missing },
    products: [...new Set([...own.map(idKey), ...sold.keys()])].map((key) => {
      const since = newSince(before.get(key)?.firstSold, from, historyDays) ?? from;
      return {
        productId: String(key),
        quantity: sold.get(key)?.quantity,
        restsOn: known.filter(({ salesDate }) => salesDate >= since).length,
      };
    }),
  };
}

/** The last of the closed days after `day` and before `end`; `day` when an open one follows it. */
function lastClosedAfter(day: string, end: string): string {
  const next = addDays(day, 1);
  return next < end && !isOpenDay(dayOf(next)) ? lastClosedAfter(next, end) : day;
}

function settledByCalendar(days: readonly DayCoverage[]): readonly DayCoverage[] {
  return days.map((day) =>
    day.state === 'missing' && !isOpenDay(dayOf(day.salesDate)) ? { ...day, state: 'empty' } : day,
  );
}

function byProduct<Row extends { readonly productId: string }>(
  rows: readonly Row[],
): Map<number | string, Row> {
  return new Map(rows.map((row) => [idKey(row.productId), row]));
}
