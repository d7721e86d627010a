import type { ProductStock } from '../contract/accumulatedStock.ts';
import type { SalesRow } from './salesRows.ts';

/**
 * Judges where one page ends and the next begins. The service does not state how ids sort, so only what holds under
 * every order is judged: no key comes twice, and a store or day that was left is not entered again.
 */
export interface Seam<Row> {
  /** Takes the next page; says what is wrong with it, or nothing. */
  accept(page: readonly Row[]): string | undefined;
}

/** Daily sales are ordered by sales date, store and product (interface: "GET daily-sales-per-store"). */
export function createSalesSeam(): Seam<SalesRow> {
  let last: SalesRow | undefined;
  /** Stores of the last row's day, and products of its store: all that an honest next page can collide with. */
  const storesOfDay = new Set<string>();
  const productsOfStore = new Set<string>();

  /** Judges every row, not only the first: rows inserted at the seam can stand before one that comes again. */
  const judge = (row: SalesRow, before: SalesRow): string | undefined => {
    if (row.salesDate > before.salesDate) return undefined;
    const key = `${row.salesDate}, store ${row.storeId}, product ${row.productId}`;
    if (row.salesDate < before.salesDate) {
      return `a page has ${key}, before the end of the page before it (${before.salesDate})`;
    }
    const sameStore = row.storeId === before.storeId;
    const known = sameStore ? productsOfStore.has(row.productId) : storesOfDay.has(row.storeId);
    return known ? `a page has ${key}, which had come before` : undefined;
  };

  return {
    accept(page) {
      for (const row of page) {
        const broken = last === undefined ? undefined : judge(row, last);
        if (broken !== undefined) return broken;
      }
      for (const row of page) {
        if (last?.salesDate !== row.salesDate) storesOfDay.clear();
        if (last?.salesDate !== row.salesDate || last.storeId !== row.storeId) productsOfStore.clear();
        storesOfDay.add(row.storeId);
        productsOfStore.add(row.productId);
        last = row;
      }
      return undefined;
    },
  };
}

/** Accumulated stock has one row per product (interface: "GET accumulated-stock"). */
export function createStockSeam(): Seam<ProductStock> {
  const seen = new Set<string>();
  return {
    accept(page) {
      const repeated = page.find((row) => seen.has(row.productId));
      if (repeated !== undefined) return `product ${repeated.productId} came in two pages`;
      for (const row of page) seen.add(row.productId);
      return undefined;
    },
  };
}
