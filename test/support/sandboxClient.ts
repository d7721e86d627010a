import type { ReadOptions, RetailDataClient, SalesRow } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { onTestFinished } from 'vitest';
import { createJumpingClock } from './fakeClock.ts';
import { createTestClient } from './testClient.ts';

/** Both sides let any number of calls through, so that only paging is looked at. */
const PLENTY = 1_000_000;

/** A small service, its clock at 12:00 in Oslo on Friday 2026-11-20, and a client whose budget never ends. */
export async function startSmallService(options: SandboxOptions = {}): Promise<{
  sandbox: Sandbox;
  client: RetailDataClient;
}> {
  const clock = createJumpingClock(Date.parse('2026-11-20T11:00:00Z'));
  const sandbox = await startSandbox({
    now: clock.now,
    stores: 9,
    products: 14,
    throttle: { perMinute: PLENTY, perDay: PLENTY },
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const rateLimiter = createInProcessRateLimiter(clock, [{ calls: PLENTY, windowMs: 1 }]);
  const client = createTestClient({
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    clock,
    rateLimiter,
  });
  return { sandbox, client };
}

/** Two days of sales in four stores or so: enough seams of every kind, few enough to read in every page size. */
export const TWO_DAYS = { fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' } as const;

export async function readSales(client: RetailDataClient, options: ReadOptions = {}): Promise<SalesRow[]> {
  return client.dailySales(TWO_DAYS, options).toArray();
}
