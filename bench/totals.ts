import type { SalesRow } from 'retail-data-client';
import { emptyTally, type Tally } from './tally.ts';

/** Sums per product and per store. */
export class Totals {
  readonly #products = new Map<string, Tally>();
  readonly #stores = new Map<string, Tally>();

  add(row: Pick<SalesRow, 'productId' | 'storeId' | 'salesQuantity' | 'salesVolume'>): void {
    addTo(this.#products, row.productId, row);
    addTo(this.#stores, row.storeId, row);
  }

  /** The sum over all of either. */
  sum(): Tally {
    const [ofProducts, ofStores] = [sumOf(this.#products), sumOf(this.#stores)];
    if (ofProducts.millilitres !== ofStores.millilitres)
      throw new Error('Products and stores differ in sum.');
    return ofProducts;
  }
}

function addTo(
  totals: Map<string, Tally>,
  id: string,
  row: Pick<SalesRow, 'salesQuantity' | 'salesVolume'>,
): void {
  let total = totals.get(id);
  if (total === undefined) {
    total = emptyTally();
    totals.set(id, total);
  }
  total.rows += 1;
  total.quantity += row.salesQuantity;
  total.millilitres += Math.round(row.salesVolume * 1000);
}

function sumOf(totals: Map<string, Tally>): Tally {
  const sum = emptyTally();
  for (const total of totals.values()) {
    sum.rows += total.rows;
    sum.quantity += total.quantity;
    sum.millilitres += total.millilitres;
  }
  return sum;
}
