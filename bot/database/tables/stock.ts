import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

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

export async function createStockTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('stock_snapshot')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('taken_at', instant, (column) => column.notNull())
    .addColumn('products', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('stock_sheet')
    .addColumn('business_date', 'text', (column) =>
      column.primaryKey().references('stock_snapshot.business_date').onDelete('cascade'),
    )
    .addColumn('levels', dialect === 'postgres' ? sql`bytea` : 'blob', (column) => column.notNull())
    .execute();
  await schema
    .createTable('stock_day')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'fresh', 'empty')`),
    )
    .addColumn('probes', 'integer', (column) => column.notNull())
    .addColumn('next_probe_at', instant, (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', instant, (column) => column.notNull().defaultTo(0))
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('seen', 'text')
    .addColumn('came_at', instant)
    .addColumn('read_again_at', instant)
    .execute();
}
