import { setTimeout as pause } from 'node:timers/promises';
import { RequestTimeoutError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { nested, saleOf } from '../../../support/memoryService.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const BODY = Buffer.from(JSON.stringify(ANSWERS.stores));
const READ_ATTEMPTS = 4;

describe('the deadline holds over the whole call', { timeout: 30_000 }, () => {
  test('when no headers come', async () => {
    const server = await startRawServer(() => {});
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.stores({}, { timeoutMs: 400 }));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ kind: 'timeout', operation: 'stores' });
    expect(String(error)).toContain('0.4 seconds');
    expect(server.requests).toHaveLength(READ_ATTEMPTS);
    await server.allClosed();
  });

  test('when the body stalls', async () => {
    const server = await startRawServer((socket) => {
      socket.write(
        Buffer.concat([httpHead({ 'content-length': String(BODY.length) }), BODY.subarray(0, 100)]),
      );
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.stores({}, { timeoutMs: 400 }));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(server.requests).toHaveLength(READ_ATTEMPTS);
    await server.allClosed();
  });

  test('when the body trickles, however small the steps, and would end later', async () => {
    const server = await startRawServer((socket) => {
      socket.write(httpHead({ 'transfer-encoding': 'chunked' }));
      let steps = 0;
      const trickle = setInterval(() => {
        steps += 1;
        socket.write(steps < 60 ? '1\r\n \r\n' : `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`);
        if (steps === 60) clearInterval(trickle);
      }, 20);
      socket.on('close', () => clearInterval(trickle));
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.stores({}, { timeoutMs: 600, maxRetries: 0 }));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    await server.allClosed();
    expect(await client.stores({}, { timeoutMs: 60_000 })).toHaveLength(ANSWERS.stores.length);
  });

  test('when the body of a refusal stalls, whose status still counts', async () => {
    const server = await startRawServer((socket) => {
      socket.write(Buffer.concat([httpHead({ 'content-length': '500' }, 400), Buffer.from('{')]));
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.stores({}, { timeoutMs: 400 }));
    expect(error).toMatchObject({ kind: 'badRequest', status: 400 });
    await server.allClosed();
  });

  test('and stops while the rows that came are worked on', async () => {
    const sales = Array.from({ length: 30_000 }, (_, at) => saleOf(1 + Math.floor(at / 5_000), 1, at));
    const server = await startRawServer((socket) => socket.write(httpAnswer(JSON.stringify(nested(sales)))));
    const client = createTestClient({ baseUrl: server.url });
    let received = 0;
    const read = client.dailySales({}, { timeoutMs: 1_500 });
    for await (const batch of read.batches({ limit: sales.length })) {
      if (received < 20_000) await pause(250);
      received += batch.length;
    }
    expect(received).toBe(sales.length);
    expect(server.requests).toHaveLength(1);
  });

  test('and goes on when they are done: what stalls then is ended', async () => {
    const [part = ''] = JSON.stringify(nested([saleOf(1, 1, 1), saleOf(1, 1, 2)])).split('}},{');
    const server = await startRawServer((socket, number) =>
      socket.write(
        number === 0
          ? Buffer.concat([httpHead({ 'content-length': '90000' }), Buffer.from(`${part}}},`)])
          : httpAnswer('[]'),
      ),
    );
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.dailySales({}, { timeoutMs: 200 }).toArray());
    // The page is asked for again, from its last row on, which the service then does not know any more.
    expect(error).toMatchObject({ kind: 'drift' });
    expect(server.requests).toHaveLength(2);
  });

  test('and not longer than it: an answer just in time is read', async () => {
    const server = await startRawServer((socket) => {
      setTimeout(() => socket.write(httpAnswer(BODY)), 30);
    });
    const client = createTestClient({ baseUrl: server.url });
    expect(await client.stores({}, { timeoutMs: 20_000 })).toEqual(ANSWERS.stores);
  });
});
