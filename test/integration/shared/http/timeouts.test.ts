import type { Socket } from 'node:net';
import { RequestTimeoutError } from 'retail-data-client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { holdTime, passUntil, settleWire, turnsUntil } from '../../../support/heldTime.ts';
import { nested, saleOf } from '../../../support/memoryService.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const BODY = Buffer.from(JSON.stringify(ANSWERS.stores));
const READ_ATTEMPTS = 4;

beforeEach(holdTime);

describe('the time of a call holds over the whole of it', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['when no headers come', () => {}],
    [
      'when the body stalls',
      (socket) =>
        socket.write(
          Buffer.concat([httpHead({ 'content-length': String(BODY.length) }), BODY.subarray(0, 100)]),
        ),
    ],
  ])('%s', async (_, answer) => {
    const server = await startRawServer(answer);
    const client = createTestClient({ baseUrl: server.url });
    let isOver = false;
    const call = rejection(client.stores({}, { timeoutMs: 400 })).finally(() => {
      isOver = true;
    });
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
      await turnsUntil(() => server.requests.length === attempt);
      vi.advanceTimersByTime(399);
      await settleWire();
      expect([isOver, server.requests.length]).toEqual([false, attempt]);
      vi.advanceTimersByTime(1);
    }
    const error = await call;
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ kind: 'timeout', operation: 'stores' });
    expect(String(error)).toContain('0.4 seconds');
    expect(server.requests).toHaveLength(READ_ATTEMPTS);
    await server.allClosed();
  });

  test('when the body trickles, however small the steps, and would end later', async () => {
    const sockets: Socket[] = [];
    const server = await startRawServer((socket) => {
      socket.write(httpHead({ 'transfer-encoding': 'chunked' }));
      sockets.push(socket);
    });
    const client = createTestClient({ baseUrl: server.url });
    const trickle = async (number: number, steps: number) => {
      await turnsUntil(() => sockets.length === number);
      for (let step = 0; step < steps; step += 1) {
        sockets[number - 1]?.write('1\r\n \r\n');
        await settleWire();
        vi.advanceTimersByTime(100);
      }
    };
    const error = rejection(client.stores({}, { timeoutMs: 600, maxRetries: 0 }));
    await trickle(1, 6);
    expect(await error).toBeInstanceOf(RequestTimeoutError);
    await server.allClosed();
    const read = client.stores({}, { timeoutMs: 601 });
    await trickle(2, 6);
    sockets[1]?.write(`${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`);
    expect(await read).toEqual(ANSWERS.stores);
  });

  test('when the body of a refusal stalls, whose status still counts', async () => {
    const server = await startRawServer((socket) => {
      socket.write(Buffer.concat([httpHead({ 'content-length': '500' }, 400), Buffer.from('{')]));
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = rejection(client.stores({}, { timeoutMs: 400 }));
    await turnsUntil(() => server.requests.length === 1);
    await settleWire();
    vi.advanceTimersByTime(400);
    expect(await error).toMatchObject({ kind: 'badRequest', status: 400 });
    await server.allClosed();
  });

  test('and stops while the rows that came are worked on', async () => {
    const sales = Array.from({ length: 30_000 }, (_, at) => saleOf(1 + Math.floor(at / 5_000), 1, at));
    const server = await startRawServer((socket) => socket.write(httpAnswer(JSON.stringify(nested(sales)))));
    const client = createTestClient({ baseUrl: server.url });
    let received = 0;
    for await (const batch of client.dailySales({}, { timeoutMs: 1_500 }).batches({ limit: sales.length })) {
      vi.advanceTimersByTime(1_501);
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
    const error = rejection(client.dailySales({}, { timeoutMs: 200 }).toArray());
    await passUntil(() => server.requests.length === 2);
    // The page is asked for again, from its last row on, which the service then does not know any more.
    expect(await error).toMatchObject({ kind: 'drift' });
    expect(server.requests).toHaveLength(2);
  });

  test('and not longer than it: an answer just in time is read', async () => {
    const sockets: Socket[] = [];
    const server = await startRawServer((socket) => sockets.push(socket));
    const client = createTestClient({ baseUrl: server.url });
    const read = client.stores({}, { timeoutMs: 20_000 });
    await turnsUntil(() => sockets.length === 1);
    vi.advanceTimersByTime(19_999);
    sockets[0]?.write(httpAnswer(BODY));
    expect(await read).toEqual(ANSWERS.stores);
  });
});
