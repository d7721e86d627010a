import { createCalendar } from 'retail-data-client/calendar/calendar';
import { hasStockOf } from 'retail-data-client/client/hasStockOf';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const calendar = createCalendar();

async function startAt(day: string, time: string) {
  const clock = createFakeClock(calendar.instantOf(day, time));
  const sandbox = await startSandbox({ now: clock.now, stores: 6, products: 12 });
  onTestFinished(() => sandbox.close());
  const rateLimiter = createInProcessRateLimiter(clock);
  const client = createTestClient({
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    clock,
    rateLimiter,
  });
  return { clock, sandbox, client };
}

test('the stock of a working day is there from 08:30 on', async () => {
  const friday = '2026-11-20';
  const { client, clock, sandbox } = await startAt(friday, '08:29');
  expect(await hasStockOf(client, friday)).toBe(false);
  expect(await hasStockOf(client, '2026-11-19')).toBe(true);
  clock.set(calendar.instantOf(friday, '08:30'));
  expect(await hasStockOf(client, friday)).toBe(true);
  expect(await hasStockOf(client, '2026-11-21')).toBe(false);
  expect(sandbox.requests.map(({ query }) => query)).toEqual(
    [friday, '2026-11-19', friday, '2026-11-21'].map((changedSince) => ({ changedSince, maxResults: '1' })),
  );
});

test('a Sunday brings no stock, however late it is', async () => {
  const sunday = '2026-11-22';
  const { client } = await startAt(sunday, '21:00');
  expect(await hasStockOf(client, sunday)).toBe(false);
  expect(await hasStockOf(client, '2026-11-21')).toBe(true);
});

test('one question is one call of the budget', async () => {
  const { client } = await startAt('2026-11-20', '12:00');
  await hasStockOf(client, '2026-11-20');
  expect(await client.rateLimiter.remaining()).toBe(19);
});

test('a day that is none is refused before anything is asked', async () => {
  const { client, sandbox } = await startAt('2026-11-20', '12:00');
  expect(await rejection(hasStockOf(client, '20.11.2026'))).toMatchObject({ field: 'changedSince' });
  expect(sandbox.requests).toEqual([]);
  expect(await client.rateLimiter.remaining()).toBe(20);
});
