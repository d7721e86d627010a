import { type Insertable, sql, type Transaction } from 'kysely';
import type { ProductStock } from 'retail-data-client/operations/accumulatedStock';
import type { Database } from '../../database/connection.ts';
import { dialectOf, jsonRows } from '../../database/dialect.ts';
import { loadSalesKeys } from '../../database/idDictionary.ts';
import type { Schema } from '../../database/schema.ts';
import type { StockSnapshotTable } from '../../database/tables/stock.ts';
import { isFarShorter } from '../../text/numbers.ts';
import type { Snapshot } from '../levels.ts';
import { latestSnapshot, newestFirst, snapshotOf } from '../queries.ts';

/** Waits between two small transactions, so that others can write. */
export type Pause = () => Promise<void>;

const NO_PAUSE: Pause = async () => {};

/** Keeps a transaction to a few milliseconds, since others wait for it. */
const LEVELS_PER_TRANSACTION = 500;

/** Another process stored a stock at the same time, and dropped this one. */
export class SnapshotDroppedError extends Error {
  constructor(businessDate: string) {
    super(
      `Another process stored a stock while that of ${businessDate} was being written; this one is discarded.`,
    );
    this.name = 'SnapshotDroppedError';
  }
}

/**
 * Replaces the snapshot of a day in short transactions. Readers see it complete or not at all.
 * @throws RangeError when `rows` has a product twice, SnapshotDroppedError
 */
export async function saveSnapshot(
  database: Database,
  businessDate: string,
  rows: readonly ProductStock[],
  takenAt: number,
  pause: Pause = NO_PAUSE,
): Promise<void> {
  requireDistinct(rows);
  const keys = await loadSalesKeys(database);
  const ids = rows.map(({ productId }) => productId);
  await keys.ensure(ids, []);
  const { id: generation } = await database
    .insertInto('stock_generation')
    .values({ state: 'writing' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const levels = rows
    .map(
      (row) =>
        [
          keys.product(row.productId),
          row.stock,
          row.numberOfStoresWithStock,
          row.updatedDate === businessDate ? row.updatedTime : null,
        ] as const,
    )
    .sort(([one], [other]) => one - other);
  for (let from = 0; from < levels.length; from += LEVELS_PER_TRANSACTION) {
    const piece = jsonRows(dialectOf(database), levels.slice(from, from + LEVELS_PER_TRANSACTION));
    await sql`
      insert into stock_level (generation, product, stock, stores, updated_time)
      select cast(${generation} as integer), cast(value ->> 0 as integer), cast(value ->> 1 as bigint),
        cast(value ->> 2 as bigint), value ->> 3 from ${piece} where true`.execute(database);
    await pause();
  }
  await publishGeneration(database, generation, {
    business_date: businessDate,
    taken_at: takenAt,
    products: rows.length,
    units: rows.reduce((sum, { stock }) => sum + stock, 0),
    fell_from: (await fellFrom(database, businessDate, rows.length)) ?? null,
  });
  await deleteDropped(database, pause);
}

/** @throws RangeError for a product that is listed twice, since it's unknown which of the rows counts */
function requireDistinct(rows: readonly ProductStock[]): void {
  const seen = new Set<string>();
  for (const { productId } of rows) {
    if (seen.has(productId)) {
      throw new RangeError(
        `The service gave product ${productId} twice in one stock, and which of them counts is unknown: nothing of it is kept.`,
      );
    }
    seen.add(productId);
  }
}

/** Replaces the snapshot of a day by a generation. @throws SnapshotDroppedError when another process dropped it */
async function publishGeneration(
  database: Database,
  generation: number,
  snapshot: Omit<Insertable<StockSnapshotTable>, 'generation'>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('stock_generation')
      .set({ state: 'held' })
      .where('id', '=', generation)
      .where('state', '=', 'writing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new SnapshotDroppedError(snapshot.business_date);
    await dropSnapshot(transaction, snapshot.business_date);
    await transaction
      .insertInto('stock_snapshot')
      .values({ ...snapshot, generation })
      .execute();
  });
}

async function dropSnapshot(transaction: Transaction<Schema>, businessDate: string): Promise<void> {
  const dropped = await transaction
    .deleteFrom('stock_snapshot')
    .where('business_date', '=', businessDate)
    .returning('generation')
    .executeTakeFirst();
  if (dropped === undefined) return;
  await transaction
    .updateTable('stock_generation')
    .set({ state: 'dropped' })
    .where('id', '=', dropped.generation)
    .execute();
}

/** Deletes, in small transactions, generations that were dropped, and unfinished ones of processes that ended. */
async function deleteDropped(database: Database, pause: Pause): Promise<void> {
  await database
    .updateTable('stock_generation')
    .set({ state: 'dropped' })
    .where('state', '=', 'writing')
    .execute();
  const dropped = await database
    .selectFrom('stock_generation')
    .select('id')
    .where('state', '=', 'dropped')
    .execute();
  for (const { id } of dropped) {
    for (let deleted = LEVELS_PER_TRANSACTION; deleted === LEVELS_PER_TRANSACTION; await pause()) {
      const { numAffectedRows } = await sql`
        delete from stock_level where generation = ${id} and product in
          (select product from stock_level where generation = ${id} limit ${sql.lit(LEVELS_PER_TRANSACTION)})`.execute(
        database,
      );
      deleted = Number(numAffectedRows ?? 0n);
    }
    await database.deleteFrom('stock_generation').where('id', '=', id).execute();
  }
}

/** Deletes snapshots of days before `businessDate`, except the latest. Returns how many. */
export async function dropSnapshotsBefore(
  database: Database,
  businessDate: string,
  pause: Pause = NO_PAUSE,
): Promise<number> {
  const newest = await latestSnapshot(database);
  const old = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .where('business_date', '<', businessDate)
    .where('business_date', '<', newest?.businessDate ?? '')
    .execute();
  for (const { business_date } of old) {
    await database.transaction().execute((transaction) => dropSnapshot(transaction, business_date));
  }
  await deleteDropped(database, pause);
  return old.length;
}

/** The oldest stored day, not counting the latest, which is never deleted. */
export async function oldestSnapshot(database: Database): Promise<string | undefined> {
  const [oldest, next] = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .orderBy('business_date')
    .limit(2)
    .execute();
  return next === undefined ? undefined : oldest?.business_date;
}

/** The product list that a reading is compared with. */
export interface ListBefore extends Snapshot {
  readonly units: number;
}

/** The stored list of `businessDate`, or of the latest day before it; undefined while neither is stored. */
export async function listBefore(database: Database, businessDate: string): Promise<ListBefore | undefined> {
  const row = await newestFirst(database).where('business_date', '<=', businessDate).executeTakeFirst();
  return row === undefined ? undefined : { ...snapshotOf(row), units: row.units };
}

/** The length of the previous list if one of `products` is far shorter; a second reading of the day keeps the first's. */
async function fellFrom(
  database: Database,
  businessDate: string,
  products: number,
): Promise<number | undefined> {
  const before = await listBefore(database, businessDate);
  if (before === undefined) return undefined;
  const earlier = before.businessDate === businessDate ? before.fellFrom : undefined;
  return [before.products, earlier].find((count) => count !== undefined && isFarShorter(products, count));
}
