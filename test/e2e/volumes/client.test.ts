import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { UnexpectedResponseError } from 'retail-data-client';
import { DAILY_SALES_CAP, dailySalesOperation } from 'retail-data-client/operations/dailySales';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../../shared/http/body.ts';
import { ANSWERS } from '../../support/answers.ts';
import { type Poured, pour } from '../../support/pouring.ts';
import { httpAnswer, httpHead, startRawServer } from '../../support/rawServer.ts';
import { open } from '../../support/shared/sandbox/asking.ts';
import { createTestClient, rejection } from '../../support/testClient.ts';

const MEGABYTE = 1024 * 1024;
const LETTERS = Buffer.alloc(256 * 1024, 'a');

const OPERATIONS = ['dailySales', 'accumulatedStock'] as const;
type Name = (typeof OPERATIONS)[number];

/** What a read makes of a server that answers that way: its error, and how many rows were given before. */
async function read(name: Name, answer: (socket: Socket) => void) {
  const server = await startRawServer(answer);
  const client = createTestClient({ baseUrl: server.url });
  let rows = 0;
  const all = async () => {
    for await (const batch of client[name]().batches()) rows += batch.length;
  };
  const error = await rejection(all());
  await server.allClosed();
  expect(server.requests).toHaveLength(1);
  return { error, rows };
}

/** The same in a process of its own, whose heap may have that many megabytes. */
async function readWithin(megabytes: number, url: string, name: Name) {
  const script = new URL('./readInLittleMemory.ts', import.meta.url).pathname;
  const heap = `--max-old-space-size=${megabytes}`;
  const { stdout } = await promisify(execFile)(process.execPath, [heap, script, url, name]);
  const read: { kind: string; rows: number; peakMegabytes: number } = JSON.parse(stdout);
  return read;
}

describe.each(OPERATIONS)('%s', (name) => {
  test.each([
    ['alone', '"'],
    ['in a key', '[{"'],
    ['in the first field', name === 'dailySales' ? '[{"salesDate":"' : '[{"productId":"'],
    [
      'in a row',
      name === 'dailySales'
        ? '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[{"productId":"'
        : `${JSON.stringify(ANSWERS.accumulatedStock).slice(0, -1)},{"productId":"`,
    ],
  ])('of 300 MB of one string, %s, is left early', async (_, begin) => {
    let poured: Poured = { bytes: 0 };
    const { error, rows } = await read(name, (socket) => {
      poured = pour(socket, begin, LETTERS, 1_200);
    });
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(rows).toBe(0);
    // The limit is 8 and 32 MB; the rest is what the two sockets hold.
    expect(poured.bytes).toBeLessThan(64 * MEGABYTE);
  });

  test.each([
    ['numbers', '[{"salesDate":', '1'],
    ['brackets', '', '['],
  ])('that never ends, being %s, is left', async (_, begin, piece) => {
    const endless = Buffer.from(piece.repeat(256 * 1024));
    const { error, rows } = await read(name, (socket) => pour(socket, begin + piece, endless));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(rows).toBe(0);
  });

  test('of a few compressed bytes that swell to 300 MB is left early', async () => {
    const letters = Buffer.alloc(300 * MEGABYTE, 'a');
    const bomb = gzipSync(Buffer.concat([Buffer.from('[{"productId":"'), letters]), { level: 1 });
    const { error, rows } = await read(name, (socket) =>
      socket.end(httpAnswer(bomb, { 'content-encoding': 'gzip', connection: 'close' })),
    );
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(rows).toBe(0);
  });

  test('that is refused with a body that never ends has the error of its status, at once', async () => {
    let bytes = 0;
    const { error } = await read(name, (socket) => {
      socket.write('HTTP/1.1 400 Bad\r\nconnection: close\r\n\r\n{"message":"');
      const goOn = () => {
        while (!socket.destroyed && socket.write(LETTERS)) bytes += LETTERS.length;
        if (!socket.destroyed) socket.once('drain', goOn);
      };
      goOn();
    });
    expect(error).toMatchObject({ kind: 'badRequest', status: 400 });
    expect(String(error).length).toBeLessThan(400);
    expect(bytes).toBeLessThan(32 * MEGABYTE);
  });

  test('of 300 MB are refused within 64 MB of heap', async () => {
    const server = await startRawServer((socket) => pour(socket, '[{"productId":"', LETTERS, 1_200));
    const { peakMegabytes, ...outcome } = await readWithin(64, server.url, name);
    expect(outcome).toEqual({ kind: 'unexpectedResponse', rows: 0 });
    expect(peakMegabytes).toBeLessThan(300);
  });
});

test('daily sales of more than a gigabyte, of whatever, are left there', async () => {
  let taken = 0;
  async function* endless() {
    const piece = Buffer.alloc(16 * MEGABYTE);
    for (;;) yield piece;
  }
  const response = { status: 200, headers: { 'transfer-encoding': 'chunked' }, body: endless() };
  const { body } = bodyOf(response, {
    origin: dailySalesOperation,
    redact: (text) => text,
    came: () => {},
    explain: (error) => error,
    ended: async () => {},
  });
  const all = async () => {
    for await (const chunk of body) taken += chunk.length;
  };
  expect(await rejection(all())).toMatchObject({ kind: 'unexpectedResponse', operation: 'dailySales' });
  expect(taken).toBe(1024 * MEGABYTE);
});

test('daily sales of endless rows end where the service itself would have to: at its cap', async () => {
  const begin = '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[';
  const row = JSON.stringify(ANSWERS.dailySales[0]?.storeSales[0]?.sales[0]);
  const piece = Buffer.from(`${row},`.repeat(2_000));
  const { error, rows } = await read('dailySales', (socket) => pour(socket, begin, piece));
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(String(error)).toContain('1048575 sales');
  expect(rows).toBeGreaterThan(DAILY_SALES_CAP - 20_000);
  expect(rows).toBeLessThanOrEqual(DAILY_SALES_CAP);
});

test('accumulated stock of endless rows gives none and is left early', async () => {
  let poured: Poured = { bytes: 0 };
  const piece = Buffer.from(`${JSON.stringify(ANSWERS.accumulatedStock[0])},`.repeat(2_000));
  const { error, rows } = await read('accumulatedStock', (socket) => {
    poured = pour(socket, '[', piece);
  });
  expect(String(error)).toContain('more than 32 MB');
  expect(rows).toBe(0);
  expect(poured.bytes).toBeLessThan(64 * MEGABYTE);
});

test('the sandbox computes more sales than it keeps in memory again alike', async () => {
  const { truth } = await open({ stores: 100, products: 200 });
  const first = truth.sales('2026-06-01', '2026-06-02');
  expect(truth.sales('2026-06-01', '2026-08-20').length).toBeGreaterThan(500_000);
  expect(truth.sales('2026-06-01', '2026-06-02')).toEqual(first);
});

const MILLION = 1_000_000;

/** The sales from that one on, a thousand to a store and a hundred stores to a day. */
function* salesFrom(start: number): Generator<string> {
  yield '[';
  for (let at = start; at < MILLION; ) {
    const separator = at === start ? '' : ',';
    const day = `2026-11-${10 + Math.floor(at / 100_000)}`;
    const store = Math.floor(at / 1_000) % 100;
    const sales: string[] = [];
    do {
      sales.push(
        `{"productId":"${at % 1_000}","salesVolume":0.75,"salesQuantity":${at % 7},"lastChanged":{"date":"${day}","time":"21:14:05"}}`,
      );
      at += 1;
    } while (at % 1_000 !== 0);
    yield `${separator}{"salesDate":"${day}","storeSales":[{"storeId":"${store}","sales":[${sales.join(',')}]}]}`;
  }
  yield ']';
}

// Node and the client take more than half of it; a million rows would take some hundred megabytes.
test('a million daily sales are read within 32 MB of heap', async () => {
  const server = await startRawServer((socket, _, { head }) => {
    socket.write(httpHead({ connection: 'close' }));
    Readable.from(salesFrom(Number(/start=(\d+)/.exec(head)?.[1] ?? 0))).pipe(socket);
  });
  const { peakMegabytes, ...outcome } = await readWithin(32, server.url, 'dailySales');
  expect(outcome).toEqual({ kind: 'none', rows: MILLION });
  expect(peakMegabytes).toBeLessThan(300);
});
