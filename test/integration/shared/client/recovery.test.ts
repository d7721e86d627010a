import type { SalesRow } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { startSmallService } from '../../../support/sandboxClient.ts';
import { createTestClient, rejection } from '../../../support/testClient.ts';

const PERIOD = { fromSalesDate: '2026-11-09', toSalesDate: '2026-11-19' };

async function startService() {
  const service = await startSmallService({ stores: 30, products: 48 });
  const expected: SalesRow[] = await service.client.dailySales(PERIOD).toArray();
  const before = service.sandbox.requests.length;
  return {
    ...service,
    expected,
    asked: () => service.sandbox.requests.slice(before).map(({ query }) => [query.start, query.maxResults]),
  };
}

describe('a read of daily sales whose answer breaks off', () => {
  test.each([
    ['is reset', { kind: 'reset', afterBytes: 200_000 }],
    ['is cut, as its length shows', { kind: 'truncate', framing: 'content-length' }],
    ['is cut, and nothing but the JSON shows it', { kind: 'truncate', framing: 'close' }],
  ] as const)('goes on behind the last row when it %s', async (_, fault) => {
    const { client, sandbox, expected, asked } = await startService();
    sandbox.fail({ fault, times: 2 });
    expect(await client.dailySales(PERIOD).toArray()).toEqual(expected);
    const [first, second] = asked();
    expect(first).toEqual([undefined, undefined]);
    expect(Number(second?.[0] ?? 0)).toBeGreaterThanOrEqual(0);
    expect(second?.[1]).toBeUndefined();
  });

  test('is asked for in halves from behind the last row when it stalls', async () => {
    const { client, sandbox, expected, asked } = await startService();
    sandbox.fail({ fault: { kind: 'stall' }, times: 2 });
    expect(await client.dailySales(PERIOD, { timeoutMs: 400 }).toArray()).toEqual(expected);
    const [first, second, third] = asked();
    expect(first).toEqual([undefined, undefined]);
    expect(second?.[1]).toBe('524287');
    expect(third?.[1]).toBe('262143');
    expect(Number(third?.[0])).toBeGreaterThan(Number(second?.[0]));
  });

  test('is never halved below a thousand rows, and a smaller page stays as it is', async () => {
    const { client, sandbox, expected, asked } = await startService();
    sandbox.fail({ fault: { kind: 'stall' }, times: 2 });
    const stalling = { pageSize: 1_500, timeoutMs: 400 };
    expect(await client.dailySales(PERIOD, stalling).toArray()).toEqual(expected);
    expect(
      asked()
        .map(([, maxResults]) => maxResults)
        .slice(0, 3),
    ).toEqual(['1500', '1000', '1000']);
    sandbox.fail({ fault: { kind: 'stall' } });
    const rows = await client.dailySales(PERIOD, { pageSize: 40, limit: 80, timeoutMs: 400 }).toArray();
    expect(rows).toEqual(expected.slice(0, 80));
  });

  test('ends with its error when it breaks off again and again without a row', async () => {
    const { client, sandbox, asked } = await startService();
    sandbox.fail({ fault: { kind: 'reset', afterBytes: 10 }, times: Number.POSITIVE_INFINITY });
    expect(await rejection(client.dailySales(PERIOD).toArray())).toMatchObject({ kind: 'truncated' });
    expect(asked()).toHaveLength(4);
  });

  test('is given up after the repetitions of one call when nobody ever answers', async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy());
    const client = createTestClient({ baseUrl: server.url });
    expect(await rejection(client.dailySales().toArray())).toMatchObject({ kind: 'truncated' });
    expect(server.requests).toHaveLength(4);
  });

  test('is asked for in halves of its limit when there is no page size', async () => {
    const server = await startRawServer((socket, number) => {
      if (number > 1) socket.write(httpAnswer('[]'));
    });
    const client = createTestClient({ baseUrl: server.url });
    await client.dailySales({}, { limit: 2_400, timeoutMs: 300 }).toArray();
    const sizes = server.requests.map(({ head }) => /maxResults=(\d+)/.exec(head)?.[1]);
    expect(sizes).toEqual(['2400', '1200', '1000']);
  });

  test('leaves no connection behind when a page is refused for its total', async () => {
    const page = JSON.stringify(ANSWERS.dailySales);
    const server = await startRawServer((socket, number) => {
      if (number === 0) socket.end(httpAnswer(page, { 'x-total-count': '4', connection: 'close' }));
      else
        socket.write(
          Buffer.concat([httpHead({ 'content-length': '90000', 'x-total-count': '5' }), Buffer.from(page)]),
        );
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.dailySales({}, { pageSize: 2 }).toArray());
    expect(error).toMatchObject({ kind: 'drift' });
    await server.allClosed();
  });

  test('is not asked again when what came is wrong', async () => {
    const { client, sandbox, asked } = await startService();
    sandbox.fail({ fault: { kind: 'shape', body: [{ salesDate: '2026-11-20' }] } });
    expect(await rejection(client.dailySales(PERIOD).toArray())).toMatchObject({
      kind: 'unexpectedResponse',
      path: '[0].storeSales',
    });
    expect(asked()).toHaveLength(1);
  });

  test('gives no row twice and misses none, wherever it breaks', async () => {
    const { client, sandbox, expected } = await startService();
    for (let afterBytes = 50; afterBytes < 400_000; afterBytes += 37_111) {
      sandbox.fail({ fault: { kind: 'truncate', afterBytes, framing: 'close' } });
      expect(await client.dailySales(PERIOD).toArray()).toEqual(expected);
      sandbox.clearFaults();
    }
  });

  test('tells its progress in rows and bytes while it streams', async () => {
    const { client, expected } = await startService();
    const rows: number[] = [];
    await client.dailySales(PERIOD, { onProgress: (progress) => rows.push(progress.rows) }).toArray();
    expect(rows.at(-1)).toBe(expected.length);
    expect(rows).toEqual(rows.toSorted((one, other) => one - other));
  });
});
