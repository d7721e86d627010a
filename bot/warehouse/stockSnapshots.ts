import { sql } from 'kysely';
import type { ProductStock } from 'retail-data-client';
import type { Database } from './database.ts';

/** A product's stock as a snapshot holds it; `stock` in units over all stores. */
export interface StockLevel {
  readonly productId: string;
  readonly stock: number;
  readonly storesWithStock: number;
  readonly updatedDate: string;
  readonly updatedTime: string;
}

export interface Snapshot {
  /** The day this stock is of. */
  readonly businessDate: string;
  readonly takenAt: number;
  readonly products: number;
}

const ROWS_PER_STATEMENT = 1_000;

/** Replaces the snapshot of a day, whole or not at all. */
export async function saveSnapshot(
  database: Database,
  businessDate: string,
  rows: readonly ProductStock[],
  takenAt: number,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('stock_level').where('business_date', '=', businessDate).execute();
    await transaction
      .insertInto('stock_snapshot')
      .values({ business_date: businessDate, taken_at: takenAt, products: rows.length })
      .onConflict((conflict) =>
        conflict.column('business_date').doUpdateSet({ taken_at: takenAt, products: rows.length }),
      )
      .execute();
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      const values = rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => ({
        business_date: businessDate,
        product_id: row.productId,
        stock: row.stock,
        stores_with_stock: row.numberOfStoresWithStock,
        updated_date: row.updatedDate,
        updated_time: row.updatedTime,
      }));
      await transaction.insertInto('stock_level').values(values).execute();
    }
  });
}

/** The newest snapshot; with `before`, the newest of an earlier day than that. */
export async function latestSnapshot(
  database: Database,
  before = '9999-12-31',
): Promise<Snapshot | undefined> {
  const row = await database
    .selectFrom('stock_snapshot')
    .selectAll()
    .where('business_date', '<', before)
    .orderBy('business_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { businessDate: row.business_date, takenAt: row.taken_at, products: row.products };
}

export async function hasSnapshot(database: Database, businessDate: string): Promise<boolean> {
  const row = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .where('business_date', '=', businessDate)
    .executeTakeFirst();
  return row !== undefined;
}

export type Scope = 'mine' | 'all';

/** Levels of a snapshot in the order of product numbers; `mine` keeps products in one's own sales. */
export async function readLevels(
  database: Database,
  businessDate: string,
  scope: Scope,
): Promise<StockLevel[]> {
  let query = database
    .selectFrom('stock_level')
    .selectAll()
    .where('business_date', '=', businessDate)
    .orderBy(sql`cast(product_id as integer)`)
    .orderBy('product_id');
  if (scope === 'mine') {
    query = query.where('product_id', 'in', (own) => own.selectFrom('own_product').select('product_id'));
  }
  return (await query.execute()).map(levelOf);
}

/** The products with these numbers, found whether or not they are written with leading zeros. */
export async function findLevels(
  database: Database,
  businessDate: string,
  productIds: readonly string[],
): Promise<StockLevel[]> {
  const numbers = productIds.map(Number);
  const rows = await database
    .selectFrom('stock_level')
    .selectAll()
    .where('business_date', '=', businessDate)
    .where(sql<number>`cast(product_id as integer)`, 'in', numbers)
    .execute();
  return rows.map(levelOf);
}

function levelOf(row: {
  product_id: string;
  stock: number;
  stores_with_stock: number;
  updated_date: string;
  updated_time: string;
}): StockLevel {
  return {
    productId: row.product_id,
    stock: row.stock,
    storesWithStock: row.stores_with_stock,
    updatedDate: row.updated_date,
    updatedTime: row.updated_time,
  };
}
