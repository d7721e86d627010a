import type { ProductStock } from '../operations/accumulatedStock.ts';
import { keyOfSale, type SalesRow } from '../operations/salesRow.ts';

/**
 * Judges the rows behind the end of a page. The service does not state how ids sort, nor whether the newest day comes
 * first, so only what holds under every order is judged: no key comes twice, and a store or day that was left is not
 * entered again.
 */
export interface DriftDetector<Row> {
  /** Says that the rows to come are of a further call. */
  beginPage(): void;
  /** Takes the next rows; says what is wrong with them, or nothing. */
  accept(rows: readonly Row[]): string | undefined;
}

/** Daily sales are ordered by sales date, store and product (interface: "GET daily-sales-per-store"). */
export function createSalesDriftDetector(): DriftDetector<SalesRow> {
  let last: SalesRow | undefined;
  /** Days so far, stores of the last row's day, and products of its store: all that an honest page can collide with. */
  const days = new Set<string>();
  const storesOfDay = new Set<string>();
  let productsOfStore: string[] = [];
  let isFirstPage = true;
  let seam: { readonly before: SalesRow; readonly products: ReadonlySet<string> } | undefined;

  /** Judges every row until its day is over: rows inserted at the seam can stand before one that comes again. */
  const isKnown = (row: SalesRow): boolean => {
    if (row.salesDate !== last?.salesDate) {
      seam = undefined;
      return days.has(row.salesDate);
    }
    if (seam === undefined) return false;
    // A store that was left is not entered again; in the store of the seam, no product comes again.
    return row.storeId === last.storeId
      ? row.storeId === seam.before.storeId && seam.products.has(row.productId)
      : storesOfDay.has(row.storeId);
  };

  return {
    beginPage() {
      if (last === undefined) return;
      isFirstPage = false;
      seam = { before: last, products: new Set(productsOfStore) };
    },
    accept(rows) {
      for (const row of rows) {
        if (!isFirstPage && isKnown(row)) return `a page has ${keyOfSale(row)}, which had come before`;
        // Ids of one body are mostly the same string, so these comparisons are cheap; a million rows pass here.
        if (last?.salesDate !== row.salesDate) {
          days.add(row.salesDate);
          storesOfDay.clear();
        }
        if (last?.storeId !== row.storeId || last.salesDate !== row.salesDate) {
          storesOfDay.add(row.storeId);
          productsOfStore = [];
        }
        productsOfStore.push(row.productId);
        last = row;
      }
      return undefined;
    },
  };
}

/** Accumulated stock has one row per product (interface: "GET accumulated-stock"). */
export function createStockDriftDetector(): DriftDetector<ProductStock> {
  const seen = new Set<string>();
  /** Not in `seen` yet: most reads have one page, and a set of all its products would be made for nothing. */
  let newest: (readonly ProductStock[])[] = [];
  return {
    beginPage() {
      for (const rows of newest) for (const { productId } of rows) seen.add(productId);
      newest = [];
    },
    accept(rows) {
      const again = seen.size === 0 ? undefined : rows.find(({ productId }) => seen.has(productId));
      if (again !== undefined) return `product ${again.productId} came in two pages`;
      newest.push(rows);
      return undefined;
    },
  };
}
