import type { SalesDay, StoreSales } from './dailySales.ts';

/** One product's sales in one store on one day, flat. `salesVolume` is litres with three decimals. */
export interface SalesRow {
  /** The day, yyyy-MM-dd. */
  readonly salesDate: string;
  /** The store, as the service writes it, leading zeros included. */
  readonly storeId: string;
  /** The product, as the service writes it, leading zeros included. */
  readonly productId: string;
  /** Litres with three decimals, negative for returns. Add them as whole millilitres. */
  readonly salesVolume: number;
  /** Units, negative for returns. */
  readonly salesQuantity: number;
  /** The day on which the service last changed the row. */
  readonly lastChangedDate: string;
  /** The time at which the service last changed the row. */
  readonly lastChangedTime: string;
}

/** Which sale a row is of, for a person as well. */
export function keyOfSale({ salesDate, storeId, productId }: SalesRow): string {
  return `${salesDate}, store ${storeId}, product ${productId}`;
}

/**
 * Rows as days of stores of products again, one day at a time. A day and a store that a page boundary cut in two come
 * out whole.
 */
export async function* groupIntoDays(
  batches: AsyncIterable<readonly SalesRow[]>,
): AsyncGenerator<SalesDay, void, undefined> {
  let day: SalesDay | undefined;
  let stores = new Map<string, StoreSales>();
  for await (const batch of batches) {
    for (const row of batch) {
      if (day?.salesDate !== row.salesDate) {
        if (day !== undefined) yield day;
        day = { salesDate: row.salesDate, storeSales: [] };
        stores = new Map();
      }
      let store = stores.get(row.storeId);
      if (store === undefined) {
        store = { storeId: row.storeId, sales: [] };
        stores.set(row.storeId, store);
        day.storeSales.push(store);
      }
      store.sales.push({
        productId: row.productId,
        salesVolume: row.salesVolume,
        salesQuantity: row.salesQuantity,
        lastChanged: { date: row.lastChangedDate, time: row.lastChangedTime },
      });
    }
  }
  if (day !== undefined) yield day;
}
