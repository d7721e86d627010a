import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock, NOON } from '../../../support/fakeClock.ts';
import { BASE_URL, PATHS, useMockedService } from '../../../support/mockedService.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

useMockedService();

const JSON_TYPE = { 'content-type': 'application/json' };
const change = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };

/** Two clients, one for the least jitter and one for the most. */
function jittered(chance: number) {
  const clock = createJumpingClock();
  return { clock, client: createTestClient({ baseUrl: BASE_URL, clock, random: () => chance }) };
}

describe('a GET', () => {
  test.each([
    [0, [250, 500, 1000]],
    [0.5, [375, 750, 1500]],
    [0.999_999, [500, 1000, 2000]],
  ])('is repeated three times, with jitter %d after %j ms', async (chance, waits) => {
    nock(BASE_URL).get(PATHS.stores).times(4).reply(503);
    const { clock, client } = jittered(chance);
    expect(await rejection(client.stores())).toMatchObject({ kind: 'serviceFailure' });
    expect(clock.sleeps.map(Math.round)).toEqual(waits);
  });

  test.each([1, 2, 3])('succeeds after %d failures', async (failures) => {
    nock(BASE_URL).get(PATHS.stores).times(failures).reply(500);
    nock(BASE_URL).get(PATHS.stores).reply(200, ANSWERS.stores);
    const { client, clock } = jittered(0);
    expect(await client.stores()).toEqual(ANSWERS.stores);
    expect(clock.sleeps).toHaveLength(failures);
  });

  test('waits as long as asked, even when its own backoff is shorter', async () => {
    nock(BASE_URL).get(PATHS.stores).reply(503, '', { 'retry-after': '17' });
    nock(BASE_URL).get(PATHS.stores).reply(429, '', { 'retry-after': '0' });
    nock(BASE_URL).get(PATHS.stores).reply(200, [], JSON_TYPE);
    const { client, clock } = jittered(0);
    await client.stores();
    expect(clock.sleeps).toEqual([17_000, 500]);
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
    [90_000, 2],
    [89_999, 1],
  ])('with a limit of %d ms a Retry-After of 90 seconds makes %d calls', async (maxWaitMs, calls) => {
    nock(BASE_URL).get(PATHS.stores).times(calls).reply(429, '', { 'retry-after': '90' });
    const { client, clock } = jittered(0);
    const error = await rejection(client.stores({}, { maxWaitMs }));
    expect(error).toMatchObject({ kind: 'throttled', status: 429, retryAfterMs: 90_000 });
    // A third would begin more than two minutes after the first.
    expect(clock.sleeps).toHaveLength(calls - 1);
  });

  test('is not repeated when nothing can change', async () => {
    for (const status of [400, 401, 422]) {
      nock(BASE_URL).get(PATHS.stores).reply(status);
      const { client, clock } = jittered(0);
      await rejection(client.stores());
      expect(clock.sleeps).toEqual([]);
    }
    nock(BASE_URL)
      .get(PATHS.stores)
      .reply(200, [{ storeId: 1 }], JSON_TYPE);
    const { client, clock } = jittered(0);
    expect(await rejection(client.stores())).toMatchObject({ path: '[0].storeId' });
    expect(clock.sleeps).toEqual([]);
  });

  test('is repeated page by page, and the pages before are not read again', async () => {
    nock(BASE_URL).get(PATHS.dailySales).query({ maxResults: '2' }).reply(200, ANSWERS.dailySales);
    nock(BASE_URL).get(PATHS.dailySales).query({ maxResults: '2', start: '2' }).reply(503);
    nock(BASE_URL).get(PATHS.dailySales).query({ maxResults: '2', start: '2' }).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    expect(await client.dailySales({}, { pageSize: 2 }).toArray()).toHaveLength(2);
  });

  test('of accumulated stock takes a call from the budget each time', async () => {
    nock(BASE_URL).get(PATHS.accumulatedStock).times(3).reply(503);
    nock(BASE_URL).get(PATHS.accumulatedStock).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    await client.accumulatedStock().toArray();
    expect(await client.stockBudget.remaining()).toBe(16);
  });

  test('of another operation takes none', async () => {
    nock(BASE_URL).get(PATHS.stores).reply(200, [], JSON_TYPE);
    nock(BASE_URL).get(PATHS.dailySales).reply(200, [], JSON_TYPE);
    const { client } = jittered(0);
    await client.stores();
    await client.dailySales().toArray();
    expect(await client.stockBudget.remaining()).toBe(20);
  });
});

describe('a PUT', () => {
  test('is repeated like a GET while it is fresh', async () => {
    nock(BASE_URL).put(PATHS.permission).twice().reply(503);
    nock(BASE_URL).put(PATHS.permission).reply(200, ANSWERS.permission);
    const { client, clock } = jittered(0);
    expect(await client.setPermission(change)).toEqual(ANSWERS.permission);
    expect(clock.sleeps).toEqual([150, 300]);
  });

  test.each([
    ['10', 2],
    ['11', 1],
    ['5', 3],
  ])(
    'is not repeated later than ten seconds: with Retry-After %s it is sent %d times',
    async (seconds, calls) => {
      nock(BASE_URL).put(PATHS.permission).times(calls).reply(503, '', { 'retry-after': seconds });
      const { client, clock } = jittered(0);
      expect(await rejection(client.setPermission(change))).toMatchObject({ kind: 'serviceFailure' });
      expect(clock.now() - NOON).toBeLessThanOrEqual(10_000);
    },
  );

  test.each([400, 401, 403, 422])('that the service refuses with %d is not repeated', async (status) => {
    nock(BASE_URL).put(PATHS.permission).reply(status);
    const { client, clock } = jittered(0);
    expect(await rejection(client.setPermission(change))).toMatchObject({ status, operation: 'permission' });
    expect(clock.sleeps).toEqual([]);
  });
});
