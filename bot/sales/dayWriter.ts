import type { Transaction } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';
import { cleanGenerations, ROWS_PER_TRANSACTION, type Transact } from './cleanGenerations.ts';
import { type DayOfSales, type Entry, emptySum, placeOf } from './dayRows.ts';
import { addEntry, emptySums, sumsOf } from './daySums.ts';
import type { SalesKeys } from './idDictionary.ts';
import {
  addToDay,
  newGeneration,
  noteSold,
  pointAt,
  raiseRevision,
  writeRows,
  writeSums,
} from './statements.ts';

/** Writes days of sales so that a reader never sees half a day, and never waits. One at a time, under the lease. */
export interface SalesWriter {
  /** Puts a whole day in the place of what was there; a day without rows is settled as empty. */
  replaceDay(day: DayOfSales, readAt: number): Promise<void>;
  /** Replaces single rows of a day that is held or empty, and adds those it lacks. Gives the rows that differed. */
  correctDay(rows: DayOfSales, at: number): Promise<number>;
  /**
   * Holds a whole day that was read once more against what is held: what differs is replaced, what is gone goes. A day
   * that is held stays when it is read without any row. Gives the rows that differed.
   */
  compareDay(day: DayOfSales, readAt: number): Promise<number>;
  /** How many rows that are held of that day are not among these. */
  rowsGone(day: DayOfSales): Promise<number>;
  /** Forgets days before that one. Gives how many there were. */
  dropDaysBefore(salesDate: string): Promise<number>;
  /** Own products that were last sold before that day are one's own no more. */
  forgetProducts(salesDate: string): Promise<void>;
  /** Deletes the rows that no day points at any more: replaced ones, and those of a reading that was cut off. */
  clean(): Promise<void>;
}

export interface SalesWriterParts {
  readonly database: Database;
  readonly keys: SalesKeys;
  /** The first statement of every transaction: throws when somebody else has taken over. */
  readonly stillMine: (transaction: Transaction<Schema>) => Promise<void>;
  /** Lets others write between two transactions. */
  readonly pause: () => Promise<void>;
}

/** More corrections than this are not written one by one: the day is written anew beside the old one. */
const MOST_CORRECTIONS_IN_PLACE = 1_000;

export function createSalesWriter(parts: SalesWriterParts): SalesWriter {
  const { database, keys, stillMine, pause } = parts;

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

  /** Own products are noted before the day counts: a day that counts has them all. */
  const noteOwnProducts = async (salesDate: string, products: Iterable<number>) => {
    const known = await database
      .selectFrom('own_product')
      .select('product_id')
      .where('last_sale_date', '>=', salesDate)
      .execute();
    const newer = new Set(known.map(({ product_id }) => product_id));
    const ids = [...products].map(keys.productId).filter((id) => !newer.has(id));
    await inPieces(ids, (transaction, piece) => noteSold(transaction, salesDate, piece));
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
    await inPieces(entries, (transaction, piece) => writeRows(transaction, 'sales_row', generation, piece));
    await inPieces(entries.toSorted(byStore), (transaction, piece) =>
      writeRows(transaction, 'sales_row_by_store', generation, piece),
    );
    await inPieces([...sums.ofProduct], (transaction, piece) =>
      writeSums(transaction, 'product', generation, piece),
    );
    await inPieces([...sums.ofStore], (transaction, piece) =>
      writeSums(transaction, 'store', generation, piece),
    );
    await transact((transaction) => pointAt(transaction, day, generation, sums.ofDay, readAt));
  };

  const heldDay = (salesDate: string) =>
    database.selectFrom('sales_day').selectAll().where('sales_date', '=', salesDate).executeTakeFirst();

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
      await addToDay(transaction, rows, generation, sums.ofDay);
    });
  };

  const noteRead = (salesDate: string, readAt: number) =>
    transact((transaction) =>
      transaction
        .updateTable('sales_day')
        .set({ read_at: readAt })
        .where('sales_date', '=', salesDate)
        .execute(),
    );

  return {
    replaceDay,

    async correctDay(rows, at) {
      const held = await heldDay(rows.salesDate);
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

    async compareDay(day, readAt) {
      const held = await heldDay(day.salesDate);
      if (held === undefined) return 0;
      if (day.size === 0 || held.generation === null) {
        if (day.size === 0) await noteRead(day.salesDate, readAt);
        else await replaceDay(day, readAt);
        return day.size;
      }
      const changed = await differences(held.generation, day);
      const added = changed.filter(({ before }) => before === undefined).length;
      const gone = held.rows + added - day.size;
      if (changed.length + gone === 0) await noteRead(day.salesDate, readAt);
      else await replaceDay(day, readAt);
      return changed.length + gone;
    },

    async rowsGone(day) {
      const held = await heldDay(day.salesDate);
      if (held === undefined || held.generation === null) return 0;
      return (await entriesOf(held.generation)).filter((entry) => !day.has(entry)).length;
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

    forgetProducts: (salesDate) =>
      transact(async (transaction) => {
        const result = await transaction
          .deleteFrom('own_product')
          .where('last_sale_date', '<', salesDate)
          .executeTakeFirst();
        if (result.numDeletedRows > 0n) await raiseRevision(transaction);
      }),

    clean: () => cleanGenerations(database, transact),
  };
}

function byStore(one: Entry, other: Entry): number {
  return one.store - other.store || one.product - other.product;
}
