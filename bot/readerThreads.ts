import { availableParallelism } from 'node:os';
import type { Calendar } from 'retail-data-client/core';
import type { StockRow } from './answers/stockAnswer.ts';
import type { HeldStockAnswer } from './answers/stockFigures.ts';
import { type Database, isPostgres } from './database/connection.ts';
import type { DigestProduct, StockDigest } from './digest/stockDigest.ts';
import { createHeldReader, type HeldReader } from './readers.ts';
import type { Coverage, MeanSales, OwnProduct, SalesSums } from './sales/reader.ts';
import { type PackedList, unpackList } from './workers/chunkedList.ts';
import { createThreadPool } from './workers/pool.ts';
import { startThread } from './workers/thread.ts';

/** What a reading thread needs to know. */
export interface ReaderStart {
  readonly databasePlace: string;
  readonly timeZone: string;
}

export interface OpenSalesReader extends HeldReader {
  close(): Promise<void>;
}

/** Its rows may be all there are. */
type PackedStockAnswer = Omit<HeldStockAnswer, 'rows'> & { readonly rows: PackedList };

/** More would not be faster than the disk, and each takes memory. */
const MOST_THREADS = 2;
const END_PATIENCE_MS = 2_000;
/** A thread is some 25 MB, and is there in a quarter of a second: none is kept while nobody asks anything for so long. */
const IDLE_MS = 5 * 60_000;

/**
 * Reads sales without holding up this thread. A query of SQLite is one long stretch of work in the thread it is called
 * in, and a quarter of a year by product is tens of milliseconds with ten million rows held; so it has threads of its
 * own, started with the first question. PostgreSQL works elsewhere anyway.
 */
export function openSalesReader(
  database: Database,
  databasePlace: string,
  calendar: Calendar,
): OpenSalesReader {
  if (isPostgres(databasePlace) || databasePlace === ':memory:') {
    return { ...createHeldReader(database, calendar), close: async () => {} };
  }
  const start: ReaderStart = { databasePlace, timeZone: calendar.timeZone };
  const threads = createThreadPool({
    start: () => startThread(new URL('./readerWorker.ts', import.meta.url), start),
    most: Math.min(MOST_THREADS, availableParallelism()),
    prepare: (thread) => thread.call('newestDay'),
    idleMs: IDLE_MS,
    patienceMs: END_PATIENCE_MS,
  });
  // Answers of stock are kept in the thread that worked them out, so they all come from one.
  const ask = (method: keyof HeldReader, parameters: readonly unknown[]): Promise<unknown> =>
    threads.call(method, parameters, method === 'stockFigures');

  return {
    salesOf: async (...question) => (await ask('salesOf', question)) as SalesSums,
    daysOf: async (...range) => (await ask('daysOf', range)) as Coverage,
    meanSales: async (...question) => (await ask('meanSales', question)) as MeanSales,
    ownProducts: async () => (await ask('ownProducts', [])) as OwnProduct[],
    storesSold: async () => (await ask('storesSold', [])) as string[],
    newestDay: async () => (await ask('newestDay', [])) as string | undefined,
    async stockFigures(...question) {
      const answer = (await ask('stockFigures', question)) as PackedStockAnswer | undefined;
      return answer && { ...answer, rows: (await unpackList(answer.rows)) as StockRow[] };
    },
    stockProducts: async () => (await ask('stockProducts', [])) as string[],
    stockDigest: async (...question) => (await ask('stockDigest', question)) as StockDigest | undefined,
    stockDigestRows: async (...question) =>
      (await unpackList((await ask('stockDigestRows', question)) as PackedList)) as DigestProduct[],
    close: () => threads.end(),
  };
}
