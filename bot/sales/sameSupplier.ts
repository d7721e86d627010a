import type { RetailDataClient } from 'retail-data-client/core';
import { toMillilitres } from 'retail-data-client/litres';
import type { Database } from '../database/connection.ts';
import { toMillionths } from './dayRows.ts';

/** What is held here of some days, beside what a key reads of them. */
export interface Comparison {
  /** The days that were compared, yyyy-MM-dd, the newest first; none when no sales are held. */
  readonly days: readonly string[];
  readonly rows: Compared;
  /** Products that were sold on these days. */
  readonly products: Compared;
  readonly isSameSupplier: boolean;
}

/** How many are held here, how many the key reads, and how many are the same. */
export interface Compared {
  readonly here: number;
  readonly there: number;
  readonly same: number;
}

/** Enough to tell chance from sameness, and read in a call or two; a small supplier has fewer. */
const ENOUGH_ROWS = 100;
const MOST_DAYS = 7;
/**
 * Of all rows that either side has, so many must be equal to the millilitre. A day may have been corrected since it was
 * read, a few rows of it; another supplier has none of these rows, and a wholesaler of the same products others.
 */
const LEAST_EQUAL = 0.9;

/** Compares the newest days of sales that are held with what `client` reads of them. Nothing is stored. */
export async function compareSales(
  database: Database,
  client: Pick<RetailDataClient, 'dailySales'>,
): Promise<Comparison> {
  const held = await database
    .selectFrom('sales_day')
    .select(['sales_date', 'generation'])
    .where('rows', '>', 0)
    .where('generation', 'is not', null)
    .orderBy('sales_date', 'desc')
    .limit(MOST_DAYS)
    .execute();
  const days: string[] = [];
  const here = new Sales();
  const there = new Sales();
  for (const { sales_date: day, generation } of held) {
    if (generation === null || here.rows.size >= ENOUGH_ROWS) break;
    days.push(day);
    await addHeld(here, database, day, generation);
    for await (const batch of client.dailySales({ fromSalesDate: day, toSalesDate: day }).batches()) {
      for (const { storeId, productId, salesVolume, salesQuantity } of batch) {
        there.add(day, storeId, productId, toMillilitres(salesVolume), toMillionths(salesQuantity));
      }
    }
  }
  const rows = compare(here.rows, there.rows);
  const isSameSupplier = rows.same > 0 && rows.same / (rows.here + rows.there - rows.same) >= LEAST_EQUAL;
  return { days, rows, products: compare(here.products, there.products), isSameSupplier };
}

class Sales {
  readonly rows = new Set<string>();
  readonly products = new Set<string>();

  add(day: string, store: string, product: string, millilitres: number, quantity: number): void {
    this.rows.add(JSON.stringify([day, store, product, millilitres, quantity]));
    this.products.add(product);
  }
}

async function addHeld(sales: Sales, database: Database, day: string, generation: number): Promise<void> {
  const rows = await database
    .selectFrom('sales_row')
    .innerJoin('sales_product', 'sales_product.key', 'sales_row.product')
    .innerJoin('sales_store', 'sales_store.key', 'sales_row.store')
    .select(['store_id', 'product_id', 'millilitres', 'quantity'])
    .where('generation', '=', generation)
    .execute();
  for (const row of rows) sales.add(day, row.store_id, row.product_id, row.millilitres, row.quantity);
}

function compare(here: ReadonlySet<string>, there: ReadonlySet<string>): Compared {
  return { here: here.size, there: there.size, same: [...here].filter((each) => there.has(each)).length };
}
