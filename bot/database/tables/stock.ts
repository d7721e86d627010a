import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

/**
 * The tables of stock. The levels of a day belong to a generation, and `stock_snapshot` points at the current one. A
 * new generation is written in small transactions and becomes current when the pointer changes, so that nobody sees
 * half a day or waits for a long write.
 */
export interface StockTables {
  stock_generation: StockGenerationTable;
  stock_snapshot: StockSnapshotTable;
  stock_level: StockLevelTable;
  stock_day: StockDayTable;
}

/** Every generation that may have rows in `stock_level`. */
export interface StockGenerationTable {
  id: Generated<number>;
  /** `dropped`: its levels are being deleted, and it never becomes current again. */
  state: 'writing' | 'held' | 'dropped';
}

/** One complete answer of accumulated stock per business date, zero stock included, with the sums of its levels. */
export interface StockSnapshotTable {
  business_date: string;
  generation: number;
  taken_at: number;
  products: number;
  units: number;
  /** How many products the list before it had, if this one was far shorter and accepted nevertheless. */
  fell_from: Generated<number | null>;
}

/** One product of a snapshot; `product` is a key of `sales_product`. */
export interface StockLevelTable {
  generation: number;
  product: number;
  stock: number;
  stores: number;
  /**
   * When the service updated the product, as the service writes it; null unless that was on the day of the snapshot.
   */
  updated_time: string | null;
}

/** Progress of fetching the stock of one day. */
export interface StockDayTable {
  business_date: string;
  state: 'waiting' | 'fresh' | 'empty';
  probes: number;
  next_probe_at: number;
  /** 1 when the service answered the last call, with no rows. */
  answered: number;
  /** What the last call found of the day while it is incomplete; null for nothing. */
  seen: Generated<string | null>;
  /** When the stock of the day was first complete. */
  came_at: Generated<number | null>;
  /** When to fetch it once more; null when that is done or not needed. */
  read_again_at: Generated<number | null>;
  /** How many products the last list had that was refused as far too short; null when none was refused. */
  refused_products: Generated<number | null>;
  /** A hash of the products on that refused list. */
  refused_hash: Generated<string | null>;
}

export async function createStockTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const wide = wideInteger(dialect);
  await schema
    .createTable('stock_generation')
    .addColumn('id', ...generatedKey(dialect))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('writing', 'held', 'dropped')`),
    )
    .execute();
  await schema
    .createTable('stock_snapshot')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('generation', 'integer', (column) =>
      column.notNull().unique().references('stock_generation.id'),
    )
    .addColumn('taken_at', wide, (column) => column.notNull())
    .addColumn('products', 'integer', (column) => column.notNull())
    .addColumn('units', wide, (column) => column.notNull())
    .addColumn('fell_from', 'integer')
    .execute();
  await schema
    .createTable('stock_level')
    .addColumn('generation', 'integer', (column) => column.notNull().references('stock_generation.id'))
    .addColumn('product', 'integer', (column) => column.notNull())
    .addColumn('stock', wide, (column) => column.notNull())
    .addColumn('stores', wide, (column) => column.notNull())
    .addColumn('updated_time', 'text')
    .addPrimaryKeyConstraint('stock_level_key', ['generation', 'product'])
    .modifyEnd(dialect === 'sqlite' ? sql`without rowid` : sql``)
    .execute();
  await schema
    .createTable('stock_day')
    .addColumn('business_date', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'fresh', 'empty')`),
    )
    .addColumn('probes', 'integer', (column) => column.notNull())
    .addColumn('next_probe_at', wide, (column) => column.notNull())
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('seen', 'text')
    .addColumn('came_at', wide)
    .addColumn('read_again_at', wide)
    .addColumn('refused_products', 'integer')
    .addColumn('refused_hash', 'text')
    .execute();
}
