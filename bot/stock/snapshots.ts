import type { ProductStock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { byNumber } from '../text/idNumbers.ts';
import { readOwnProducts } from './ownScope.ts';
import {
  findInSheet,
  placesOf,
  readSheet,
  type StockLevel,
  type StockSheet,
  writeSheet,
} from './stockSheet.ts';

export type { StockLevel } from './stockSheet.ts';

export interface Snapshot {
  /** The day this stock is of. */
  readonly businessDate: string;
  readonly takenAt: number;
  readonly products: number;
}

/** So many are found one by one sooner than by reading all. */
const FEW_PRODUCTS = 40;

export type Scope = 'mine' | 'all';

/**
 * Replaces the snapshot of a day, whole or not at all: its levels are one value, written by one short transaction.
 * @throws RangeError when a product is in it twice.
 */
export async function saveSnapshot(
  database: Database,
  businessDate: string,
  rows: readonly ProductStock[],
  takenAt: number,
): Promise<void> {
  const levels = writeSheet(rows);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('stock_snapshot')
      .values({ business_date: businessDate, taken_at: takenAt, products: rows.length })
      .onConflict((conflict) =>
        conflict.column('business_date').doUpdateSet({ taken_at: takenAt, products: rows.length }),
      )
      .execute();
    await transaction
      .insertInto('stock_sheet')
      .values({ business_date: businessDate, levels })
      .onConflict((conflict) => conflict.column('business_date').doUpdateSet({ levels }))
      .execute();
  });
}

/** Forgets snapshots of days before that one, one by one; never the newest. Gives how many there were. */
export async function dropSnapshotsBefore(database: Database, businessDate: string): Promise<number> {
  const newest = await latestSnapshot(database);
  const old = (await readSnapshots(database)).filter(
    (snapshot) => snapshot.businessDate < businessDate && snapshot.businessDate !== newest?.businessDate,
  );
  for (const snapshot of old) {
    await database.deleteFrom('stock_snapshot').where('business_date', '=', snapshot.businessDate).execute();
  }
  return old.length;
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
  return row === undefined ? undefined : snapshotOf(row);
}

/** All that are held, the newest first. */
export async function readSnapshots(database: Database): Promise<Snapshot[]> {
  const rows = await database
    .selectFrom('stock_snapshot')
    .selectAll()
    .orderBy('business_date', 'desc')
    .execute();
  return rows.map(snapshotOf);
}

export async function hasSnapshot(database: Database, businessDate: string): Promise<boolean> {
  const row = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .where('business_date', '=', businessDate)
    .executeTakeFirst();
  return row !== undefined;
}

/** The levels of a day in columns; undefined when the day is not held. */
export async function readSheetOf(database: Database, businessDate: string): Promise<StockSheet | undefined> {
  const bytes = await readBytesOf(database, businessDate);
  return bytes === undefined ? undefined : readSheet(bytes);
}

async function readBytesOf(database: Database, businessDate: string): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom('stock_sheet')
    .select('levels')
    .where('business_date', '=', businessDate)
    .executeTakeFirst();
  return row?.levels;
}

/** Levels of a snapshot in the order of product numbers; `mine` keeps one's own sales and the product list. */
export async function readLevels(
  database: Database,
  businessDate: string,
  scope: Scope,
): Promise<StockLevel[]> {
  const sheet = await readSheetOf(database, businessDate);
  if (sheet === undefined) return [];
  const places = scope === 'all' ? sheet.keys.keys() : (await readOwnProducts(database)).placesIn(sheet);
  return Array.from(places, (at) => sheet.levelAt(at));
}

/** The products with these numbers, found whether or not they are written with leading zeros. */
export async function findLevels(
  database: Database,
  businessDate: string,
  productIds: readonly string[],
): Promise<StockLevel[]> {
  const bytes = await readBytesOf(database, businessDate);
  if (bytes === undefined) return [];
  if (productIds.length <= FEW_PRODUCTS) {
    const found = new Map(
      productIds.flatMap((id) => findInSheet(bytes, id)).map((level) => [level.productId, level]),
    );
    return [...found.values()].sort((one, other) => byNumber(one.productId, other.productId));
  }
  const sheet = readSheet(bytes);
  return placesOf(sheet, productIds).map((at) => sheet.levelAt(at));
}

function snapshotOf(row: { business_date: string; taken_at: number; products: number }): Snapshot {
  return { businessDate: row.business_date, takenAt: row.taken_at, products: row.products };
}
