import {
  type AnnouncedWait,
  type CallForecast,
  createInProcessRateLimiter,
  RateLimitError,
  STOCK_RATE_LIMITS,
  type StockReadOptions,
} from 'retail-data-client';
import { expect, test } from 'vitest';
import { createJumpingClock, NOON } from '../../../support/fakeClock.ts';
import { createMemoryClient, pageOf } from '../../../support/memoryService.ts';
import { rejection } from '../../../support/testClient.ts';

const DAY_MS = 24 * 3_600_000 + 60_000;

const productOf = (number: number) => ({
  productId: String(number),
  stock: 5,
  numberOfStoresWithStock: 1,
  updatedDate: '2026-11-20',
  updatedTime: '08:24:00',
});

/** Stock of that many products under the real limits, and everything a read of it says. */
function stockOf(products: number, withTotal = true) {
  const clock = createJumpingClock();
  const rateLimiter = createInProcessRateLimiter(clock, STOCK_RATE_LIMITS);
  const all = Array.from({ length: products }, (_, number) => productOf(number));
  let calls = 0;
  const client = createMemoryClient(
    (request) => {
      calls += 1;
      return {
        data: pageOf(all, request),
        headers: withTotal ? { 'x-total-count': String(products) } : {},
      };
    },
    { clock, rateLimiter },
  );
  const outlooks: CallForecast[] = [];
  const waits: AnnouncedWait[] = [];
  const read = (options: StockReadOptions) =>
    client
      .accumulatedStock(
        {},
        { ...options, onForecast: (outlook) => outlooks.push(outlook), onWait: (wait) => waits.push(wait) },
      )
      .toArray();
  return { clock, rateLimiter, read, outlooks, waits, calls: () => calls };
}

test('a read of one page has nothing to foresee', async () => {
  const { read, outlooks } = stockOf(50);
  await read({});
  await read({ pageSize: 50 });
  await read({ pageSize: 10, limit: 10 });
  expect(outlooks).toEqual([]);
});

test('a read whose calls are all free is told so after its first page', async () => {
  const { read, outlooks } = stockOf(100);
  expect(await read({ pageSize: 10 })).toHaveLength(100);
  expect(outlooks).toEqual([
    {
      callsNeeded: 9,
      callsLeft: 9,
      nextAllowedAt: NOON,
      lastAllowedAt: NOON,
      reason: expect.stringContaining('9 calls more needed; all are allowed now'),
    },
  ]);
});

test('a read that has to wait is told when its last call is allowed, and goes on', async () => {
  const { read, outlooks, waits, clock } = stockOf(50);
  expect(await read({ pageSize: 1 })).toHaveLength(50);
  expect(outlooks).toMatchObject([{ callsNeeded: 49, callsLeft: 49, lastAllowedAt: NOON + 2 * 61_000 }]);
  expect(outlooks[0]?.reason).toContain('49 calls more needed; the last is allowed in 3 minutes');
  expect(waits.map(({ waitMs }) => waitMs)).toEqual([61_000, 61_000]);
  expect(clock.now()).toBe(NOON + 2 * 61_000);
});

test('a read that needs more calls than a day has ends before they are spent', async () => {
  const { read, outlooks, calls, rateLimiter } = stockOf(900);
  const error = await rejection(read({ pageSize: 1 }));
  expect(error).toBeInstanceOf(RateLimitError);
  expect(String(error)).toContain('needs 899 calls more, of which 399 are allowed');
  expect(String(error)).toContain('1 row had been received');
  expect(error).toMatchObject({ retryAfterMs: DAY_MS, status: undefined });
  expect(outlooks).toMatchObject([{ callsNeeded: 899, callsLeft: 399 }]);
  expect(calls()).toBe(1);
  expect(await rateLimiter.remaining()).toBe(19);
});

test('goes on all the same for a caller who waits a day', async () => {
  const { read, calls } = stockOf(450);
  expect(await read({ pageSize: 1, maxWaitMs: DAY_MS })).toHaveLength(450);
  expect(calls()).toBe(450);
});

test('counts what a limit leaves of the read', async () => {
  const { read, outlooks } = stockOf(900);
  expect(await read({ pageSize: 1, limit: 3 })).toHaveLength(3);
  expect(outlooks).toMatchObject([{ callsNeeded: 2, callsLeft: 2 }]);
});

test('calls of others are counted: what they took of the day is not left', async () => {
  const { read, clock, rateLimiter } = stockOf(30);
  for (let call = 0; call < 390; call += 1) {
    if (!(await rateLimiter.tryAcquire()).acquired) {
      await clock.sleep(61_000);
      await rateLimiter.tryAcquire();
    }
  }
  await clock.sleep(61_000);
  expect(String(await rejection(read({ pageSize: 1 })))).toMatch(/needs 29 calls more, of which 9 are/);
});

test('the waits of a read that could not end before its deadline are not begun', async () => {
  const { read, clock, calls } = stockOf(50);
  const error = await rejection(read({ pageSize: 1, deadlineMs: 60_000 }));
  expect(error).toMatchObject({ kind: 'deadline', rowsReceived: 1 });
  expect(String(error)).toContain('49 calls more needed');
  expect(calls()).toBe(1);
  expect(clock.sleeps).toEqual([]);
});

test('without a total it stops at the limit and names the rows received', async () => {
  const { read, outlooks } = stockOf(50, false);
  const error = await rejection(read({ pageSize: 1, maxWaitMs: 1_000 }));
  expect(error).toMatchObject({ kind: 'rateLimit', retryAfterMs: 61_000 });
  expect(String(error)).toContain('20 rows had been received');
  expect(outlooks).toEqual([]);
});

test('an empty budget is announced before the first page, and refused when the wait is too long', async () => {
  const { read, rateLimiter, waits, calls } = stockOf(5);
  await rateLimiter.blockUntil(NOON + 30_000);
  expect(await rejection(read({ maxWaitMs: 29_999 }))).toMatchObject({ retryAfterMs: 30_000 });
  expect(calls()).toBe(0);
  expect(await read({})).toHaveLength(5);
  expect(waits).toEqual([{ waitMs: 30_000, reason: expect.stringContaining('Waiting 30 seconds') }]);
});

test('a total that is absurd costs neither time nor memory', async () => {
  const clock = createJumpingClock();
  const client = createMemoryClient(
    () => ({ data: [productOf(1)], headers: { 'x-total-count': '999999999999999' } }),
    { clock, rateLimiter: createInProcessRateLimiter(clock) },
  );
  expect(await rejection(client.accumulatedStock({}, { pageSize: 1 }).toArray())).toMatchObject({
    kind: 'rateLimit',
  });
});
