import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

/**
 * The tables of stock. The levels of a day belong to a generation; `stock_snapshot` points at the one that counts. A day
 * is written as a new generation in small transactions and comes to count by that one pointer: nobody sees half a day,
 * and nobody waits for a whole one to be written.
 */
export interface StockTables {
  stock_generation: StockGenerationTable;
  stock_snapshot: StockSnapshotTable;
  stock_level: StockLevelTable;
  stock_day: StockDayTable;
}

/** Every generation whose levels may be in the table. */
export interface StockGenerationTable {
  id: Generated<number>;
  /** `dropped`: its levels are being deleted, and it never counts again. */
  state: 'writing' | 'held' | 'dropped';
}

/** One whole answer of accumulated stock, zero stock included, per day of the stock, with the sums over its levels. */
export interface StockSnapshotTable {
  business_date: string;
  generation: number;
  taken_at: number;
  products: number;
  in_stock: number;
  units: number;
  placements: number;
  most_stores: number;
  /** How many products the list before it had, when this one is far shorter and was taken all the same. */
  fell_from: Generated<number | null>;
}

/** One product of a snapshot; `product` is a key of `sales_product`. */
export interface StockLevelTable {
  generation: number;
  product: number;
  stock: number;
  stores: number;
  /** When the service updated it, as the service writes that; null unless it was on the day of the snapshot. */
  updated_time: string | null;
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
  /** How many products the last list had that was refused as far too short; null when none was. */
  refused_products: Generated<number | null>;
  /** Which products those were, as a hash. */
  refused_hash: Generated<string | null>;
}

export async function addShortStock({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('stock_snapshot').addColumn('fell_from', 'integer').execute();
  await schema.alterTable('stock_day').addColumn('refused_products', 'integer').execute();
  await schema.alterTable('stock_day').addColumn('refused_hash', 'text').execute();
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
    .addColumn('in_stock', 'integer', (column) => column.notNull())
    .addColumn('units', wide, (column) => column.notNull())
    .addColumn('placements', wide, (column) => column.notNull())
    .addColumn('most_stores', wide, (column) => column.notNull())
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
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', wide, (column) => column.notNull().defaultTo(0))
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('seen', 'text')
    .addColumn('came_at', wide)
    .addColumn('read_again_at', wide)
    .execute();
}
