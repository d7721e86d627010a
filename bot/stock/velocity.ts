import type { MeanSales, Pace } from '../sales/reader.ts';
import { numberOf } from '../text/idNumbers.ts';
import type { CoverWindow, StockRow } from './answer.ts';
import { type DaysOfCover, daysOfCover, newSince } from './daysOfCover.ts';
import type { ComparedLevel, ProductVelocity } from './queries.ts';

/** How fast one's own products go, by the sales of the window that ends with the newest day that is held. */
export interface SalesVelocity {
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
  const own = new Set(ownProducts.map(productKeyOf));
  const { days } = window.coverage;
  const coverOf = (productId: string, stock: number): DaysOfCover | undefined => {
    const key = productKeyOf(productId);
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
      sold: sold.get(productKeyOf(level.productId))?.quantity,
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
  return new Map(rows.map((row) => [productKeyOf(row.productId), row]));
}

/** The same for ids that differ by leading zeros only. */
export function productKeyOf(productId: string): number | string {
  return numberOf(productId) ?? productId;
}
