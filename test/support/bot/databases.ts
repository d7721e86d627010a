import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductStock } from 'retail-data-client';
import { inject, onTestFinished } from 'vitest';
import {
  connectForNotes,
  type Database,
  isPostgres,
  openDatabase,
} from '../../../bot/database/connection.ts';

/** The path of a database file that does not exist yet; its folder goes when the test ends. */
export function newDatabaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bot.sqlite');
}

/** An open database at the newest schema, in a new file unless a place is given, closed when the test ends. */
export async function openTestDatabase(place = newDatabaseFile()): Promise<Database> {
  if (!isPostgres(place) && !existsSync(place)) copyFileSync(inject('sqliteTemplate'), place);
  const database = await openDatabase(place);
  onTestFinished(() => database.destroy());
  return database;
}

/** A database file with its connection for notes; both are closed, and gone, when the test ends. */
export async function openTestFile(): Promise<{
  readonly database: Database;
  readonly place: string;
  readonly notes: Database;
}> {
  const place = newDatabaseFile();
  const database = await openTestDatabase(place);
  const { notes, close } = await connectForNotes(database, place);
  onTestFinished(close);
  return { database, place, notes };
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

/** Notes products as one's own, as if they had been read from the sales of that day. */
export async function addOwnProducts(
  database: Database,
  productIds: readonly string[],
  lastSaleDate = '2026-11-19',
): Promise<void> {
  for (const productId of productIds) {
    await database
      .insertInto('own_product')
      .values({ product_id: productId, last_sale_date: lastSaleDate })
      .execute();
  }
}
