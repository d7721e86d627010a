/** The thread of a stock import: see stockThread.ts. */
import { workerData } from 'node:worker_threads';
import { createUndiciTransport } from 'retail-data-client';
import { createBoundClient } from './database/boundClient.ts';
import { connectDatabase } from './database/connection.ts';
import { createRateLimiter } from './database/rateLimiter.ts';
import { createStockImport } from './stock/import.ts';
import type { StockStart } from './stockImportThread.ts';
import { clockFrom } from './threadClock.ts';
import { answerCalls } from './workers/server.ts';

const start: StockStart = workerData;

answerCalls(
  async (signal) => {
    const clock = clockFrom(start.now);
    const transport = createUndiciTransport(start);
    // Calls that count must survive a power cut, so this is a connection for what must not be lost.
    const database = await connectDatabase(start.databasePlace, { role: 'main', connections: 1 });
    const rateLimiter = createRateLimiter(database, { ...start, clock });
    const client = createBoundClient({
      transport,
      clock,
      rateLimiter,
      database,
      identity: start,
    });
    return { ...createStockImport({ client, database, signal }), transport, database };
  },
  async ({ transport, database }) => {
    await transport.close();
    await database.destroy();
  },
);
