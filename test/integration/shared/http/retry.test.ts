import nock from 'nock';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { TransportFailure } from 'retail-data-client/transport/transport';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock, NOON } from '../../../support/fakeClock.ts';
import { createMemoryClient } from '../../../support/memoryService.ts';
import { BASE_URL, PATHS, useMockedService } from '../../../support/mockedService.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

useMockedService();

const JSON_TYPE = { 'content-type': 'application/json' };
const change = { email: 'kari@example.no', roleId: '12', mainRoleId: '3', active: true };

/** Two clients, one for the least jitter and one for the most. */
function jittered(chance: number) {
  const clock = createJumpingClock();
  return { clock, client: createTestClient({ baseUrl: BASE_URL, clock, random: () => chance }) };
}

describe('a GET', () => {
  test.each([
    [0, [250, 750, 2250]],
    [0.5, [375, 1125, 3375]],
    [0.999_999, [500, 1500, 4500]],
  ])('is repeated three times, with jitter %d after %j ms', async (chance, waits) => {
    nock(BASE_URL).get(PATHS.stores).times(4).reply(503);
    const { clock, client } = jittered(chance);
    expect(await rejection(client.stores())).toMatchObject({ kind: 'server' });
    expect(clock.sleeps.map(Math.round)).toEqual(waits);
  });

  test('waits as long as asked, even when its own backoff is shorter', async () => {
    nock(BASE_URL).get(PATHS.stores).reply(503, '', { 'retry-after': '17' });
    nock(BASE_URL).get(PATHS.stores).reply(429, '', { 'retry-after': '0' });
    nock(BASE_URL).get(PATHS.stores).reply(200, [], JSON_TYPE);
    const { client, clock } = jittered(0);
    await client.stores();
    expect(clock.sleeps).toEqual([17_000, 750]);
  });

  test('announces a wait that was asked for, and not its own short ones', async () => {
    nock(BASE_URL).get(PATHS.stores).reply(503, '', { 'retry-after': '17' });
    nock(BASE_URL).get(PATHS.stores).reply(500);
    nock(BASE_URL).get(PATHS.stores).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    const waits: unknown[] = [];
    await client.stores({}, { onWait: (wait) => waits.push(wait) });
    expect(waits).toEqual([{ waitMs: 17_000, reason: 'Waiting 17 seconds, as the service asked.' }]);
  });

  test.each([
    [90_000, 4],
    [89_999, 1],
  ])('with a limit of %d ms a Retry-After of 90 seconds makes %d calls', async (maxWaitMs, calls) => {
    nock(BASE_URL).get(PATHS.stores).times(calls).reply(429, '', { 'retry-after': '90' });
    const { client, clock } = jittered(0);
    const error = await rejection(client.stores({}, { maxWaitMs }));
    expect(error).toMatchObject({ kind: 'rateLimit', status: 429, retryAfterMs: 90_000 });
    expect(clock.sleeps).toHaveLength(calls - 1);
  });

  test('of accumulated stock takes a call from the budget each time', async () => {
    nock(BASE_URL).get(PATHS.accumulatedStock).times(3).reply(503);
    nock(BASE_URL).get(PATHS.accumulatedStock).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    await client.accumulatedStock().toArray();
    expect(await client.rateLimiter.remaining()).toBe(16);
  });

  test('of another operation takes none', async () => {
    nock(BASE_URL).get(PATHS.stores).reply(200, [], JSON_TYPE);
    nock(BASE_URL).get(PATHS.dailySales).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    await client.stores();
    await client.dailySales().toArray();
    expect(await client.rateLimiter.remaining()).toBe(20);
  });
});

describe('a PUT', () => {
  test('is repeated like a GET while it is fresh', async () => {
    nock(BASE_URL).put(PATHS.permission).twice().reply(503);
    nock(BASE_URL).put(PATHS.permission).reply(200, ANSWERS.permission);
    const { client, clock } = jittered(0);
    expect(await client.setPermission(change)).toEqual(ANSWERS.permission);
    expect(clock.sleeps).toEqual([150, 450]);
  });

  test.each([
    ['90', 4],
    ['91', 1],
  ])('waits as long as it is asked to: with Retry-After %s it is sent %d times', async (seconds, calls) => {
    nock(BASE_URL).put(PATHS.permission).times(calls).reply(503, '', { 'retry-after': seconds });
    const { client, clock } = jittered(0);
    expect(await rejection(client.setPermission(change))).toMatchObject({ kind: 'server' });
    expect(clock.sleeps).toEqual(Array(calls - 1).fill(90_000));
  });

  test.each([
    [3, 4],
    [6, 3],
    [12, 2],
  ])(
    'is not repeated later than ten seconds after it first failed: failing after %d s it is sent %d times',
    async (seconds, calls) => {
      const { client, clock } = jittered(0);
      nock(BASE_URL)
        .put(PATHS.permission)
        .times(calls)
        .reply(() => {
          void clock.sleep(seconds * 1_000);
          return [503];
        });
      expect(await rejection(client.setPermission(change))).toMatchObject({ kind: 'server' });
    },
  );

  test('that the service refuses is not repeated', async () => {
    nock(BASE_URL).put(PATHS.permission).reply(422);
    const { client, clock } = jittered(0);
    expect(await rejection(client.setPermission(change))).toMatchObject({ status: 422 });
    expect(clock.sleeps).toEqual([]);
  });
});

describe('waits that were announced', () => {
  const FAILED = { status: 503, data: '' };

  test('are bounded by the limit of the caller alone, however long the retries may take', async () => {
    const clock = createJumpingClock();
    const client = createMemoryClient(
      (_, number) => (number < 2 ? { ...FAILED, headers: { 'retry-after': '180' } } : { data: [] }),
      { clock },
    );
    expect(await client.stores({}, { maxWaitMs: 600_000 })).toEqual([]);
    expect(clock.sleeps).toEqual([180_000, 180_000]);
  });

  test('for the call budget take nothing of the time of the retries', async () => {
    const clock = createJumpingClock();
    const rateLimiter = createInProcessRateLimiter(clock);
    await rateLimiter.blockUntil(NOON + 300_000);
    const client = createMemoryClient(
      (_, number) => {
        // The second attempt has to wait once more.
        if (number === 0) void rateLimiter.blockUntil(clock.now() + 300_000);
        return number < 2 ? FAILED : { data: [] };
      },
      { clock, rateLimiter },
    );
    expect(await client.accumulatedStock({}, { maxWaitMs: 300_000 }).toArray()).toEqual([]);
    expect(clock.now() - NOON).toBeGreaterThanOrEqual(600_000);
  });

  test('end with the deadline all the same', async () => {
    const client = createMemoryClient(() => ({ ...FAILED, headers: { 'retry-after': '180' } }));
    const options = { maxWaitMs: 600_000, deadlineMs: 300_000 };
    expect(await rejection(client.stores({}, options))).toMatchObject({ kind: 'deadline' });
  });
});

test('waits of its own end two minutes after the first failure, however many attempts are allowed', async () => {
  const clock = createJumpingClock();
  const client = createMemoryClient(() => ({ status: 503, data: '' }), { clock });
  expect(await rejection(client.stores({}, { maxRetries: 99 }))).toMatchObject({ kind: 'server' });
  expect(clock.now() - NOON).toBeLessThanOrEqual(120_000);
  expect(clock.sleeps.length).toBeGreaterThan(4);
});

test.each(['accumulatedStock', 'stores', 'permission'] as const)(
  'a call of %s that takes longer than its time, as it is by itself, is repeated',
  async (name) => {
    const clock = createJumpingClock();
    let calls = 0;
    const client = createMemoryClient(
      ({ timeoutMs }) => {
        calls += 1;
        if (calls > 1) return { data: name === 'permission' ? ANSWERS.permission : [] };
        void clock.sleep(timeoutMs);
        throw new TransportFailure('timeout', 'deadline');
      },
      { clock },
    );
    if (name === 'permission') expect(await client.setPermission(change)).toEqual(ANSWERS.permission);
    else if (name === 'stores') expect(await client.stores()).toEqual([]);
    else expect(await client.accumulatedStock().toArray()).toEqual([]);
    expect(clock.sleeps).toHaveLength(2);
  },
);
