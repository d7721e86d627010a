import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

/** The tables of the product list, which gives products their names. */
export interface ProductTables {
  products: ProductsTable;
  product_list: ProductListTable;
}

/** The current product list. Each number is unique. */
export interface ProductsTable {
  /** As written in the list, leading zeros included. */
  id: string;
  /** The id as a number, for lookups with and without leading zeros. */
  number: number;
  name: string;
  /** Empty for a product without a group. */
  group: string;
  /** Days between an order and its arrival; null where the list has none. */
  lead_days: number | null;
  /** Units that are ordered together; null where the list has none. */
  pack_size: number | null;
  /** Other names, with semicolons between them; empty for none. */
  other_names: Generated<string>;
}

/** Facts about the current list: one row. */
export interface ProductListTable {
  id: number;
  /** Increases with every change of the products; 0 before the first list. */
  revision: number;
  products: number;
  /** The name of the file as uploaded; empty before the first list. */
  file_name: string;
  /** A Slack user id, or empty for the file of the setting. */
  imported_by: string;
  imported_at: number | null;
  /** A hash of the setting's file when last imported. An upload survives restarts until that file changes. */
  configured_hash: string;
}

export async function createProductTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const wide = wideInteger(dialectOf(database));
  await schema
    .createTable('products')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', wide, (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('group', 'text', (column) => column.notNull())
    .addColumn('lead_days', 'integer')
    .addColumn('pack_size', 'integer')
    .addColumn('other_names', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema
    .createTable('product_list')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('products', 'integer', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('imported_by', 'text', (column) => column.notNull())
    .addColumn('imported_at', wide)
    .addColumn('configured_hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into product_list (id, revision, products, file_name, imported_by, configured_hash) values (1, 0, 0, '', '', '')`.execute(
    database,
  );
}
