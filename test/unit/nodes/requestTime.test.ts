import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { TransportRequest } from 'retail-data-client/transport/transport';
import { expect, test } from 'vitest';
import { readBody } from '../../../nodes/service/body.ts';
import { RequestTime } from '../../../nodes/service/requestTime.ts';

const request: TransportRequest = { method: 'GET', path: '/', query: {}, headers: {}, timeoutMs: 150 };

function bodyOf(timed: TransportRequest) {
  const stream = new PassThrough();
  const time = new RequestTime(timed);
  const chunks = readBody(stream, time, (error) => new Error('broke off', { cause: error }));
  return { stream, time, chunks: chunks[Symbol.asyncIterator]() };
}

test('the time of a request stops while its reader works on what has come', async () => {
  const { stream, time, chunks } = bodyOf(request);
  stream.end('all of it');
  await chunks.next();
  await pause(300);
  expect(time.signal.aborted).toBe(false);
  expect(await chunks.next()).toMatchObject({ done: true });
});

test('and goes on when the reader waits again: what stalls is ended', async () => {
  const { stream, time, chunks } = bodyOf(request);
  stream.write('a part');
  await chunks.next();
  await pause(200);
  const waiting = chunks.next();
  expect(time.signal.aborted).toBe(false);
  await new Promise((resolve) => time.signal.addEventListener('abort', resolve));
  stream.end();
  await waiting;
});

test('a deadline does not stop with it: what is left of that bounds the rest', async () => {
  const endsAt = performance.now() + 100;
  const { stream, time, chunks } = bodyOf({
    ...request,
    timeoutMs: 600_000,
    leftMs: () => Math.max(0, endsAt - performance.now()),
  });
  stream.write('a part');
  await chunks.next();
  await pause(150);
  const waiting = chunks.next();
  await new Promise((resolve) => time.signal.addEventListener('abort', resolve));
  stream.end();
  await waiting;
});
