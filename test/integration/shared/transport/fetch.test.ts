import { gzipSync } from 'node:zlib';
import {
  createFetchTransport,
  createInProcessRateLimiter,
  PortableClient,
} from 'retail-data-client/portable';
import { expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { nested, saleOf } from '../../../support/memoryService.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { KEY, rejection } from '../../../support/testClient.ts';

function clientOf(baseUrl: string, fetch?: typeof globalThis.fetch): PortableClient {
  const clock = createJumpingClock();
  const transport = createFetchTransport({ baseUrl, subscriptionKey: KEY, fetch });
  return new PortableClient({
    transport,
    clock,
    rateLimiter: createInProcessRateLimiter(clock),
    random: () => 0,
  });
}

test('reads what is compressed, sends the key and the query, and follows no redirect', async () => {
  const server = await startRawServer((socket, number) =>
    socket.write(
      number === 0
        ? httpAnswer(gzipSync(JSON.stringify(ANSWERS.stores)), { 'content-encoding': 'gzip' })
        : httpAnswer('', { location: 'http://127.0.0.1:1/' }, 302),
    ),
  );
  const client = clientOf(server.url);
  expect(await client.stores({ storeNameContains: 'Bodø N' })).toEqual(ANSWERS.stores);
  expect(server.requests[0]?.head).toContain('storeNameContains=Bod%C3%B8%20N');
  expect(server.requests[0]?.head).toMatch(new RegExp(`ocp-apim-subscription-key: ${KEY}`, 'i'));
  expect(await rejection(client.stores())).toMatchObject({ kind: 'redirected' });
});

test('goes on behind the last row when an answer breaks off', async () => {
  const rows = [1, 2, 3].map((product) => saleOf(1, 1, product));
  const text = JSON.stringify(nested(rows));
  const server = await startRawServer((socket, number, { head }) => {
    const start = Number(/start=(\d+)/.exec(head)?.[1] ?? 0);
    if (number > 0) socket.write(httpAnswer(JSON.stringify(nested(rows.slice(start)))));
    else {
      const part = Buffer.from(text.slice(0, text.lastIndexOf('{"productId"')));
      socket.write(Buffer.concat([httpHead({ 'content-length': String(text.length) }), part]), () =>
        socket.destroy(),
      );
    }
  });
  expect(await clientOf(server.url).dailySales().toArray()).toEqual(rows);
});

test('ends at its time, and with the reason of the caller', async () => {
  const server = await startRawServer(() => {});
  const client = clientOf(server.url);
  expect(await rejection(client.stores({}, { timeoutMs: 50, maxRetries: 0 }))).toMatchObject({
    kind: 'timeout',
  });
  const stop = new AbortController();
  const call = rejection(client.stores({}, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  expect(await call).toMatchObject({ message: 'enough' });
  await server.allClosed();
});

test('nobody listening is unreachable', async () => {
  expect(await rejection(clientOf('http://127.0.0.1:65533').stores())).toMatchObject({
    kind: 'connection',
    isTemporary: true,
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('takes a fetch of its own', async () => {
  const asked: string[] = [];
  const client = clientOf('https://api.example.com', async (url) => {
    asked.push(String(url));
    return Response.json([]);
  });
  expect(await client.stores({ storeId: 1 })).toEqual([]);
  expect(asked).toEqual(['https://api.example.com/stores/v0/details?storeId=1']);
});
