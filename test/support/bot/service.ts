import type { RetailDataOperations } from 'retail-data-client';
import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { onTestFinished } from 'vitest';
import type { StockSyncOptions } from '../../../bot/stock/import/sync.ts';
import { newDatabaseFile, openTestDatabase } from './databases.ts';
import { createRecordingLog, type RecordingLog } from './recordingLog.ts';
import { calendar, createSetClock, oslo, type SetClock, untilAborted } from './time.ts';

/** The sandbox, a client of it and a database in a file, all on one clock. */
export interface Warehouse extends StockSyncOptions {
  readonly sandbox: Sandbox;
  readonly client: RetailDataOperations;
  readonly clock: SetClock;
  readonly recording: RecordingLog;
  readonly file: string;
  /** Calls that have reached an operation. */
  calls(path: 'accumulated-stock' | 'daily-sales'): Sandbox['requests'];
}

export async function startWarehouse(at: string, options: SandboxOptions = {}): Promise<Warehouse> {
  const clock = createSetClock(oslo(at));
  const sandbox = await startSandbox({ now: () => clock.now(), stores: 8, products: 12, ...options });
  onTestFinished(() => sandbox.close());
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const file = newDatabaseFile();
  const recording = createRecordingLog();
  return {
    sandbox,
    clock,
    recording,
    file,
    calendar,
    log: recording.log,
    time: { now: async () => clock.now() },
    leaseClock: { now: clock.now, sleep: untilAborted },
    database: await openTestDatabase(file),
    client: new PortableClient({
      transport,
      clock,
      rateLimiter: createInProcessRateLimiter(clock),
      random: () => 0,
    }),
    calls: (path) => sandbox.requests.filter((request) => request.path.includes(path)),
  };
}
