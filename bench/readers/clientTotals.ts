import type { SalesRow } from 'retail-data-client';
import { emptyTally, type Tally } from '../tally.ts';
import type { Reader, ReaderOptions } from './reader.ts';
import { createClient } from './retailDataClient.ts';

/** Every row checked and added up per product and per store; what is compared are the sums over both. */
export function openReader(options: ReaderOptions): Reader {
  const client = createClient(options);
  return {
    async warmUp() {
      await client.dailySales({ productId: 1 }).toArray();
    },
    async read() {
      const products = new Map<string, Tally>();
      const stores = new Map<string, Tally>();
      for await (const batch of client.dailySales().batches()) {
        for (const row of batch) {
          add(products, row.productId, row);
          add(stores, row.storeId, row);
        }
      }
      const [ofProducts, ofStores] = [sumOf(products), sumOf(stores)];
      if (ofProducts.millilitres !== ofStores.millilitres)
        throw new Error('Products and stores differ in sum.');
      return ofProducts;
    },
  };
}

function add(totals: Map<string, Tally>, id: string, row: SalesRow): void {
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
