import { getEventListeners, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ReadOptions } from 'retail-data-client';
import type { Progress } from 'retail-data-client/pagination/pages';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createFakeClock, type FakeClock } from '../../../support/fakeClock.ts';
import { settleWire, turnsUntil } from '../../../support/heldTime.ts';
import { httpAnswer, httpHead, type RawServer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const CHANGED_MIND = new Error('the person changed their mind');
const BODY = Buffer.from(JSON.stringify(ANSWERS.stores));

describe('an abort rejects with its own reason and leaves no connection behind', () => {
  test('before the call', async () => {
    const server = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const client = createTestClient({ baseUrl: server.url });
    const signal = AbortSignal.abort(CHANGED_MIND);
    const change = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };
    for (const call of [
      client.stores({}, { signal }),
      client.dailySales({}, { signal }).toArray(),
      client.accumulatedStock({}, { signal }).toArray(),
      client.setPermission(change, { signal }),
    ]) {
      expect(await rejection(call)).toBe(CHANGED_MIND);
    }
    expect(server.requests).toEqual([]);
    expect(await client.rateLimiter.remaining()).toBe(20);
  });

  test.each<[string, number, Record<string, string>, Buffer]>([
    ['in the middle of a body', 200, {}, BODY],
    [
      'in the middle of a compressed body',
      200,
      { 'content-encoding': 'gzip' },
      gzipSync(BODY).subarray(0, 40),
    ],
    ['in the middle of the body of a refusal', 503, {}, Buffer.from('{"mess')],
  ])('%s', async (_, status, headers, part) => {
    const server = await startRawServer((socket) => {
      socket.write(Buffer.concat([httpHead({ 'content-length': '100000', ...headers }, status), part]));
    });
    const abort = new AbortController();
    const call = rejection(createTestClient({ baseUrl: server.url }).stores({}, { signal: abort.signal }));
    await turnsUntil(() => server.requests.length === 1);
    await settleWire();
    abort.abort(CHANGED_MIND);
    expect(await call).toBe(CHANGED_MIND);
    await server.allClosed();
    expect(server.requests).toHaveLength(1);
  });

  test('while it waits for the call budget', async () => {
    const server = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const clock = createFakeClock();
    const rateLimiter = createInProcessRateLimiter(clock, [{ calls: 1, windowMs: 60_000 }]);
    await rateLimiter.tryAcquire();
    const abort = new AbortController();
    const client = createTestClient({ baseUrl: server.url, clock, rateLimiter });
    const call = rejection(client.accumulatedStock({}, { signal: abort.signal }).toArray());
    await turnsUntil(() => clock.sleeps.length === 1);
    abort.abort(CHANGED_MIND);
    expect(await call).toBe(CHANGED_MIND);
    await clock.advance(60_000);
    expect(server.requests).toEqual([]);
    expect(await rateLimiter.remaining()).toBe(1);
  });

  test('between two pages', async () => {
    const server = await startRawServer((socket) =>
      socket.write(httpAnswer(JSON.stringify(ANSWERS.dailySales))),
    );
    const abort = new AbortController();
    const client = createTestClient({ baseUrl: server.url });
    const rows: unknown[] = [];
    const read = async () => {
      for await (const batch of client.dailySales({}, { pageSize: 2, signal: abort.signal }).batches()) {
        rows.push(...batch);
        abort.abort(CHANGED_MIND);
      }
    };
    expect(await rejection(read())).toBe(CHANGED_MIND);
    expect(rows).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
  });
});

describe('an abort of a read of daily sales rejects with its own reason', () => {
  const half = JSON.stringify(ANSWERS.dailySales).slice(0, -6);

  /** Reads until `ready`, aborts, and gives what came of it; nothing may be left on the signal or the network. */
  async function abortWhen(
    ready: (server: RawServer, clock: FakeClock, rows: number) => boolean,
    answer: (socket: Socket, number: number) => void,
    options: ReadOptions = {},
  ) {
    const server = await startRawServer(answer);
    const clock = createFakeClock();
    const abort = new AbortController();
    const client = createTestClient({ baseUrl: server.url, clock });
    let rows = 0;
    const read = async () => {
      const onProgress = (progress: Progress) => {
        rows = progress.rows;
      };
      for await (const _ of client.dailySales({}, { ...options, onProgress, signal: abort.signal }));
    };
    const error = rejection(read());
    await turnsUntil(() => ready(server, clock, rows));
    abort.abort(CHANGED_MIND);
    expect(await error).toBe(CHANGED_MIND);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    await server.allClosed();
    await clock.runUntilIdle();
    return { calls: server.requests.length, sleeps: clock.sleeps };
  }

  test('while the connection is made', async () => {
    // Takes the connection and never answers the handshake of TLS.
    const server = createServer();
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const abort = new AbortController();
    const client = createTestClient({ baseUrl: `https://127.0.0.1:${port}` });
    const call = rejection(client.dailySales({}, { signal: abort.signal }).toArray());
    await turnsUntil(() => sockets.size === 1);
    abort.abort(CHANGED_MIND);
    expect(await call).toBe(CHANGED_MIND);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  test('while the headers are awaited', async () => {
    const { calls, sleeps } = await abortWhen(
      (server) => server.requests.length === 1,
      () => {},
    );
    expect({ calls, sleeps }).toEqual({ calls: 1, sleeps: [] });
  });

  test('in the middle of a page', async () => {
    const { calls, sleeps } = await abortWhen(
      (server) => server.requests.length === 2,
      (socket, number) =>
        socket.write(
          number === 0
            ? httpAnswer(JSON.stringify(ANSWERS.dailySales))
            : Buffer.concat([httpHead({ 'content-length': '100000' }), Buffer.from(half)]),
        ),
      { pageSize: 2 },
    );
    expect({ calls, sleeps }).toEqual({ calls: 2, sleeps: [] });
  });

  test('in the pause before a page that broke off is asked for again', async () => {
    const { calls, sleeps } = await abortWhen(
      (_, clock) => clock.sleeps.length === 1,
      (socket) => socket.end(Buffer.concat([httpHead({ connection: 'close' }), Buffer.from(half)])),
    );
    expect({ calls, sleeps }).toEqual({ calls: 1, sleeps: [250] });
  });

  test('while it waits as the service asked', async () => {
    const { calls, sleeps } = await abortWhen(
      (_, clock) => clock.sleeps.length === 1,
      (socket) => socket.end(httpAnswer('', { connection: 'close', 'retry-after': '30' }, 429)),
    );
    expect({ calls, sleeps }).toEqual({ calls: 1, sleeps: [30_000] });
  });
});

test('a signal that is never used gathers no listeners', async () => {
  const server = await startRawServer((socket) => socket.write(httpAnswer(BODY)));
  const { signal } = new AbortController();
  const client = createTestClient({ baseUrl: server.url });
  for (let count = 0; count < 20; count += 1) await client.stores({}, { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a reader who stops early has asked for nothing more when the client ends', async () => {
  const server = await startRawServer((socket) =>
    socket.write(httpAnswer(JSON.stringify(ANSWERS.dailySales))),
  );
  const client = createTestClient({ baseUrl: server.url });
  for await (const row of client.dailySales({}, { pageSize: 2 })) {
    expect(row.productId).toBe('0001101');
    break;
  }
  await client.close();
  await server.allClosed();
  expect(server.requests).toHaveLength(1);
});
