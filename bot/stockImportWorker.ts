/** The thread of a stock import: see stockImportThread.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { createUndiciTransport } from 'retail-data-client';
import { createBoundClient } from './database/boundClient.ts';
import { connectDatabase } from './database/connection.ts';
import { openBudget } from './database/rateLimiter.ts';
import { createStockImport } from './stock/import.ts';
import type { StockStart } from './stockImportThread.ts';
import { clockFrom } from './threadClock.ts';
import { answerCalls } from './workers/server.ts';

/** Between two transactions of a stock, so that another connection that waits for SQLite gets in between them. */
const PAUSE_MS = 8;

const start: StockStart = workerData;

answerCalls(
  async (signal) => {
    const clock = clockFrom(start.now);
    const transport = createUndiciTransport(start);
    // Calls that count must survive a power cut, so this is a connection for what must not be lost.
    const database = await connectDatabase(start.databasePlace, { role: 'main', connections: 1 });
    const rateLimiter = openBudget(database, start, clock);
    const client = createBoundClient({
      transport,
      clock,
      rateLimiter,
      database,
      identity: start,
    });
    // A stock can be read again, so its many small transactions need not wait for the disk.
    const stock = await connectDatabase(start.databasePlace, { role: 'import', connections: 1 });
    const pause = () => delay(PAUSE_MS);
    return { ...createStockImport({ client, database: stock, signal, pause }), transport, database, stock };
  },
  async ({ transport, database, stock }) => {
    await transport.close();
    await stock.destroy();
    await database.destroy();
  },
);
