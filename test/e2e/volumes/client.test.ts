import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DAILY_SALES_CAP } from 'retail-data-client/operations/dailySales';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../support/answers.ts';
import { type Poured, pour } from '../../support/pouring.ts';
import { httpAnswer, startRawServer } from '../../support/rawServer.ts';
import { createTestClient, rejection } from '../../support/testClient.ts';

const MEGABYTE = 1024 * 1024;
const LETTERS = Buffer.alloc(256 * 1024, 'a');
/** A long string in half a megabyte, the beginning of either operation's answer. */
const BOMB = gzipSync(Buffer.concat([Buffer.from('[{"productId":"'), Buffer.alloc(300 * MEGABYTE, 'a')]), {
  level: 1,
});
const OPERATIONS = ['dailySales', 'accumulatedStock'] as const;

/** What a read makes of a server that answers that way: its error, and how many rows it gave before. */
async function read(
  name: (typeof OPERATIONS)[number],
  answer: Parameters<typeof startRawServer>[0],
): Promise<{ error: unknown; rows: number; calls: number }> {
  const server = await startRawServer(answer);
  let rows = 0;
  const all = async () => {
    for await (const batch of createTestClient({ baseUrl: server.url })[name]().batches())
      rows += batch.length;
  };
  const error = await rejection(all());
  await server.allClosed();
  return { error, rows, calls: server.requests.length };
}

describe.each(OPERATIONS)('%s', (name) => {
  const valid = JSON.stringify(ANSWERS[name]);

  test.each([
    ['alone', '"'],
    ['in a key', '[{"'],
    ['in the first field', name === 'dailySales' ? '[{"salesDate":"' : '[{"productId":"'],
    [
      'in a row',
      name === 'dailySales'
        ? '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[{"productId":"'
        : `${valid.slice(0, -1)},{"productId":"`,
    ],
  ])('of 300 MB of one string, %s, is left early', async (_, begin) => {
    let poured: Poured = { bytes: 0 };
    const outcome = await read(name, (socket) => {
      poured = pour(socket, begin, LETTERS, 1_200);
    });
    expect(outcome).toMatchObject({ error: { kind: 'unexpectedResponse' }, rows: 0, calls: 1 });
    // The limit is 8 and 32 MB; the rest is what the two sockets hold.
    expect(poured.bytes).toBeLessThan(64 * MEGABYTE);
  });

  test('of a few compressed bytes that swell to 300 MB is left early', async () => {
    const outcome = await read(name, (socket) =>
      socket.end(httpAnswer(BOMB, { 'content-encoding': 'gzip', connection: 'close' })),
    );
    expect(outcome).toMatchObject({ error: { kind: 'unexpectedResponse' }, rows: 0 });
  });

  test('of 300 MB is refused within 64 MB of heap', async () => {
    const server = await startRawServer((socket) => pour(socket, '[{"productId":"', LETTERS, 1_200));
    const script = new URL('../../support/readInLittleMemory.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=64',
      script,
      server.url,
      name,
    ]);
    const { kind, rows, peakMegabytes } = JSON.parse(stdout);
    expect({ kind, rows }).toEqual({ kind: 'unexpectedResponse', rows: 0 });
    expect(peakMegabytes).toBeLessThan(300);
  });
});

test('daily sales of endless rows end where the service itself would have to: at its cap', async () => {
  const begin = '[{"salesDate":"2026-11-19","storeSales":[{"storeId":"1","sales":[';
  const row = JSON.stringify(ANSWERS.dailySales[0]?.storeSales[0]?.sales[0]);
  const piece = Buffer.from(`${row},`.repeat(2_000));
  const { error, rows, calls } = await read('dailySales', (socket) => pour(socket, begin, piece));
  expect(error).toMatchObject({
    kind: 'unexpectedResponse',
    message: expect.stringContaining('1048575 sales'),
  });
  expect(rows).toBeGreaterThan(DAILY_SALES_CAP - 20_000);
  expect(rows).toBeLessThanOrEqual(DAILY_SALES_CAP);
  expect(calls).toBe(1);
});
