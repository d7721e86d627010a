import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { SalesRow } from 'retail-data-client/operations/salesRow';
import { closeWritten, type Database } from '../../database/connection.ts';
import { loadSalesKeys, type SalesKeys } from '../../database/idDictionary.ts';
import { type Lease, requireLease } from '../../database/lease.ts';
import { DayOfSales } from './dayRows.ts';
import { createDayWriter } from './dayWriter.ts';

/** Brings sales from the service into the database, on a connection of its own. One call at a time. */
export interface SalesImport {
  /**
   * Reads a whole day and puts it in the place of what was there. Without rows, it is settled as empty if
   * `settlesEmpty` and read once more half an hour later, else left as not read. Gives its rows.
   */
  importDay(day: string, settlesEmpty: boolean, readAt: number): Promise<number>;
  /**
   * Reads a day that is known once more, whole: what is gone from the service is gone here too, which no question about
   * changes tells (interface: "changedSince" gives occurrences that were updated). A day that has rows stays as it is
   * when none is read, and rows that are gone must be so in two equal readings half an hour apart: an answer may be cut.
   */
  readAgain(day: string, readAt: number): Promise<Rereading>;
  /** Merges what changed since a day into the days that are known. Gives the rows that differed. */
  importCorrections(correction: Correction, at: number): Promise<number>;
  /** Deletes days before `keepFrom`, and forgets own products not sold since `ownFrom`. */
  tidy(keepFrom: string, ownFrom: string): Promise<void>;
  close(): Promise<void>;
}

/** Rows that were read, and how many of the day's differed from what was held. */
interface Rereading {
  readonly rows: number;
  readonly differed: number;
  /** Rows that are held and were missing in this answer; the day stays as it is until a second one agrees. */
  readonly inDoubt: number;
}

/** An answer that is cut comes from a service in trouble, which may be so for minutes. */
const LOOK_AGAIN_MS = 30 * 60_000;

interface Correction {
  readonly since: string;
  readonly from: string;
  readonly to: string;
}

/** The import itself, whichever process it runs in. The database is closed with it. */
export async function createSalesImport({
  client,
  database,
  lease,
  signal,
  pause,
}: {
  readonly client: RetailDataOperations;
  readonly database: Database;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  /** Lets others write between two transactions. */
  readonly pause: () => Promise<void>;
}): Promise<SalesImport> {
  const keys = await loadSalesKeys(database);
  const writer = createDayWriter({
    database,
    requireLease: (transaction) => requireLease(transaction, lease),
    pause: async () => {
      await pause();
      signal.throwIfAborted();
    },
  });

  const readDay = async (day: string): Promise<DayOfSales> => {
    const read = client.dailySales({ fromSalesDate: day, toSalesDate: day }, { signal }).batches();
    const rows = new DayOfSales(day);
    for await (const batch of read) {
      const ofDay = batch.filter((row) => row.salesDate === day);
      await addAll(rows, ofDay, keys);
    }
    return rows;
  };

  return {
    async importDay(day, settlesEmpty, readAt) {
      const rows = await readDay(day);
      if (rows.size > 0) await writer.replaceDay(rows, readAt);
      else if (settlesEmpty) await writer.replaceDay(rows, readAt, readAt + LOOK_AGAIN_MS);
      return rows.size;
    },

    async readAgain(day, readAt) {
      const rows = await readDay(day);
      const inDoubt = await writer.rowsInDoubt(rows);
      if (inDoubt > 0) await writer.doubt(rows, readAt + LOOK_AGAIN_MS);
      const differed = inDoubt > 0 ? 0 : await writer.compareDay(rows, readAt);
      return { rows: rows.size, differed, inDoubt };
    },

    async importCorrections({ since, from, to }, at) {
      const read = client.dailySales(
        { changedSince: since, fromSalesDate: from, toSalesDate: to },
        { signal },
      );
      let changed = 0;
      for await (const day of daysOf(read.batches(), keys)) changed += await writer.correctDay(day, at);
      return changed;
    },

    async tidy(keepFrom, ownFrom) {
      await writer.deleteDaysBefore(keepFrom);
      await writer.forgetProducts(ownFrom);
    },

    close: () => closeWritten(database),
  };
}

/** One day after the other, as the service orders its rows; days lie in memory one at a time. */
async function* daysOf(
  batches: AsyncIterable<readonly SalesRow[]>,
  keys: SalesKeys,
): AsyncGenerator<DayOfSales> {
  let day: DayOfSales | undefined;
  for await (const batch of batches) {
    for (let from = 0; from < batch.length; ) {
      const salesDate = batch[from]?.salesDate ?? '';
      let to = from;
      while (to < batch.length && batch[to]?.salesDate === salesDate) to += 1;
      if (day?.salesDate !== salesDate) {
        if (day !== undefined) yield day;
        day = new DayOfSales(salesDate);
      }
      await addAll(day, batch.slice(from, to), keys);
      from = to;
    }
  }
  if (day !== undefined) yield day;
}

async function addAll(day: DayOfSales, rows: readonly SalesRow[], keys: SalesKeys): Promise<void> {
  await keys.ensure(
    rows.map((row) => row.productId),
    rows.map((row) => row.storeId),
  );
  for (const row of rows) day.add(row, keys);
}
