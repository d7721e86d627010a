import { extname } from 'node:path';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { type Database, isPostgres } from './database/connection.ts';
import { createSalesReader } from './sales/queries.ts';
import type { SalesReader } from './sales/reader.ts';
import type { StockDigestReader } from './stock/digest.ts';
import { readStockDigest, readStockDigestRows } from './stock/digestFigures.ts';
import { createStockReader, type StockReader } from './stock/reader.ts';
import { createRemote } from './workers/channel.ts';
import { createOnDemandWorker } from './workers/onDemand.ts';
import { startThread } from './workers/thread.ts';

/** Everything that is read of sales and stock. */
export interface FiguresReader extends SalesReader, StockReader, StockDigestReader {}

/** Reads on this connection, in the thread it is called in. */
export function createFiguresReader(database: Database, calendar: Calendar): FiguresReader {
  const sales = createSalesReader(database, calendar);
  return {
    ...sales,
    ...createStockReader(database, sales, calendar),
    stockDigest: (question) => readStockDigest(database, sales, calendar, question),
    stockDigestRows: (question) => readStockDigestRows(database, sales, calendar, question),
  };
}

/** What a reading thread needs to know. */
export interface ReadWorkerData {
  readonly databasePlace: string;
  readonly timeZone: string;
}

export interface OpenFiguresReader {
  readonly reader: FiguresReader;
  close(): Promise<void>;
}

/** Beside this file, and called as it is: TypeScript here, JavaScript in the built bot. */
const WORKER = new URL(`./readWorker${extname(import.meta.url)}`, import.meta.url);
const CLOSE_TIMEOUT_MS = 2_000;
/** A thread is some 25 MB, and is there in a quarter of a second: none is kept while nobody asks anything for so long. */
const IDLE_MS = 5 * 60_000;

/**
 * Reads without holding up this thread. A query of SQLite is one long stretch of work in the thread it is called in, and
 * a quarter of a year by product is tens of milliseconds with ten million rows held; so it has a thread of its own,
 * started with the first question, in which heavy questions queue. PostgreSQL works elsewhere anyway.
 */
export function openFiguresReader(
  database: Database,
  databasePlace: string,
  calendar: Calendar,
): OpenFiguresReader {
  if (isPostgres(databasePlace) || databasePlace === ':memory:') {
    return { reader: createFiguresReader(database, calendar), close: async () => {} };
  }
  const data: ReadWorkerData = { databasePlace, timeZone: calendar.timeZone };
  const thread = createOnDemandWorker(() => startThread(WORKER, data), IDLE_MS, CLOSE_TIMEOUT_MS);
  return { reader: createRemote<FiguresReader>(thread.call), close: thread.close };
}
