import { extname } from 'node:path';
import type { Lease } from './database/lease.ts';
import type { SalesImport } from './sales/import.ts';
import type { StockImport } from './stock/import.ts';
import { createRemote, type Service } from './workers/channel.ts';
import { startWorker } from './workers/thread.ts';

/** What the thread of an import needs to know. */
export interface ImportConnection {
  /** The SQLite file or the postgres:// address. */
  readonly databasePlace: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** What time it is for the bot. */
  readonly now: number;
}

export type ImportWorkerData = ImportConnection &
  ({ readonly kind: 'stock' } | { readonly kind: 'sales'; readonly lease: Lease });

/** Beside this file, and called as it is: TypeScript here, JavaScript in the built bot. */
const WORKER = new URL(`./importWorker${extname(import.meta.url)}`, import.meta.url);
/** How long a thread may take to leave its work: the transaction it is in, and closing. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Starts a thread that imports one stock, with a connection of its own to the database and to the service: to decode and
 * to check 66,000 products takes longer than anybody is to wait for. Its calls count in the same rate limit.
 */
export function startStockImport(connection: ImportConnection): StockImport {
  return startImport<StockImport>({ ...connection, kind: 'stock' });
}

/** Starts a thread that imports sales, with a connection of its own to the database and to the service. */
export function startSalesImport(connection: ImportConnection, lease: Lease): SalesImport {
  return startImport<SalesImport>({ ...connection, kind: 'sales', lease });
}

function startImport<Import extends Service<Import>>(data: ImportWorkerData): Import {
  const thread = startWorker(WORKER, data);
  return createRemote<Import>((method, parameters) =>
    method === 'close' ? thread.close(CLOSE_TIMEOUT_MS) : thread.call(method, parameters),
  );
}
