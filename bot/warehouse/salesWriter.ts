import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { type DayOfSales, type Entry, emptySum, placeOf, type Sum } from './dayOfSales.ts';
import { dialectOf, jsonRows } from './dialect.ts';
import { cleanGenerations, ROWS_PER_TRANSACTION, type Transact } from './salesCleaning.ts';
import type { SalesKeys } from './salesKeys.ts';
import type { Schema } from './schema.ts';
import { addEntry, emptySums, sumsOf } from './sumsOfDay.ts';

/** Writes days of sales so that a reader never sees half a day, and never waits. One at a time, under the lease. */
export interface SalesWriter {
  /** Puts a whole day in the place of what was there; a day without rows is settled as empty. */
  replaceDay(day: DayOfSales, readAt: number): Promise<void>;
  /** Replaces single rows of a day that is held or empty, and adds those it lacks. Gives the rows that differed. */
  correctDay(rows: DayOfSales, at: number): Promise<number>;
  /** Forgets days before that one. Gives how many there were. */
  dropDaysBefore(salesDate: string): Promise<number>;
  /** Deletes the rows that no day points at any more: replaced ones, and those of a reading that was cut off. */
  clean(): Promise<void>;
}

export interface SalesWriterParts {
  readonly database: Database;
  readonly keys: SalesKeys;
  /**
   * The first statement of every transaction: throws when somebody else has taken over. That it writes is what puts
   * writers of SQLite in line without an error.
   */
  readonly stillMine: (transaction: Transaction<Schema>) => Promise<void>;
  /** Lets others write between two transactions. */
  readonly pause: () => Promise<void>;
}

/** More corrections than this are not written one by one: the day is written anew beside the old one. */
const MOST_CORRECTIONS_IN_PLACE = 1_000;

export function createSalesWriter(parts: SalesWriterParts): SalesWriter {
  const { database, keys, stillMine, pause } = parts;
  const dialect = dialectOf(database);

  const transact: Transact = async (work) => {
    const result = await database.transaction().execute(async (transaction) => {
      await stillMine(transaction);
      return work(transaction);
    });
    await pause();
    return result;
  };

  const inPieces = async <Row>(
    rows: readonly Row[],
    write: (transaction: Transaction<Schema>, piece: readonly Row[]) => Promise<void>,
  ) => {
    for (let from = 0; from < rows.length; from += ROWS_PER_TRANSACTION) {
      const piece = rows.slice(from, from + ROWS_PER_TRANSACTION);
      await transact((transaction) => write(transaction, piece));
    }
  };

  const writeSums = (
    transaction: Transaction<Schema>,
    dimension: 'product' | 'store',
    generation: number,
    sums: readonly (readonly [number, Sum])[],
  ) => {
    const table = sql.table(`sales_${dimension}_day`);
    const key = sql.ref(dimension);
    const fields = sums.map(([at, sum]) => [at, ...fieldsOf(sum)]);
    // Added to what is there: for a new generation that is nothing, for corrections they are differences.
    return sql`
      insert into ${table} (generation, ${key}, rows, millilitres, quantity, returned_millilitres, returned_quantity)
      select cast(${generation} as integer), ${numbers(6)} from ${jsonRows(dialect, fields)} where true
      on conflict (generation, ${key}) do update set
        rows = ${table}.rows + excluded.rows,
        millilitres = ${table}.millilitres + excluded.millilitres,
        quantity = ${table}.quantity + excluded.quantity,
        returned_millilitres = ${table}.returned_millilitres + excluded.returned_millilitres,
        returned_quantity = ${table}.returned_quantity + excluded.returned_quantity`.execute(transaction);
  };

  const writeRows = (
    transaction: Transaction<Schema>,
    table: 'sales_row' | 'sales_row_by_store',
    generation: number,
    entries: readonly Entry[],
  ) => {
    const fields = entries.map((entry) => [entry.product, entry.store, entry.millilitres, entry.quantity]);
    return sql`
      insert into ${sql.table(table)} (generation, product, store, millilitres, quantity)
      select cast(${generation} as integer), ${numbers(4)} from ${jsonRows(dialect, fields)} where true
      on conflict (generation, product, store) do update set
        millilitres = excluded.millilitres, quantity = excluded.quantity`.execute(transaction);
  };

  /** Own products are noted before the day counts: a day that counts has them all. */
  const noteOwnProducts = async (salesDate: string, products: Iterable<number>) => {
    const known = await database
      .selectFrom('own_product')
      .select('product_id')
      .where('last_sale_date', '>=', salesDate)
      .execute();
    const newer = new Set(known.map(({ product_id }) => product_id));
    const ids = [...products].map(keys.productId).filter((id) => !newer.has(id));
    await inPieces(ids, async (transaction, piece) => {
      const rows = jsonRows(
        dialect,
        piece.map((id) => [id]),
      );
      await sql`
        insert into own_product (product_id, last_sale_date) select value ->> 0, ${salesDate} from ${rows} where true
        on conflict (product_id) do update set last_sale_date = excluded.last_sale_date
          where own_product.last_sale_date < excluded.last_sale_date`.execute(transaction);
    });
  };

  const pointAt = async (
    transaction: Transaction<Schema>,
    day: DayOfSales,
    generation: number | null,
    sum: Sum,
    readAt: number,
  ) => {
    const values = {
      generation,
      rows: sum.rows,
      millilitres: sum.millilitres,
      quantity: sum.quantity,
      returned_millilitres: sum.returnedMillilitres,
      returned_quantity: sum.returnedQuantity,
      read_at: readAt,
      last_changed: day.lastChanged,
    };
    await transaction
      .insertInto('sales_day')
      .values({ sales_date: day.salesDate, ...values })
      .onConflict((conflict) => conflict.column('sales_date').doUpdateSet(values))
      .execute();
    await raiseRevision(transaction);
  };

  const replaceDay = async (day: DayOfSales, readAt: number): Promise<void> => {
    if (day.size === 0) {
      await transact((transaction) => pointAt(transaction, day, null, emptySum(), readAt));
      return;
    }
    const entries = day.inOrder();
    const sums = sumsOf(entries);
    await noteOwnProducts(day.salesDate, sums.ofProduct.keys());
    if (entries.length <= ROWS_PER_TRANSACTION) {
      await transact(async (transaction) => {
        const generation = await newGeneration(transaction, day.salesDate, readAt);
        await writeRows(transaction, 'sales_row', generation, entries);
        await writeRows(transaction, 'sales_row_by_store', generation, entries);
        await writeSums(transaction, 'product', generation, [...sums.ofProduct]);
        await writeSums(transaction, 'store', generation, [...sums.ofStore]);
        await pointAt(transaction, day, generation, sums.ofDay, readAt);
      });
      return;
    }
    const generation = await transact((transaction) => newGeneration(transaction, day.salesDate, readAt));
    await inPieces(entries, async (transaction, piece) => {
      await writeRows(transaction, 'sales_row', generation, piece);
    });
    await inPieces(entries.toSorted(byStore), async (transaction, piece) => {
      await writeRows(transaction, 'sales_row_by_store', generation, piece);
    });
    await inPieces([...sums.ofProduct], async (transaction, piece) => {
      await writeSums(transaction, 'product', generation, piece);
    });
    await inPieces([...sums.ofStore], async (transaction, piece) => {
      await writeSums(transaction, 'store', generation, piece);
    });
    await transact((transaction) => pointAt(transaction, day, generation, sums.ofDay, readAt));
  };

  const entriesOf = (generation: number): Promise<Entry[]> =>
    database
      .selectFrom('sales_row')
      .select(['product', 'store', 'millilitres', 'quantity'])
      .where('generation', '=', generation)
      .execute();

  /** Of the rows given, those that the generation has otherwise or not at all, with what it has. */
  const differences = async (generation: number, rows: DayOfSales) => {
    const held = new Map((await entriesOf(generation)).map((entry) => [placeOf(entry), entry]));
    return rows
      .inOrder()
      .map((now) => ({ now, before: held.get(placeOf(now)) }))
      .filter(
        ({ now, before }) => before?.millilitres !== now.millilitres || before.quantity !== now.quantity,
      );
  };

  const correctInPlace = async (
    rows: DayOfSales,
    generation: number,
    changed: readonly { readonly now: Entry; readonly before: Entry | undefined }[],
  ) => {
    const sums = emptySums();
    for (const { now, before } of changed) {
      if (before !== undefined) addEntry(sums, before, -1);
      addEntry(sums, now);
    }
    await noteOwnProducts(rows.salesDate, sums.ofProduct.keys());
    await transact(async (transaction) => {
      const entries = changed.map(({ now }) => now);
      await writeRows(transaction, 'sales_row', generation, entries);
      await writeRows(transaction, 'sales_row_by_store', generation, entries);
      await writeSums(transaction, 'product', generation, [...sums.ofProduct]);
      await writeSums(transaction, 'store', generation, [...sums.ofStore]);
      const { ofDay } = sums;
      await transaction
        .updateTable('sales_day')
        .set((set) => ({
          rows: set('rows', '+', ofDay.rows),
          millilitres: set('millilitres', '+', ofDay.millilitres),
          quantity: set('quantity', '+', ofDay.quantity),
          returned_millilitres: set('returned_millilitres', '+', ofDay.returnedMillilitres),
          returned_quantity: set('returned_quantity', '+', ofDay.returnedQuantity),
          last_changed: set
            .case()
            .when('last_changed', '<', rows.lastChanged)
            .then(rows.lastChanged)
            .else(set.ref('last_changed'))
            .end(),
        }))
        .where('sales_date', '=', rows.salesDate)
        .where('generation', '=', generation)
        .execute();
      await raiseRevision(transaction);
    });
  };

  return {
    replaceDay,

    async correctDay(rows, at) {
      const held = await database
        .selectFrom('sales_day')
        .selectAll()
        .where('sales_date', '=', rows.salesDate)
        .executeTakeFirst();
      if (held === undefined || rows.size === 0) return 0;
      if (held.generation === null) {
        await replaceDay(rows, at);
        return rows.size;
      }
      const changed = await differences(held.generation, rows);
      if (changed.length > MOST_CORRECTIONS_IN_PLACE) {
        rows.keep(await entriesOf(held.generation), held.last_changed);
        await replaceDay(rows, held.read_at);
      } else if (changed.length > 0) {
        await correctInPlace(rows, held.generation, changed);
      }
      return changed.length;
    },

    async dropDaysBefore(salesDate) {
      const dropped = await transact(async (transaction) => {
        const result = await transaction
          .deleteFrom('sales_day')
          .where('sales_date', '<', salesDate)
          .executeTakeFirst();
        if (result.numDeletedRows > 0n) await raiseRevision(transaction);
        return Number(result.numDeletedRows);
      });
      return dropped;
    },

    clean: () => cleanGenerations(database, transact),
  };
}

function byStore(one: Entry, other: Entry): number {
  return one.store - other.store || one.product - other.product;
}

function fieldsOf(sum: Sum): number[] {
  return [sum.rows, sum.millilitres, sum.quantity, sum.returnedMillilitres, sum.returnedQuantity];
}

/** The first fields of a JSON row, each an integer. */
function numbers(count: number) {
  return sql.join(Array.from({ length: count }, (_, at) => sql`cast(value ->> ${sql.lit(at)} as bigint)`));
}

async function newGeneration(
  transaction: Transaction<Schema>,
  salesDate: string,
  now: number,
): Promise<number> {
  const made = await transaction
    .insertInto('sales_generation')
    .values({ sales_date: salesDate, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

async function raiseRevision(transaction: Transaction<Schema>): Promise<void> {
  await transaction
    .updateTable('sales_intake')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .execute();
}
