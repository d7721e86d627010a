import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger, withoutRowId } from '../dialect.ts';

/**
 * The tables of sales. The rows of a day belong to a generation, and `sales_day` points at the current one. A new
 * generation is written in small transactions and becomes current when the pointer changes, so nobody sees half a day.
 * Volumes are millilitres and quantities millionths of a unit, both integers, so that sums are exact.
 */
export interface SalesTables {
  sales_day: SalesDayTable;
  sales_generation: SalesGenerationTable;
  sales_product: SalesProductTable;
  sales_store: SalesStoreTable;
  /** Ordered by product. */
  sales_row: SalesRowTable;
  /** The same rows, ordered by store. */
  sales_row_by_store: SalesRowTable;
  sales_product_day: SalesProductDayTable;
  sales_store_day: SalesStoreDayTable;
  sales_sync: SalesSyncTable;
  own_product: OwnProductTable;
}

/** Products in the supplier's own sales, with the last day they were sold. */
export interface OwnProductTable {
  product_id: string;
  last_sale_date: string;
}

/** The sums over some rows. `returned_…` sum the negative rows, as positive numbers. */
export interface SumColumns {
  rows: number;
  millilitres: number;
  quantity: number;
  returned_millilitres: number;
  returned_quantity: number;
}

/** A fetched day: without rows it is "empty"; a day without a record here is "not fetched". */
export interface SalesDayTable extends SumColumns {
  sales_date: string;
  /** Null for an empty day. */
  generation: number | null;
  read_at: number;
  /** When to fetch the day again because one answer was not enough; null for most days. */
  look_again_at: Generated<number | null>;
  /** A hash of that answer's rows, when it lacked rows that are stored. */
  doubted_hash: Generated<string | null>;
}

/** Every generation that may have rows in the tables. One that no day points at is deleted in small steps. */
export interface SalesGenerationTable {
  id: Generated<number>;
  sales_date: string;
  created_at: number;
}

/** Ids as the service writes them, each with the short number that replaces it in rows. */
export interface SalesProductTable {
  key: Generated<number>;
  product_id: string;
  /** The id as a number, without leading zeros; null if it isn't a number. */
  number: number | null;
}

export interface SalesStoreTable {
  key: Generated<number>;
  store_id: string;
  number: number | null;
}

export interface SalesRowTable {
  generation: number;
  product: number;
  store: number;
  millilitres: number;
  quantity: number;
}

export interface SalesProductDayTable extends SumColumns {
  generation: number;
  product: number;
}

export interface SalesStoreDayTable extends SumColumns {
  generation: number;
  store: number;
}

/** Progress of the sync: one row. */
export interface SalesSyncTable {
  id: number;
  /** Increases with every day that changes, so equal revisions mean equal data. */
  revision: number;
  /** When the stored days were last compared with the service's corrections. */
  corrections_at: number | null;
  /** The day that is fetched until it has rows, how often that was tried, and when to try next. */
  probed_day: string | null;
  probes: number;
  next_probe_at: number;
  /** Consecutive failures, and when to try again after the last one. */
  failures: number;
  next_try_at: number;
}

export async function createSalesTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const wide = wideInteger(dialect);
  const compact = withoutRowId(dialect);
  await schema
    .createTable('sales_generation')
    .addColumn('id', ...generatedKey(dialect))
    .addColumn('sales_date', 'text', (column) => column.notNull())
    .addColumn('created_at', wide, (column) => column.notNull())
    .execute();
  await schema
    .createTable('sales_day')
    .addColumn('sales_date', 'text', (column) => column.primaryKey())
    .addColumn('generation', 'integer')
    .addColumn('rows', wide, (column) => column.notNull())
    .addColumn('millilitres', wide, (column) => column.notNull())
    .addColumn('quantity', wide, (column) => column.notNull())
    .addColumn('returned_millilitres', wide, (column) => column.notNull())
    .addColumn('returned_quantity', wide, (column) => column.notNull())
    .addColumn('read_at', wide, (column) => column.notNull())
    .addColumn('look_again_at', wide)
    .addColumn('doubted_hash', 'text')
    .execute();
  for (const [table, id] of [
    ['sales_product', 'product_id'],
    ['sales_store', 'store_id'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('key', ...generatedKey(dialect))
      .addColumn(id, 'text', (column) => column.notNull().unique())
      .addColumn('number', wide)
      .execute();
    await schema.createIndex(`${table}_by_number`).on(table).column('number').execute();
  }
  // The rows are stored twice, each time in one order: an index would be updated all over for every few rows of a day.
  for (const [table, first, second] of [
    ['sales_row', 'product', 'store'],
    ['sales_row_by_store', 'store', 'product'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn(first, 'integer', (column) => column.notNull())
      .addColumn(second, 'integer', (column) => column.notNull())
      .addColumn('millilitres', wide, (column) => column.notNull())
      .addColumn('quantity', wide, (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['generation', first, second])
      .modifyEnd(compact)
      .execute();
  }
  for (const dimension of ['product', 'store'] as const) {
    await schema
      .createTable(`sales_${dimension}_day`)
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn(dimension, 'integer', (column) => column.notNull())
      .addColumn('rows', wide, (column) => column.notNull())
      .addColumn('millilitres', wide, (column) => column.notNull())
      .addColumn('quantity', wide, (column) => column.notNull())
      .addColumn('returned_millilitres', wide, (column) => column.notNull())
      .addColumn('returned_quantity', wide, (column) => column.notNull())
      .addPrimaryKeyConstraint(`sales_${dimension}_day_key`, ['generation', dimension])
      .modifyEnd(compact)
      .execute();
  }
  await schema
    .createTable('sales_sync')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('corrections_at', wide)
    .addColumn('probed_day', 'text')
    .addColumn('probes', 'integer', (column) => column.notNull())
    .addColumn('next_probe_at', wide, (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', wide, (column) => column.notNull())
    .execute();
  await sql`insert into sales_sync (id, revision, probes, next_probe_at, failures, next_try_at) values (1, 0, 0, 0, 0, 0)`.execute(
    database,
  );
  await schema
    .createTable('own_product')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('last_sale_date', 'text', (column) => column.notNull())
    .execute();
}
