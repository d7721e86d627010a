import { extname } from 'node:path';
import type { Lease } from './database/lease.ts';
import type { SalesImport } from './sales/import/import.ts';
import type { StockImport } from './stock/import/import.ts';
import { createRemote, type Service } from './workers/channel.ts';
import type { StartWorker } from './workers/worker.ts';

export interface ImportConnection {
  /** The SQLite file or the postgres:// address. */
  readonly databasePlace: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** The header with the number of products; false for none, undefined for the client's default. */
  readonly totalHeader?: string | false | undefined;
  /** The bot's time at the start of the import. */
  readonly now: number;
}

export type ImportOrder = ImportConnection &
  ({ readonly kind: 'stock' } | { readonly kind: 'sales'; readonly lease: Lease });

/** In the same folder, with the same extension: TypeScript here, JavaScript in the built bot. */
const PROCESS = new URL(`./importProcess${extname(import.meta.url)}`, import.meta.url);
/** How long a process may take to finish its transaction and close. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Starts a process that imports the stock, with its own connections to the database and the service. Decoding and
 * checking 66,000 products would block the bot. Its calls count in the same rate limit.
 */
export function startStockImport(start: StartWorker, connection: ImportConnection): StockImport {
  return startImport<StockImport>(start, { ...connection, kind: 'stock' });
}

/** Starts a process that imports sales, with its own connections to the database and the service. */
export function startSalesImport(
  start: StartWorker,
  connection: ImportConnection,
  lease: Lease,
): SalesImport {
  return startImport<SalesImport>(start, { ...connection, kind: 'sales', lease });
}

function startImport<Import extends Service<Import>>(start: StartWorker, data: ImportOrder): Import {
  const worker = start(PROCESS, data);
  return createRemote<Import>((method, parameters) =>
    method === 'close' ? worker.close(CLOSE_TIMEOUT_MS) : worker.call(method, parameters),
  );
}
