import type { StockImport } from './stock/import.ts';
import { startThread } from './workers/thread.ts';

/** What the thread of a stock import needs to know. */
export interface StockStart {
  /** The SQLite file or the postgres:// address. */
  readonly databasePlace: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** What time it is for the bot. */
  readonly now: number;
}

const END_PATIENCE_MS = 5_000;

/**
 * Starts a thread that brings one stock in, with a connection of its own to the database and to the service: to decode
 * and to check 66,000 products takes longer than anybody is to wait for. Its calls count in the same budget.
 */
export function startStockThread(start: StockStart): StockImport {
  const thread = startThread(new URL('./stockImportWorker.ts', import.meta.url), start);
  return {
    read: async () => Number(await thread.call('read')),
    async save(...parameters) {
      await thread.call('save', ...parameters);
    },
    close: () => thread.end(END_PATIENCE_MS),
  };
}
