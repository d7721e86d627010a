import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { SalesRow } from 'retail-data-client/operations/salesRow';
import { closeWritten, type Database } from '../../database/connection.ts';
import { loadSalesKeys, type SalesKeys } from '../../database/idDictionary.ts';
import { type Lease, requireLease } from '../../database/lease.ts';
import { DayOfSales } from './dayRows.ts';
import { createDayWriter } from './dayWriter.ts';

/** Fetches sales and stores them, on a connection of its own. One call at a time. */
export interface SalesImport {
  /**
   * Fetches and replaces a whole day. Without rows, the day is settled as empty if `settlesEmpty`, and fetched again half
   * an hour later; otherwise it stays missing. Returns the number of rows.
   */
  importDay(day: string, settlesEmpty: boolean, readAt: number): Promise<number>;
  /**
   * Fetches a known day again, whole, to find rows that the service has removed: "changedSince" gives only updated ones
   * (see the interface). Since an answer may be cut, rows are removed only after two equal readings, the second begun
   * half an hour after the first has ended, and a reading without any row removes none.
   */
  readAgain(day: string, readAt: number): Promise<Rereading>;
  /** Merges corrections into the known days. Returns how many rows differed. */
  importCorrections(correction: Correction, at: number): Promise<number>;
  /** Deletes days before `keepFrom`, and forgets own products not sold since `ownFrom`. */
  tidy(keepFrom: string, ownFrom: string): Promise<void>;
  close(): Promise<void>;
}

/** `rows` were fetched; `differed` from the stored ones. */
interface Rereading {
  readonly rows: number;
  readonly differed: number;
  /** Stored rows that the answer lacks; the day stays as it is until a second answer agrees. */
  readonly inDoubt: number;
}

/** A service that cuts its answers may do so for minutes. */
const LOOK_AGAIN_MS = 30 * 60_000;

interface Correction {
  readonly since: string;
  readonly from: string;
  readonly to: string;
}

/** Creates the import, in whichever process it runs. `close` also closes `database`. */
export async function createSalesImport({
  client,
  database,
  lease,
  signal,
  pause,
  now,
}: {
  readonly client: RetailDataOperations;
  readonly database: Database;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  /** Lets others write between two transactions. */
  readonly pause: () => Promise<void>;
  /** The bot's time, for pauses that begin when a reading has ended. */
  readonly now: () => number;
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
      else if (settlesEmpty) await writer.replaceDay(rows, readAt, now() + LOOK_AGAIN_MS);
      return rows.size;
    },

    async readAgain(day, readAt) {
      const rows = await readDay(day);
      const inDoubt = await writer.rowsInDoubt(rows);
      if (inDoubt > 0) await writer.doubt(rows, now() + LOOK_AGAIN_MS);
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

/** Splits rows into days, in the service's order; only one day is in memory at a time. */
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
