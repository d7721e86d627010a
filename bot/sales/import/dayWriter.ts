import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { dialectOf, jsonRows } from '../../database/dialect.ts';
import type { Schema } from '../../database/schema.ts';
import { DayOfSales, type Entry } from './dayRows.ts';

/** Writes days of sales. A reader never sees half a day and never waits. One call at a time, under the lease. */
interface DayWriter {
  /**
   * Replaces a whole day. A day without rows is settled as empty, and fetched again at `lookAgainAt`.
   */
  replaceDay(day: DayOfSales, readAt: number, lookAgainAt?: number): Promise<void>;
  /** Merges rows into a day that isn't missing. Returns how many differed. */
  correctDay(rows: DayOfSales, at: number): Promise<number>;
  /**
   * Replaces a stored day that was fetched again, if it differs. A reading without any row replaces nothing. Returns how
   * many rows differed.
   */
  compareDay(day: DayOfSales, readAt: number): Promise<number>;
  /**
   * How many stored rows this reading lacks. 0 also when an earlier doubted reading had the same rows: two equal readings
   * are believed.
   */
  rowsInDoubt(day: DayOfSales): Promise<number>;
  /** Notes a doubted reading. The day stays as it is and is fetched again at `lookAgainAt`. */
  doubt(day: DayOfSales, lookAgainAt: number): Promise<void>;
  deleteDaysBefore(salesDate: string): Promise<void>;
  /** Removes own products that were last sold before `salesDate`. */
  forgetProducts(salesDate: string): Promise<void>;
}

/** Keeps a transaction to a few milliseconds, since others wait for it. */
const ROWS_PER_TRANSACTION = 500;
/** Summing is quicker per row than writing. */
const ROWS_SUMMED_PER_TRANSACTION = 5_000;

/** `requireLease` throws when another process has the lease; `pause` lets others write between two transactions. */
export function createDayWriter({
  database,
  requireLease,
  pause,
}: {
  readonly database: Database;
  readonly requireLease: (transaction: Transaction<Schema>) => Promise<void>;
  readonly pause: () => Promise<void>;
}): DayWriter {
  const transact = async <T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const result = await database.transaction().execute(async (transaction) => {
      await requireLease(transaction);
      return work(transaction);
    });
    await pause();
    return result;
  };

  /** Deletes generations that no day points at: replaced ones, and those of an interrupted write. */
  const deleteGenerations = async () => {
    for (const generation of await generationsLeft(database)) {
      for (const [table, key] of KEYED_TABLES) {
        let deleted: number;
        do {
          deleted = await transact((transaction) => deleteRows(transaction, table, key, generation));
        } while (deleted === ROWS_PER_TRANSACTION);
      }
      await transact((transaction) =>
        transaction.deleteFrom('sales_generation').where('id', '=', generation).execute(),
      );
    }
  };

  /** Writes rows and sums as a new generation, which no day points at yet. Returns its id. */
  const writeGeneration = async (day: DayOfSales, readAt: number): Promise<number> => {
    const { salesDate } = day;
    const generation = await transact((transaction) => newGeneration(transaction, salesDate, readAt));
    for (const dimension of DIMENSIONS) {
      const entries = day.sortedBy(dimension);
      for (let from = 0; from < entries.length; from += ROWS_PER_TRANSACTION) {
        const rows = entries.slice(from, from + ROWS_PER_TRANSACTION);
        await transact((transaction) => insertRows(transaction, dimension, generation, rows));
      }
      for (const range of rangesOf(entries, dimension)) {
        await transact(async (transaction) => {
          await sumRows(transaction, dimension, generation, range);
          // Before the day is published, so that a published day has noted all its products.
          if (dimension === 'product') await noteOwnProducts(transaction, salesDate, generation, range);
        });
      }
    }
    return generation;
  };

  const replaceDay = async (day: DayOfSales, readAt: number, lookAgainAt?: number): Promise<void> => {
    const generation = day.size === 0 ? null : await writeGeneration(day, readAt);
    await transact(async (transaction) => {
      await publishGeneration(transaction, day.salesDate, generation, readAt);
      await noteLooks(transaction, day.salesDate, { look_again_at: lookAgainAt ?? null, doubted_hash: null });
    });
    await deleteGenerations();
  };

  const storedDay = async (salesDate: string) => {
    const stored = await database
      .selectFrom('sales_day')
      .select(['generation', 'read_at', 'doubted_hash'])
      .where('sales_date', '=', salesDate)
      .executeTakeFirst();
    if (stored === undefined) return undefined;
    const entries = await database
      .selectFrom('sales_row')
      .select(['product', 'store', 'millilitres', 'quantity'])
      .where('generation', '=', stored.generation)
      .execute();
    const rows = new DayOfSales(salesDate, entries);
    return { readAt: stored.read_at, doubtedHash: stored.doubted_hash, rows };
  };

  return {
    replaceDay,

    async correctDay(rows, at) {
      const stored = await storedDay(rows.salesDate);
      if (stored === undefined) return 0;
      const changed = rows.countChanged(stored.rows);
      if (changed === 0) return 0;
      const readAt = stored.rows.size === 0 ? at : stored.readAt;
      stored.rows.merge(rows);
      await replaceDay(stored.rows, readAt);
      return changed;
    },

    async compareDay(day, readAt) {
      const stored = await storedDay(day.salesDate);
      if (stored === undefined) return 0;
      const differed = day.size === 0 ? 0 : day.countChanged(stored.rows) + day.countMissing(stored.rows);
      if (differed > 0) await replaceDay(day, readAt);
      else await transact((transaction) => noteRead(transaction, day.salesDate, readAt));
      return differed;
    },

    async rowsInDoubt(day) {
      const stored = await storedDay(day.salesDate);
      if (stored === undefined || day.size === 0) return 0;
      const missing = day.countMissing(stored.rows);
      return missing > 0 && day.hash() === stored.doubtedHash ? 0 : missing;
    },

    async doubt(day, lookAgainAt) {
      await transact((transaction) =>
        noteLooks(transaction, day.salesDate, { look_again_at: lookAgainAt, doubted_hash: day.hash() }),
      );
    },

    async deleteDaysBefore(salesDate) {
      await transact(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('sales_day')
          .where('sales_date', '<', salesDate)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await raiseRevision(transaction);
      });
      await deleteGenerations();
    },

    forgetProducts: (salesDate) =>
      transact(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('own_product')
          .where('last_sale_date', '<', salesDate)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await raiseRevision(transaction);
      }),
  };
}

type Dimension = 'product' | 'store';
const DIMENSIONS: readonly Dimension[] = ['product', 'store'];

const ROWS_BY = {
  product: sql.table('sales_row'),
  store: sql.table('sales_row_by_store'),
};
const SUMS_BY = {
  product: sql.table('sales_product_day'),
  store: sql.table('sales_store_day'),
};
/** Tables of a generation, each with the rest of its primary key. */
const KEYED_TABLES = [
  [ROWS_BY.product, sql.raw('product, store')],
  [ROWS_BY.store, sql.raw('store, product')],
  [SUMS_BY.product, sql.raw('product')],
  [SUMS_BY.store, sql.raw('store')],
] as const;

/** Keys of products or stores, both ends included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Splits entries, sorted by `dimension`, into ranges of about ROWS_SUMMED_PER_TRANSACTION rows. */
function* rangesOf(entries: readonly Entry[], dimension: Dimension): Generator<Range> {
  let from = 0;
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1];
    const isFull = at + 1 - from >= ROWS_SUMMED_PER_TRANSACTION && next?.[dimension] !== entry[dimension];
    if (next !== undefined && !isFull) continue;
    yield { first: entries[from]?.[dimension] ?? 0, last: entry[dimension] };
    from = at + 1;
  }
}

async function newGeneration(
  transaction: Transaction<Schema>,
  salesDate: string,
  now: number,
): Promise<number> {
  const { id } = await transaction
    .insertInto('sales_generation')
    .values({ sales_date: salesDate, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertRows(
  transaction: Transaction<Schema>,
  dimension: Dimension,
  generation: number,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map((entry) => [entry.product, entry.store, entry.millilitres, entry.quantity]);
  await sql`
    insert into ${ROWS_BY[dimension]} (generation, product, store, millilitres, quantity)
    select cast(${generation} as integer), cast(value ->> 0 as integer), cast(value ->> 1 as integer),
      cast(value ->> 2 as bigint), cast(value ->> 3 as bigint)
    from ${jsonRows(dialectOf<Schema>(transaction), rows)}`.execute(transaction);
}

/** Writes a generation's sums of products or stores, from its rows. */
async function sumRows(
  transaction: Transaction<Schema>,
  dimension: Dimension,
  generation: number,
  { first, last }: Range,
): Promise<void> {
  const key = sql.ref(dimension);
  await sql`
    insert into ${SUMS_BY[dimension]}
      (generation, ${key}, rows, millilitres, quantity, returned_millilitres, returned_quantity)
    select generation, ${key}, count(*), sum(millilitres), sum(quantity),
      sum(case when millilitres < 0 then -millilitres else 0 end),
      sum(case when quantity < 0 then -quantity else 0 end)
    from ${ROWS_BY[dimension]}
    where generation = ${generation} and ${key} between ${first} and ${last}
    group by generation, ${key}`.execute(transaction);
}

/** Notes a generation's products as last sold on its day, unless they were sold later. */
async function noteOwnProducts(
  transaction: Transaction<Schema>,
  salesDate: string,
  generation: number,
  { first, last }: Range,
): Promise<void> {
  await sql`
    insert into own_product (product_id, last_sale_date)
    select p.product_id, ${salesDate} from sales_product_day s join sales_product p on p.key = s.product
    where s.generation = ${generation} and s.product between ${first} and ${last}
    on conflict (product_id) do update set last_sale_date = excluded.last_sale_date
      where own_product.last_sale_date < excluded.last_sale_date`.execute(transaction);
}

/** Points a day at a generation, with its sums; null settles the day as empty. */
async function publishGeneration(
  transaction: Transaction<Schema>,
  salesDate: string,
  generation: number | null,
  readAt: number,
): Promise<void> {
  await sql`
    insert into sales_day
      (sales_date, generation, read_at, rows, millilitres, quantity, returned_millilitres, returned_quantity)
    select ${salesDate}, cast(${generation} as integer), cast(${readAt} as bigint),
      coalesce(sum(rows), 0), coalesce(sum(millilitres), 0), coalesce(sum(quantity), 0),
      coalesce(sum(returned_millilitres), 0), coalesce(sum(returned_quantity), 0)
    from sales_product_day where generation = cast(${generation} as integer)
    on conflict (sales_date) do update set
      generation = excluded.generation, read_at = excluded.read_at, rows = excluded.rows,
      millilitres = excluded.millilitres, quantity = excluded.quantity,
      returned_millilitres = excluded.returned_millilitres, returned_quantity = excluded.returned_quantity`.execute(
    transaction,
  );
  await raiseRevision(transaction);
}

async function noteRead(transaction: Transaction<Schema>, salesDate: string, readAt: number): Promise<void> {
  await transaction
    .updateTable('sales_day')
    .set({ read_at: readAt, look_again_at: null, doubted_hash: null })
    .where('sales_date', '=', salesDate)
    .execute();
}

async function noteLooks(
  transaction: Transaction<Schema>,
  salesDate: string,
  looks: { readonly look_again_at: number | null; readonly doubted_hash: string | null },
): Promise<void> {
  await transaction.updateTable('sales_day').set(looks).where('sales_date', '=', salesDate).execute();
}

/** Invalidates cached answers about sales. */
async function raiseRevision(transaction: Transaction<Schema>): Promise<void> {
  await transaction
    .updateTable('sales_sync')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .execute();
}

/** Generations that no day points at. */
async function generationsLeft(database: Database): Promise<number[]> {
  const rows = await database
    .selectFrom('sales_generation')
    .leftJoin('sales_day', 'sales_day.generation', 'sales_generation.id')
    .select('sales_generation.id')
    .where('sales_day.sales_date', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes up to ROWS_PER_TRANSACTION rows; returns how many. */
async function deleteRows(
  transaction: Transaction<Schema>,
  table: (typeof KEYED_TABLES)[number][0],
  key: (typeof KEYED_TABLES)[number][1],
  generation: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${table} where generation = ${generation} and (${key}) in
      (select ${key} from ${table} where generation = ${generation} limit ${ROWS_PER_TRANSACTION})`.execute(
    transaction,
  );
  return Number(numAffectedRows ?? 0n);
}
