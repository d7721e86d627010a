import { addDays } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { DayCoverage, MeanSales, Pace } from '../sales/reader.ts';
import { idKey } from '../text/numbers.ts';
import type { ComparedLevel } from './levels.ts';
import type { ProductVelocity } from './queries.ts';

/** A product's stock in an answer or a digest, how long it lasts, and since when there is none. */
export interface StockRow extends ComparedLevel {
  /** Undefined while no sales are stored, and for another supplier's product, whose sales aren't known. */
  readonly cover: DaysOfCover | undefined;
  /** Items sold in the window, returns subtracted; undefined when there were none. */
  readonly sold: number | undefined;
  /** Undefined for a product in stock, and where the question isn't about it. */
  readonly out?: OutSince | undefined;
}

/** The first day of those without stock; `isEarliest` where no day before it is known to have had any. */
export interface OutSince {
  readonly since: string;
  readonly isEarliest: boolean;
}

/** The days whose sales are the basis of days of cover. */
export interface CoverWindow {
  readonly from: string;
  readonly to: string;
  /** Days of the window whose sales are known. */
  readonly daysKnown: number;
  readonly missing: readonly string[];
}

/** How long the stock lasts, or why that isn't known. `restsOn` is the number of days whose sales were used. */
export type DaysOfCover =
  | {
      readonly kind: 'days';
      /** Calendar days, not rounded; 0 when there is no stock. */
      readonly days: number;
      readonly restsOn: number;
    }
  | { readonly kind: 'none'; readonly reason: NoCover; readonly restsOn: number };

/**
 * `daysMissing`: no day of the window is known. `noSales`: no sales and no returns, which means nothing for another
 * supplier's product. `returnsExceedSales`: returns are as many as the sales, or more.
 */
type NoCover = 'daysMissing' | 'noSales' | 'returnsExceedSales';

interface CoverInput {
  /** Units in all stores (interface: "Accumulated stock"). */
  readonly stock: number;
  /** Items sold in the window, returns subtracted; may be a fraction (interface: "Daily sales"). */
  readonly quantity: number;
  /** Items returned in the window, as a positive number; `quantity` already subtracts them. */
  readonly returnedQuantity?: number | undefined;
  /** Days of the window, as `MeanSales.coverage.days` has them. */
  readonly days: readonly DayCoverage[];
  /** The first sale of a new product: days before it don't count as days without sales. */
  readonly newSince?: string | undefined;
}

/**
 * Days of cover = stock / (quantity / days known), over a window that is usually the last 28 days.
 *
 * - Days that aren't stored yet are left out. Empty days, such as Sundays, count.
 * - No stock (or less, after a correction) is 0 days, whatever was sold.
 * - Without sales, or with returns that exceed them, there is no figure.
 * - For a new product `restsOn` is the number of days since its first sale.
 */
export function daysOfCover({ stock, quantity, returnedQuantity, days, newSince }: CoverInput): DaysOfCover {
  const known = days.filter(({ state }) => state !== 'missing');
  const counted = newSince === undefined ? known : known.filter(({ salesDate }) => salesDate >= newSince);
  const restsOn = counted.length;
  if (stock <= 0) return { kind: 'days', days: 0, restsOn };
  if (restsOn === 0) return { kind: 'none', reason: 'daysMissing', restsOn };
  if (quantity > 0) return { kind: 'days', days: (stock * restsOn) / quantity, restsOn };
  const reason = quantity < 0 || (returnedQuantity ?? 0) > 0 ? 'returnsExceedSales' : 'noSales';
  return { kind: 'none', reason, restsOn };
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

/** Average daily sales per own product. */
interface SalesVelocity {
  readonly window: CoverWindow;
  readonly products: readonly ProductVelocity[];
  rowOf(level: ComparedLevel): StockRow;
}

/** How many days back to look for a product's first sale. */
const HISTORY_DAYS = 90;

/**
 * The window ends on the latest day with sales, or on the closed days between it and `stockDay`. A closed day counts as
 * a day without sales, also before the bot has fetched it. Undefined while no sales are stored.
 */
export async function readSalesVelocity(sales: Pace, stockDay: string): Promise<SalesVelocity | undefined> {
  const latest = await sales.newestDay();
  if (latest === undefined) return undefined;
  // An earlier day is shown by the sales that were known on it.
  const newest = latest < stockDay ? latest : stockDay;
  const to = lastClosedAfter(newest, stockDay);
  const [window, history, ownProducts] = await Promise.all([
    sales.meanSales({ to }),
    sales.meanSales({ to, days: HISTORY_DAYS }),
    sales.ownProducts(),
  ]);
  const sold = byProduct(window.products);
  const before = byProduct(history.products);
  const own = new Set(ownProducts.map(idKey));
  const days = settledByCalendar(window.coverage.days);
  const historyDays = settledByCalendar(history.coverage.days);
  const coverOf = (productId: string, stock: number): DaysOfCover | undefined => {
    const key = idKey(productId);
    const mean = sold.get(key);
    if (mean === undefined && !own.has(key)) return undefined;
    const first = newSince(before.get(key)?.firstSold, window.from, historyDays);
    return daysOfCover({ stock, quantity: mean?.quantity ?? 0, days, newSince: first });
  };
  return {
    window: windowOf(window, days),
    products: [...new Set([...own, ...sold.keys()])].map((key) => {
      const productId = String(key);
      return {
        productId,
        quantity: sold.get(key)?.quantity ?? 0,
        restsOn: coverOf(productId, 0)?.restsOn ?? 0,
      };
    }),
    rowOf: (level) => ({
      ...level,
      cover: coverOf(level.productId, level.stock),
      sold: sold.get(idKey(level.productId))?.quantity,
    }),
  };
}

export function stockRowOf(level: ComparedLevel, velocity: SalesVelocity | undefined): StockRow {
  return velocity?.rowOf(level) ?? { ...level, cover: undefined, sold: undefined };
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

function windowOf({ from, to }: MeanSales, days: readonly DayCoverage[]): CoverWindow {
  const missing = days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
  return { from, to, daysKnown: days.length - missing.length, missing };
}

function byProduct<Row extends { readonly productId: string }>(
  rows: readonly Row[],
): Map<number | string, Row> {
  return new Map(rows.map((row) => [idKey(row.productId), row]));
}
