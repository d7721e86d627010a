import type { Socket } from 'node:net';
import { RetailDataError, UnexpectedResponseError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { boundedBytes } from '../../../../shared/salesParser/limits.ts';
import { ANSWERS } from '../../../support/answers.ts';
import { drip, type Poured, pour } from '../../../support/pouring.ts';
import { httpAnswer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const MEGABYTE = 1024 * 1024;
const LETTERS = Buffer.alloc(256 * 1024, 'a');
const SPACES = Buffer.alloc(256 * 1024, ' ');

const OPERATIONS = ['dailySales', 'accumulatedStock'] as const;
type Name = (typeof OPERATIONS)[number];

/** What a read makes of a server that answers every request that way: its error, and the rows given before. */
async function read(
  name: Name,
  answer: (socket: Socket, number: number) => void,
  timeoutMs?: number,
  pageSize?: number,
) {
  const server = await startRawServer(answer);
  const client = createTestClient({ baseUrl: server.url });
  const rows: unknown[] = [];
  const all = async () => {
    for await (const row of client[name]({}, { timeoutMs, pageSize })) rows.push(row);
  };
  const error = await rejection(all());
  await server.allClosed();
  return { error, rows, calls: server.requests.length };
}

describe.each(OPERATIONS)('%s', (name) => {
  const valid = JSON.stringify(ANSWERS[name]);

  test.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['words', 'Service is resting'],
    ['half a word', 'nul'],
    ['a list that goes on after its end', `${valid}]`],
    ['a list without a comma', `${valid.slice(0, -1)} 7]`],
    ['quotes of another kind', "[{'productId':'1'}]"],
    ['a NUL byte', '\0[]'],
  ])('that is no JSON, being %s, is an unexpected answer', async (_, body) => {
    const { error, calls } = await read(name, (socket) =>
      socket.end(httpAnswer(body, { connection: 'close' })),
    );
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ operation: name });
    expect(calls).toBe(1);
  });

  test.each(['{}', 'null', 'true', '7', '"text"', '{"value":[]}', '[null]', '[[]]', '["a"]', '[{}]', '[7]'])(
    'that is JSON of another shape, %s, is an unexpected answer, and nothing is given of it',
    async (body) => {
      const { error, rows, calls } = await read(name, (socket) =>
        socket.end(httpAnswer(body, { connection: 'close' })),
      );
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(String(error)).toMatch(/does not have the form/);
      expect(rows).toEqual([]);
      expect(calls).toBe(1);
    },
  );

  test.each([
    ['one value', '[{"salesDate":', '"a'],
    ['numbers', '[{"salesDate":', '1'],
    ['brackets', '', '['],
  ])('that never ends, being %s, is left', async (_, begin, piece) => {
    const endless = Buffer.from(piece.slice(-1).repeat(256 * 1024));
    const { error, rows } = await read(name, (socket) => pour(socket, begin + piece, endless));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(rows).toEqual([]);
  });

  test('that drips byte by byte ends in a timeout, although it is never silent', async () => {
    // Pages of a hundred are not made smaller.
    const { error, rows, calls } = await read(name, (socket) => drip(socket, '['), 300, 100);
    expect(error).toBeInstanceOf(RetailDataError);
    expect(error).toMatchObject({ kind: 'timeout', operation: name });
    expect(rows).toEqual([]);
    expect(calls).toBe(4);
  });

  test('that is refused with a body that never ends has the error of its status, at once', async () => {
    let poured: Poured = { bytes: 0 };
    const { error } = await read(name, (socket) => {
      socket.write('HTTP/1.1 400 Bad\r\nconnection: close\r\n\r\n{"message":"');
      poured = { bytes: 0 };
      const goOn = () => {
        while (!socket.destroyed && socket.write(LETTERS)) poured.bytes += LETTERS.length;
        if (!socket.destroyed) socket.once('drain', goOn);
      };
      goOn();
    });
    expect(error).toMatchObject({ kind: 'badRequest', status: 400 });
    expect(String(error).length).toBeLessThan(400);
    expect(poured.bytes).toBeLessThan(32 * MEGABYTE);
  });
});

describe('daily sales', () => {
  const begin = '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[';
  const row = JSON.stringify(ANSWERS.dailySales[0]?.storeSales[0]?.sales[0]);

  test('of endless white space end in a timeout', async () => {
    const { error, rows } = await read('dailySales', (socket) => pour(socket, '[', SPACES), 80, 100);
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(rows).toEqual([]);
  });

  test('of more than a gigabyte, of whatever, are left there', async () => {
    let taken = 0;
    async function* endless() {
      const piece = Buffer.alloc(16 * MEGABYTE);
      for (;;) yield piece;
    }
    const all = async () => {
      for await (const chunk of boundedBytes(endless(), () => {})) taken += chunk.length;
    };
    expect(await rejection(all())).toMatchObject({ kind: 'unexpectedResponse', operation: 'dailySales' });
    expect(taken).toBe(1024 * MEGABYTE);
  });

  test('that turn bad give the rows before, each of them valid, and none behind', async () => {
    const bad = row.replace('"salesQuantity":6', '"salesQuantity":"six"');
    const { error, rows } = await read('dailySales', (socket) =>
      socket.end(httpAnswer(`${begin}${row},${row},${bad},${row}]}]}]`, { connection: 'close' })),
    );
    expect(error).toMatchObject({ path: '[0].storeSales[0].sales[2].salesQuantity' });
    expect(rows).toHaveLength(2);
  });
});

test('accumulated stock of endless rows gives none and is left early', async () => {
  let poured: Poured = { bytes: 0 };
  const piece = Buffer.from(`${JSON.stringify(ANSWERS.accumulatedStock[0])},`.repeat(2_000));
  const { error, rows } = await read('accumulatedStock', (socket) => {
    poured = pour(socket, '[', piece);
  });
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(String(error)).toContain('longer than 32 MB');
  expect(rows).toEqual([]);
  expect(poured.bytes).toBeLessThan(64 * MEGABYTE);
});
