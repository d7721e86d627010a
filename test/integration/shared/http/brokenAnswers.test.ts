import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  ConnectionError,
  RetailDataError,
  ServerError,
  TruncatedResponseError,
  UnexpectedResponseError,
} from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const BODY = Buffer.from(JSON.stringify(ANSWERS.stores));
const READ_ATTEMPTS = 4;

/** What `stores` makes of a server that answers every request that way. */
async function storesFrom(answer: (socket: Socket, number: number) => void) {
  const server = await startRawServer(answer);
  const client = createTestClient({ baseUrl: server.url });
  return { server, client, outcome: await client.stores().catch((error: unknown) => error) };
}

describe('a body that stops in the middle', () => {
  const half = BODY.subarray(0, 300);
  const zipped = gzipSync(BODY);

  test.each<[string, (socket: Socket) => void]>([
    [
      'short of its content-length',
      (socket) => socket.end(Buffer.concat([httpHead({ 'content-length': String(BODY.length) }), half])),
    ],
    [
      'without the last chunk',
      (socket) => {
        socket.write(httpHead({ 'transfer-encoding': 'chunked' }));
        socket.end(
          Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from('\r\n')]),
        );
      },
    ],
    [
      'inside a chunk',
      (socket) => {
        socket.write(httpHead({ 'transfer-encoding': 'chunked' }));
        socket.end(Buffer.concat([Buffer.from(`${BODY.length.toString(16)}\r\n`), half]));
      },
    ],
    [
      'where only the end of the connection ends it',
      (socket) => socket.end(Buffer.concat([httpHead({ connection: 'close' }), half])),
    ],
    [
      'inside its compression',
      (socket) => {
        const cut = zipped.subarray(0, zipped.length - 20);
        socket.end(Buffer.concat([httpHead({ connection: 'close', 'content-encoding': 'gzip' }), cut]));
      },
    ],
    [
      'by a reset',
      (socket) => {
        socket.write(Buffer.concat([httpHead({ 'content-length': String(BODY.length) }), half]), () =>
          socket.resetAndDestroy(),
        );
      },
    ],
    ['by a reset before the headers', (socket) => socket.resetAndDestroy()],
    [
      'after no byte at all, where only the end of the connection ends it',
      (socket) => socket.end(httpHead({ connection: 'close' })),
    ],
    ['by a close before the headers', (socket) => socket.end()],
    ['inside the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
  ])('%s is a truncated answer, asked for again', async (_, answer) => {
    const { server, outcome } = await storesFrom(answer);
    expect(outcome).toBeInstanceOf(TruncatedResponseError);
    expect(outcome).toMatchObject({ kind: 'truncated', operation: 'stores' });
    expect(server.requests).toHaveLength(READ_ATTEMPTS);
  });

  test('at any byte is truncated, never whole and never "not JSON"', async () => {
    // Every cut of a body that only the end of the connection ends, so that nothing but the content tells.
    const text = Buffer.from(
      '[{"storeId":"01","storeName":"Bodø \\"N\\" ]}","extra":[1.5,true,null,{"a":[]}]} ,{}]',
    );
    for (let length = 1; length < text.length; length += 1) {
      const cut = text.subarray(0, length);
      const { outcome } = await storesFrom((socket) =>
        socket.end(Buffer.concat([httpHead({ connection: 'close' }), cut])),
      );
      expect(outcome, cut.toString()).toMatchObject({ kind: 'truncated' });
    }
  });

  test('is read whole by the next attempt', async () => {
    const { outcome, server } = await storesFrom((socket, number) => {
      if (number === 0) socket.end(Buffer.concat([httpHead({ connection: 'close' }), half]));
      else socket.write(httpAnswer(BODY));
    });
    expect(outcome).toEqual(ANSWERS.stores);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a whole body', () => {
  test.each<[string, (socket: Socket) => void]>([
    [
      'in many chunks that cut characters in two',
      (socket) => {
        socket.write(httpHead({ 'transfer-encoding': 'chunked' }));
        for (const byte of BODY) {
          socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
        }
        socket.write('0\r\n\r\n');
      },
    ],
    [
      'that the end of the connection ends',
      (socket) => socket.end(Buffer.concat([httpHead({ connection: 'close' }), BODY])),
    ],
    ['compressed', (socket) => socket.write(httpAnswer(gzipSync(BODY), { 'content-encoding': 'gzip' }))],
    [
      'compressed, by its old name',
      (socket) => socket.write(httpAnswer(gzipSync(BODY), { 'content-encoding': 'X-GZIP' })),
    ],
    [
      'that says it is not compressed',
      (socket) => socket.write(httpAnswer(BODY, { 'content-encoding': 'identity' })),
    ],
    ['with a byte order mark', (socket) => socket.write(httpAnswer(`\uFEFF${BODY}`))],
    [
      'of another JSON type',
      (socket) => socket.write(httpAnswer(BODY, { 'content-type': 'application/hal+json' })),
    ],
    ['with a space before and after', (socket) => socket.write(httpAnswer(` \r\n${BODY}\n\n`))],
  ])('%s is read', async (_, answer) => {
    const { outcome, server } = await storesFrom(answer);
    expect(outcome).toEqual(ANSWERS.stores);
    expect(server.requests).toHaveLength(1);
  });

  test('without a content type is read', async () => {
    const { outcome } = await storesFrom((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]`),
    );
    expect(outcome).toEqual([]);
  });
});

describe('an answer that is no JSON', () => {
  const PAGE = '<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>';

  test.each<[string, Buffer, RegExp]>([
    ['an empty body', httpAnswer(''), /empty body/],
    ['only white space', httpAnswer(' \r\n '), /empty body/],
    ['a page', httpAnswer(PAGE, { 'content-type': 'text/html; charset=utf-8' }), /content type "text\/html/],
    ['plain text', httpAnswer('[]', { 'content-type': 'text/plain' }), /content type "text\/plain"/],
    ['a page that says it is JSON', httpAnswer(PAGE), /not JSON/],
    ['two answers in one', httpAnswer('[]\n[]'), /not JSON/],
    ['a broken list', httpAnswer('[{"storeId": 01}]'), /not JSON/],
    ['another encoding', httpAnswer(Buffer.from('["Tromsø"]', 'latin1')), /not UTF-8/],
    ['compressed without saying so', httpAnswer(gzipSync(BODY)), /compressed \(gzip\).*does not say so/],
    [
      'words in place of data',
      httpAnswer('In maintenance until 10:00.', { 'content-type': 'text/plain' }),
      /It said: "In maintenance until 10:00."/,
    ],
    [
      'words labelled as JSON',
      httpAnswer('In maintenance until 10:00.'),
      /not JSON.*It said: "In maintenance until 10:00."/,
    ],
    [
      'a message in place of a list',
      httpAnswer('{"message":"In maintenance until 10:00."}'),
      /the answer is an object \(expected array\).*It said: "In maintenance until 10:00."/,
    ],
    [
      'an answer whose request is named',
      httpAnswer('{}', { 'apim-request-id': 'abc' }),
      /expected array.* Request id: abc\./,
    ],
    ['another compression', httpAnswer(BODY, { 'content-encoding': 'br' }), /content encoding.*br/],
  ])('%s is an unexpected answer, not asked for again', async (_, answer, said) => {
    const { outcome, server } = await storesFrom((socket) => socket.write(answer));
    expect(outcome).toBeInstanceOf(UnexpectedResponseError);
    expect(outcome).toMatchObject({ kind: 'unexpectedResponse', operation: 'stores' });
    expect(String(outcome)).toMatch(said);
    expect(server.requests).toHaveLength(1);
  });

  test('a page of a gateway with its own status is the failure the status says, and is not quoted', async () => {
    const { outcome, server } = await storesFrom((socket) =>
      socket.write(httpAnswer(PAGE, { 'content-type': 'text/html' }, 502)),
    );
    expect(outcome).toBeInstanceOf(ServerError);
    expect(outcome).toMatchObject({ status: 502 });
    expect(String(outcome)).not.toContain('<');
    expect(server.requests).toHaveLength(READ_ATTEMPTS);
  });

  test('something that is not HTTP at all is a broken connection', async () => {
    const { outcome } = await storesFrom((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(outcome).toBeInstanceOf(RetailDataError);
    expect(outcome).toMatchObject({ kind: 'truncated' });
  });
});

test.each([
  ['In maintenance until 10:00.', {}, /It said: "In maintenance until 10:00."/],
  ['{"error":{"message":"In maintenance until 10:00."}}', {}, /It said: "In maintenance until 10:00."/],
  [gzipSync('[]'), {}, /compressed \(gzip\)/],
  ['', { 'content-length': '0' }, /empty body/],
])('sales in place of which came %s say what came', async (body, headers, said) => {
  const server = await startRawServer((socket) => socket.write(httpAnswer(body, headers)));
  const error = await rejection(createTestClient({ baseUrl: server.url }).dailySales().toArray());
  expect(error).toMatchObject({ kind: 'unexpectedResponse', message: expect.stringMatching(said) });
  expect(server.requests).toHaveLength(1);
});

test('headers of more than 16 KB are named, and not asked for again', async () => {
  const cookie = { 'set-cookie': 'x'.repeat(20_000) };
  const { outcome, server } = await storesFrom((socket) => socket.write(httpAnswer(BODY, cookie)));
  expect(outcome).toMatchObject({
    kind: 'connection',
    isTemporary: false,
    message: expect.stringContaining('its headers are longer than 16 KB (UND_ERR_HEADERS_OVERFLOW)'),
  });
  expect(server.requests).toHaveLength(1);
});

test('eight answers that nobody reads are named by the ninth call', async () => {
  const server = await startRawServer((socket) =>
    socket.write(Buffer.concat([httpHead({ 'content-length': '900000' }), Buffer.from('[')])),
  );
  const client = createTestClient({ baseUrl: server.url });
  const opened = Array.from({ length: 8 }, () =>
    client.dailySales({}, { timeoutMs: 20_000 })[Symbol.asyncIterator](),
  );
  const first = opened.map((rows) => rows.next().catch(() => undefined));
  await expect.poll(() => server.requests.length).toBe(8);
  const error = await rejection(client.stores({}, { timeoutMs: 300 }));
  expect(error).toMatchObject({
    kind: 'connection',
    isTemporary: false,
    message: expect.stringContaining('all 8 connections are held by answers that are still being read'),
  });
  await client.close();
  await Promise.all(first);
});

describe('an answer that is refused for its head', () => {
  test.each([
    ['its content type', { 'content-type': 'text/html' }],
    ['its content encoding', { 'content-encoding': 'br' }],
  ])('%s gives its connection back, so that thirty of them block nobody', async (_, headers) => {
    const page = Buffer.alloc(200_000, 'x');
    const server = await startRawServer((socket, number) =>
      socket.write(number < 30 ? httpAnswer(page, headers) : httpAnswer(BODY)),
    );
    const client = createTestClient({ baseUrl: server.url });
    for (let count = 0; count < 30; count += 1) {
      expect(await rejection(client.stores())).toMatchObject({ kind: 'unexpectedResponse' });
    }
    expect(await client.stores({}, { timeoutMs: 5_000 })).toEqual(ANSWERS.stores);
    expect(server.openSockets()).toBeLessThanOrEqual(8);
  });
});

test('a refusal whose body breaks off keeps its status', async () => {
  const server = await startRawServer((socket) =>
    socket.end(Buffer.concat([httpHead({ 'content-length': '500' }, 400), Buffer.from('{"message":"bad')])),
  );
  const client = createTestClient({ baseUrl: server.url });
  expect(await rejection(client.stores())).toMatchObject({ kind: 'badRequest', status: 400 });
});

test('nobody listening is unreachable, asked again', async () => {
  const error = await rejection(createTestClient({ baseUrl: 'http://127.0.0.1:1' }).stores());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain('ECONNREFUSED');
});
