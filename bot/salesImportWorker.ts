/** The thread of an import: see importThread.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { createInProcessRateLimiter, createUndiciTransport } from 'retail-data-client';
import { createBoundClient } from './database/boundClient.ts';
import { connectDatabase } from './database/connection.ts';
import { createSalesImport } from './sales/import.ts';
import type { ImportStart } from './salesImportThread.ts';
import { clockFrom } from './threadClock.ts';
import { answerCalls } from './workers/server.ts';

/**
 * After every transaction, and longer than one takes: whoever waits for a SQLite file looks again only now and then,
 * and holds up a whole thread meanwhile. Measured with a day of 112,000 rows: 8 ms brought the 99th percentile of a
 * write beside it from 135 ms to 15 ms.
 */
const PAUSE_MS = 8;

const start: ImportStart = workerData;

answerCalls(
  async (signal) => {
    const clock = clockFrom(start.now);
    const transport = createUndiciTransport(start);
    const database = await connectDatabase(start.databasePlace, { role: 'import', connections: 1 });
    const client = createBoundClient({
      database,
      identity: start,
      transport,
      clock,
      // Sales are not throttled (interface: "Limits"); nothing else is asked for here.
      rateLimiter: createInProcessRateLimiter(clock),
    });
    const work = await createSalesImport({
      client,
      database,
      lease: start.lease,
      signal,
      pause: () => delay(PAUSE_MS),
    });
    return { ...work, transport };
  },
  async ({ close, transport }) => {
    await transport.close();
    await close();
  },
);
