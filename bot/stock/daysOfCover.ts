import type { DayCoverage, MeanSales, Pace } from '../sales/reader.ts';
import { idKey } from '../text/numbers.ts';
import type { ComparedLevel } from './levels.ts';
import type { ProductVelocity } from './queries.ts';

/** A product's stock in an answer or a digest: what it was, and how long it lasts. */
export interface StockRow extends ComparedLevel {
  /** Undefined for a product that is not one's own, or while no sales are held: only one's own sales are known. */
  readonly cover: DaysOfCover | undefined;
  /** Items sold in the window that cover rests on, returns subtracted; undefined when there were none. */
  readonly sold: number | undefined;
}

/** The sales that days of cover rest on. */
export interface CoverWindow {
  readonly from: string;
  readonly to: string;
  /** Days of the window whose sales are known. */
  readonly daysKnown: number;
  readonly missing: readonly string[];
}

/** How long the stock lasts, or why that cannot be said. `restsOn` is always the number of days behind it. */
export type DaysOfCover =
  | {
      readonly kind: 'days';
      /** Calendar days, not rounded; 0 when there is no stock. */
      readonly days: number;
      readonly restsOn: number;
    }
  | { readonly kind: 'none'; readonly reason: NoCover; readonly restsOn: number };

/**
 * `daysMissing`: no day of the window is known. `noSales`: nothing was sold and nothing came back; for a product that is
 * not one's own this says nothing, since only one's own sales are known. `returnsExceedSales`: as much or more came
 * back than was sold.
 */
type NoCover = 'daysMissing' | 'noSales' | 'returnsExceedSales';

interface CoverInput {
  /** Units in all stores (interface: "Accumulated stock"). */
  readonly stock: number;
  /** Items sold in the window, returns subtracted; may be a fraction (interface: "Daily sales"). */
  readonly quantity: number;
  /** Items that came back in the window, positive; they are subtracted in `quantity` already. */
  readonly returnedQuantity?: number | undefined;
  /** Days of the window, as `MeanSales.coverage.days` has them. */
  readonly days: readonly DayCoverage[];
  /** For a product known to be new: the day of its first sale. Days before it are no days without sales. */
  readonly newSince?: string | undefined;
}

/**
 * Days of cover = stock / (quantity / days known), over a window that is usually the last 28 days.
 *
 * - A day that is not read yet is left out; it is not a day without sales. An empty day, such as a Sunday, counts.
 * - No stock (or less, after a correction) is 0 days, whatever was sold.
 * - No sales, or returns that exceed them, give no figure.
 * - A new product is divided by the days since its first sale, which `restsOn` tells.
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

/** Undefined where that cannot be said. */
export function coverDays(cover: DaysOfCover | undefined): number | undefined {
  return cover?.kind === 'days' ? cover.days : undefined;
}

/**
 * Days of cover as they are shown. They are rounded, but never up to a whole day: limits are whole days, so that what
 * lasts less than seven days must not read 7.0.
 */
export function roundedDays(days: number, decimals: number): number {
  if (Number.isInteger(days)) return days;
  const scale = 10 ** decimals;
  return Math.min(Math.round(days * scale), Math.ceil(days) * scale - 1) / scale;
}

/** As many known days without a sale, before the first one, show that a product is new and not merely slow. */
const DAYS_WITHOUT = 28;

/**
 * The day of the first sale of a product that is new in the window; undefined for one that is not, or of which that is
 * not known. `held` is everything that is known up to the window's end, the window included, and `firstSold` the
 * product's first sale in it (`Pace.meanSales` over the whole history gives both).
 */
export function newSince(
  firstSold: string | undefined,
  windowFrom: string,
  held: readonly DayCoverage[],
): string | undefined {
  if (firstSold === undefined || firstSold <= windowFrom) return undefined;
  const before = held.filter(({ salesDate, state }) => state !== 'missing' && salesDate < firstSold);
  return before.length >= DAYS_WITHOUT ? firstSold : undefined;
}

/** How fast one's own products go, by the sales of the window that ends with the newest day that is held. */
interface SalesVelocity {
  readonly window: CoverWindow;
  readonly products: readonly ProductVelocity[];
  rowOf(level: ComparedLevel): StockRow;
}

/** So far back a first sale is looked for, to tell a new product from a slow one. */
const HISTORY_DAYS = 90;

/** Undefined while no sales are held. */
export async function readSalesVelocity(sales: Pace): Promise<SalesVelocity | undefined> {
  const to = await sales.newestDay();
  if (to === undefined) return undefined;
  const [window, history, ownProducts] = await Promise.all([
    sales.meanSales({ to }),
    sales.meanSales({ to, days: HISTORY_DAYS }),
    sales.ownProducts(),
  ]);
  const sold = byProduct(window.products);
  const before = byProduct(history.products);
  const own = new Set(ownProducts.map(idKey));
  const { days } = window.coverage;
  const coverOf = (productId: string, stock: number): DaysOfCover | undefined => {
    const key = idKey(productId);
    const mean = sold.get(key);
    if (mean === undefined && !own.has(key)) return undefined;
    const first = newSince(before.get(key)?.firstSold, window.from, history.coverage.days);
    return daysOfCover({ stock, quantity: mean?.quantity ?? 0, days, newSince: first });
  };
  return {
    window: windowOf(window),
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

function windowOf({ from, to, daysKnown, coverage }: MeanSales): CoverWindow {
  return { from, to, daysKnown, missing: coverage.missing };
}

function byProduct<Row extends { readonly productId: string }>(
  rows: readonly Row[],
): Map<number | string, Row> {
  return new Map(rows.map((row) => [idKey(row.productId), row]));
}
