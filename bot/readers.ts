import { extname } from 'node:path';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { type Database, isPostgres } from './database/connection.ts';
import { createSalesReader } from './sales/queries.ts';
import type { SalesReader } from './sales/reader.ts';
import { createStockReader, type StockReader } from './stock/reader.ts';
import { createRemote } from './workers/channel.ts';
import { createOnDemandWorker } from './workers/onDemand.ts';
import type { StartWorker } from './workers/worker.ts';

/** All queries of sales and stock. */
export interface FiguresReader extends SalesReader, StockReader {}

/** Runs the queries in the current thread. */
export function createFiguresReader(database: Database, calendar: Calendar): FiguresReader {
  const sales = createSalesReader(database, calendar);
  return {
    ...sales,
    ...createStockReader(database, sales, calendar),
  };
}

export interface ReadWorkerData {
  readonly databasePlace: string;
  readonly timeZone: string;
}

export interface OpenFiguresReader {
  readonly reader: FiguresReader;
  close(): Promise<void>;
}

/** In the same folder, with the same extension: TypeScript here, JavaScript in the built bot. */
const WORKER = new URL(`./readWorker${extname(import.meta.url)}`, import.meta.url);
const CLOSE_TIMEOUT_MS = 2_000;
/** An idle thread ends after this time: it takes about 25 MB, and a new one starts in a quarter of a second. */
const IDLE_MS = 5 * 60_000;

/**
 * Runs queries without blocking the main thread. A SQLite query blocks its thread: a quarter of a year by product takes
 * tens of milliseconds with ten million rows. So SQLite gets one thread, started by the first query, in which queries
 * queue. PostgreSQL needs no thread.
 */
export function openFiguresReader(
  database: Database,
  databasePlace: string,
  calendar: Calendar,
  startThread: StartWorker,
): OpenFiguresReader {
  if (isPostgres(databasePlace) || databasePlace === ':memory:') {
    return { reader: createFiguresReader(database, calendar), close: async () => {} };
  }
  const data: ReadWorkerData = { databasePlace, timeZone: calendar.timeZone };
  const thread = createOnDemandWorker(() => startThread(WORKER, data), IDLE_MS, CLOSE_TIMEOUT_MS);
  return { reader: createRemote<FiguresReader>(thread.call), close: thread.close };
}
