import { getEventListeners } from 'node:events';
import { DeadlineError, InvalidInputError, RateLimitError } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { describe, expect, test, vi } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createFakeClock, createJumpingClock } from '../../../support/fakeClock.ts';
import { holdTime, settleWire, turnsUntil } from '../../../support/heldTime.ts';
import { createMemoryClient, nested, saleOf } from '../../../support/memoryService.ts';
import { drip } from '../../../support/pouring.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

/** A service that takes that long for each page, and never ends. */
function slowService(secondsPerPage: number) {
  const clock = createJumpingClock();
  let calls = 0;
  const client = createMemoryClient(
    ({ query }) => {
      calls += 1;
      void clock.sleep(secondsPerPage * 1_000);
      const from = Number(query.start ?? 0);
      const rows = Array.from({ length: Number(query.maxResults) }, (_, row) => saleOf(1, 1, from + row));
      return { data: nested(rows) };
    },
    { clock },
  );
  return { client, calls: () => calls };
}

describe('the deadline of a read', () => {
  test('holds over all its pages, and the error names the rows that came', async () => {
    const { client, calls } = slowService(40);
    const received: unknown[] = [];
    const read = async () => {
      for await (const row of client.dailySales({}, { pageSize: 2, deadlineMs: 100_000 })) {
        received.push(row);
      }
    };
    const error = await rejection(read());
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ kind: 'deadline', operation: 'dailySales', rowsReceived: 4 });
    expect(String(error)).toContain('100 seconds');
    expect(String(error)).toContain('4 rows had been received');
    expect(received).toHaveLength(4);
    expect(calls()).toBe(3);
  });

  test('is what a failed call without retries is told by, once it is over', async () => {
    const clock = createJumpingClock();
    const client = createMemoryClient(
      () => {
        void clock.sleep(1_000);
        return { status: 503, data: '' };
      },
      { clock },
    );
    const error = await rejection(client.stores({}, { deadlineMs: 1_000, maxRetries: 0 }));
    expect(error).toMatchObject({ kind: 'deadline', operation: 'stores' });
  });

  test('is not there unless it is set', async () => {
    const { client } = slowService(3_600);
    expect(await client.dailySales({}, { pageSize: 2, limit: 30 }).toArray()).toHaveLength(30);
  });

  test('begins with each reading of a stream, not with the stream', async () => {
    const { client } = slowService(40);
    const stream = client.dailySales({}, { pageSize: 1, limit: 2, deadlineMs: 100_000 });
    for (let count = 0; count < 3; count += 1) expect(await stream.toArray()).toHaveLength(2);
  });

  test.each(['dailySales', 'accumulatedStock'] as const)(
    'ends %s that drip, and leaves no connection and no listener behind',
    async (name) => {
      const server = await startRawServer((socket) => drip(socket, '['));
      const { signal } = new AbortController();
      const client = createTestClient({ baseUrl: server.url });
      holdTime();
      const call = rejection(client[name]({}, { deadlineMs: 150, signal }).toArray());
      await turnsUntil(() => server.requests.length === 1);
      vi.advanceTimersByTime(150);
      const error = await call;
      expect(error).toBeInstanceOf(DeadlineError);
      expect(error).toMatchObject({ operation: name, rowsReceived: 0 });
      expect(String(error)).toContain('150 milliseconds');
      await server.allClosed();
      expect(server.requests).toHaveLength(1);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    },
  );

  test('goes on while the caller works on a batch', async () => {
    const clock = createJumpingClock();
    const rows = Array.from({ length: 20_000 }, (_, at) => saleOf(1, 1, at + 1));
    const page = Buffer.from(JSON.stringify(nested(rows)).slice(0, -6));
    const server = await startRawServer((socket) => {
      socket.write(Buffer.concat([httpHead({ 'content-length': '9000000' }), page]));
    });
    const client = createTestClient({ baseUrl: server.url, clock });
    const work = async () => {
      for await (const _ of client.dailySales({}, { deadlineMs: 60_000 }).batches())
        await clock.sleep(61_000);
    };
    expect(await rejection(work())).toMatchObject({ kind: 'deadline', operation: 'dailySales' });
    await server.allClosed();
  });

  test('counts rows that came before it in a page that drips', async () => {
    const days = JSON.stringify(ANSWERS.dailySales);
    const server = await startRawServer((socket) => drip(socket, days.slice(0, -6)));
    const client = createTestClient({ baseUrl: server.url });
    const received: unknown[] = [];
    holdTime();
    const read = async () => {
      for await (const row of client.dailySales({}, { deadlineMs: 150 })) received.push(row);
    };
    const call = rejection(read());
    await turnsUntil(() => server.requests.length === 1);
    await settleWire();
    vi.advanceTimersByTime(150);
    expect(await call).toMatchObject({ kind: 'deadline', rowsReceived: received.length });
    expect(received.length).toBeGreaterThan(0);
  });
});

describe('the deadline of one call', () => {
  test('holds over its repetitions: no wait begins that would outlast it', async () => {
    const server = await startRawServer((socket) =>
      socket.end(httpAnswer('', { 'retry-after': '20', connection: 'close' }, 503)),
    );
    const clock = createJumpingClock();
    const client = createTestClient({ baseUrl: server.url, clock });
    const error = await rejection(client.stores({}, { deadlineMs: 30_000 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ operation: 'stores', rowsReceived: undefined });
    expect(error).toHaveProperty('cause.kind', 'server');
    expect(String(error)).toContain('503');
    expect(clock.sleeps).toEqual([20_000]);
    expect(server.requests).toHaveLength(2);
  });

  test('gives the call no more time than is left, whatever its own timeout', async () => {
    const server = await startRawServer(() => {});
    const client = createTestClient({ baseUrl: server.url });
    const change = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };
    holdTime();
    const calls = [
      client.stores({}, { deadlineMs: 100, timeoutMs: 60_000 }),
      client.setPermission(change, { deadlineMs: 100 }),
    ].map(rejection);
    await turnsUntil(() => server.requests.length === 2);
    vi.advanceTimersByTime(100);
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(DeadlineError);
    await server.allClosed();
  });

  test('holds while a call waits for a connection that others keep busy, and it is then not sent', async () => {
    const server = await startRawServer(() => {});
    const client = createTestClient({ baseUrl: server.url });
    const stop = new AbortController();
    holdTime();
    const busy = Array.from({ length: 8 }, () => rejection(client.stores({}, { signal: stop.signal })));
    await turnsUntil(() => server.requests.length === 8);
    const ninth = rejection(client.stores({}, { deadlineMs: 80 }));
    await settleWire();
    vi.advanceTimersByTime(80);
    expect(await ninth).toBeInstanceOf(DeadlineError);
    stop.abort();
    await Promise.all(busy);
    await server.allClosed();
    expect(server.requests).toHaveLength(8);
  });

  test('refuses a wait for the call budget that would outlast it, and spends nothing', async () => {
    const clock = createFakeClock();
    const rateLimiter = createInProcessRateLimiter(clock, [{ calls: 1, windowMs: 60_000 }]);
    await rateLimiter.tryAcquire();
    const server = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const client = createTestClient({ baseUrl: server.url, clock, rateLimiter });
    const error = await rejection(client.accumulatedStock({}, { deadlineMs: 59_000 }).toArray());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 60_000 });
    expect(String(error)).toContain('later than the deadline, which is in 59 seconds');
    expect(server.requests).toEqual([]);
    expect(clock.sleeps).toEqual([]);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])('cannot be %d', async (deadlineMs) => {
    const client = createTestClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await rejection(client.stores({}, { deadlineMs }))).toBeInstanceOf(InvalidInputError);
    expect(await rejection(client.stores({}, { timeoutMs: deadlineMs }))).toBeInstanceOf(InvalidInputError);
  });

  test('and its timeout may be parts of a millisecond', async () => {
    const server = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const client = createTestClient({ baseUrl: server.url });
    expect(await client.stores({}, { timeoutMs: 20_000.5, deadlineMs: 30_000.25 })).toEqual([]);
  });
});
