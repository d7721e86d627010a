import type { Lease } from './database/lease.ts';
import type { Rereading, SalesImport } from './sales/import.ts';
import { startThread, type Thread } from './workers/thread.ts';

/** What the thread of an import needs to know. */
export interface ImportStart {
  /** The SQLite file or the postgres:// address. */
  readonly databasePlace: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly lease: Lease;
  /** What time it is for the bot. */
  readonly now: number;
}

/** How long a thread may take to leave its work: the transaction it is in, and closing. */
const END_PATIENCE_MS = 5_000;

/** Starts a thread that imports sales, with a connection of its own to the database and to the service. */
export function startImportThread(start: ImportStart): SalesImport {
  const thread = startThread(new URL('./salesImportWorker.ts', import.meta.url), start);
  return {
    importDay: async (...parameters) => numberFrom(thread, 'importDay', parameters),
    readAgain: async (...parameters) => (await thread.call('readAgain', ...parameters)) as Rereading,
    importCorrections: async (...parameters) => numberFrom(thread, 'importCorrections', parameters),
    async tidy(...parameters) {
      await thread.call('tidy', ...parameters);
    },
    close: () => thread.end(END_PATIENCE_MS),
  };
}

async function numberFrom(thread: Thread, method: string, parameters: readonly unknown[]): Promise<number> {
  return Number(await thread.call(method, ...parameters));
}
