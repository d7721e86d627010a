import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { ProductStock } from 'retail-data-client';
import { inject, onTestFinished } from 'vitest';
import {
  connectDatabase,
  type Database,
  isPostgres,
  openDatabase,
} from '../../../bot/database/connection.ts';
import { loadSalesKeys } from '../../../bot/database/idDictionary.ts';

/** The path of a database file that does not exist yet; its folder goes when the test ends. */
export function newDatabaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bot.sqlite');
}

/** DATABASE_URL of a SQLite file or of a PostgreSQL. */
export function databaseUrlOf(place: string): string {
  return isPostgres(place) ? place : `file:${place}`;
}

/** An open database at the newest schema, in a new file unless a place is given, closed when the test ends. */
export async function openTestDatabase(place = newDatabaseFile()): Promise<Database> {
  if (!isPostgres(place) && !existsSync(place)) copyFileSync(inject('sqliteTemplate'), place);
  const database = await openDatabase(place);
  onTestFinished(() => database.destroy());
  return database;
}

/** A database file with a second connection to it; both are closed, and gone, when the test ends. */
export async function openTestFile(): Promise<{
  readonly database: Database;
  readonly place: string;
  readonly other: Database;
}> {
  const place = newDatabaseFile();
  const database = await openTestDatabase(place);
  const other = await connectDatabase(place, { role: 'import' });
  onTestFinished(() => other.destroy());
  return { database, place, other };
}

/** One row of accumulated stock as the service gives it. */
export function stockRow(productId: string, stock: number, fields: Partial<ProductStock> = {}): ProductStock {
  return {
    productId,
    stock,
    numberOfStoresWithStock: stock > 0 ? 3 : 0,
    updatedDate: '2026-11-20',
    updatedTime: '08:24:11',
    ...fields,
  };
}

export interface StoredLevel {
  readonly productId: string;
  readonly stock: number;
  readonly storesWithStock: number;
  readonly updatedTime: string | null;
}

/** The stock that is held of a day, in the order in which it was written first. */
export async function storedLevels(database: Database, businessDate: string): Promise<StoredLevel[]> {
  const { rows } = await sql<StoredLevel>`
    select p.product_id as "productId", l.stock, l.stores as "storesWithStock", l.updated_time as "updatedTime"
    from stock_snapshot d join stock_level l on l.generation = d.generation join sales_product p on p.key = l.product
    where d.business_date = ${businessDate} order by p.key`.execute(database);
  return rows;
}

/** The days of which stock is held, the newest first. */
export async function storedStockDays(database: Database): Promise<string[]> {
  const days = database.selectFrom('stock_snapshot').select('business_date').orderBy('business_date', 'desc');
  return (await days.execute()).map((row) => row.business_date);
}

/** Notes products as one's own, as if they had been read from the sales of that day. */
export async function addOwnProducts(
  database: Database,
  productIds: readonly string[],
  lastSaleDate = '2026-11-19',
): Promise<void> {
  await (await loadSalesKeys(database)).ensure(productIds, []);
  for (const productId of productIds) {
    await database
      .insertInto('own_product')
      .values({ product_id: productId, last_sale_date: lastSaleDate })
      .execute();
  }
}
