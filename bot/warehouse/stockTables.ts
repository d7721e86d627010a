import { type Generated, type Kysely, sql } from 'kysely';
import type { ProductStock } from 'retail-data-client/core';
import { dialectOf, wideInteger } from './dialect.ts';
import { writeSheet } from './stockSheet.ts';

export interface StockTables {
  stock_snapshot: StockSnapshotTable;
  stock_sheet: StockSheetTable;
  stock_day: StockDayTable;
}

/** One whole answer of accumulated stock, zero stock included, per day of the stock. */
export interface StockSnapshotTable {
  business_date: string;
  taken_at: number;
  products: number;
}

/** The levels of a snapshot as `writeSheet` writes them: one value, so it is there whole or not at all. */
export interface StockSheetTable {
  business_date: string;
  levels: Uint8Array;
}

/** What asking for the stock of a day has come to so far. */
export interface StockDayTable {
  business_date: string;
  state: 'waiting' | 'fresh' | 'empty';
  probes: number;
  next_probe_at: number;
  /** Who is asking, and until when that counts. */
  lease_owner: string | null;
  lease_until: number;
  /** 1 when the service answered the last question, with nothing. */
  answered: number;
  /** What the last question found of the day, as long as it is not whole; null for nothing. */
  seen: Generated<string | null>;
  /** When it was there whole for the first time. */
  came_at: Generated<number | null>;
  /** When it is read once more; null when that is done, or not to be. */
  read_again_at: Generated<number | null>;
}

/** What this migration reads: a row for each product of each day. */
type TablesBefore = {
  stock_snapshot: StockSnapshotTable;
  stock_sheet: StockSheetTable;
  stock_level: {
    business_date: string;
    product_id: string;
    stock: number;
    stores_with_stock: number;
    updated_date: string;
    updated_time: string;
  };
};

/** A released migration of both databases: never edited. What rows held is kept in sheets. */
export async function createStockSheets(untyped: Kysely<unknown>): Promise<void> {
  await untyped.schema
    .createTable('stock_sheet')
    .addColumn('business_date', 'text', (column) =>
      column.primaryKey().references('stock_snapshot.business_date').onDelete('cascade'),
    )
    .addColumn('levels', dialectOf(untyped) === 'postgres' ? sql`bytea` : 'blob', (column) =>
      column.notNull(),
    )
    .execute();
  const database = untyped.withTables<TablesBefore>();
  for (const { business_date } of await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .execute()) {
    const rows = await database
      .selectFrom('stock_level')
      .selectAll()
      .where('business_date', '=', business_date)
      .execute();
    const levels = writeSheet(
      rows.map(
        (row): ProductStock => ({
          productId: row.product_id,
          stock: row.stock,
          numberOfStoresWithStock: row.stores_with_stock,
          updatedDate: row.updated_date,
          updatedTime: row.updated_time,
        }),
      ),
    );
    await database.insertInto('stock_sheet').values({ business_date, levels }).execute();
  }
  await untyped.schema.dropTable('stock_level').execute();
}

/** What is needed to take a day's stock for whole, and to read it once more: a released migration. */
export async function extendStockDays(database: Kysely<unknown>): Promise<void> {
  const instant = wideInteger(dialectOf(database));
  const table = () => database.schema.alterTable('stock_day');
  await table().addColumn('seen', 'text').execute();
  await table().addColumn('came_at', instant).execute();
  await table().addColumn('read_again_at', instant).execute();
}
