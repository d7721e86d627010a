import type { SalesRow } from 'retail-data-client';
import { TransportFailure } from 'retail-data-client/transport/transport';
import { describe, expect, test, vi } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { holdTime, settleWire, turnsUntil } from '../../../support/heldTime.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
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

  test('is asked for in smaller pages from the last row on when it stalls', async () => {
    holdTime();
    const rows = Array.from({ length: 300 }, (_, at) => saleOf(1, 10, at + 1));
    const asked: (string | undefined)[][] = [];
    const server = await startRawServer((socket, number, { head }) => {
      const { searchParams } = new URL(head.split(' ')[1] ?? '', 'http://service');
      const query = Object.fromEntries(searchParams);
      asked.push([query.start, query.maxResults]);
      const text = JSON.stringify(nested(pageOf(rows, { query })));
      const half = text.slice(0, text.length / 2);
      const stalled = Buffer.concat([httpHead({ 'content-length': String(text.length) }), Buffer.from(half)]);
      socket.write(number < 2 ? stalled : httpAnswer(text));
    });
    const client = createTestClient({ baseUrl: server.url });
    const read = client.dailySales({}, { timeoutMs: 1_500 }).toArray();
    for (const calls of [1, 2]) {
      await turnsUntil(() => asked.length === calls);
      await settleWire();
      vi.advanceTimersByTime(1_500);
    }
    expect(await read).toEqual(rows);
    expect(asked.slice(0, 3)).toEqual([
      [undefined, undefined],
      ['149', '50000'],
      ['223', '25000'],
    ]);
  });

  test.each([408, 504])('is asked for in smaller pages when it is refused with %d', async (status) => {
    const { client, sandbox, expected, asked } = await startService();
    sandbox.fail({ fault: { kind: 'status', status }, times: 6 });
    expect(await client.dailySales(PERIOD).toArray()).toEqual(expected);
    expect(
      asked()
        .slice(0, 7)
        .map(([, maxResults]) => maxResults),
    ).toEqual([undefined, 50_000, 25_000, 12_500, 6_250, 3_125, 1_562].map((size) => size?.toString()));
  });

  test('comes through a gateway that gives up on more than 1,500 rows, whatever page size is asked for', async () => {
    const { expected } = await startService();
    for (const pageSize of [undefined, 1_600, 1_500, 40_000]) {
      const client = createMemoryClient((request) => {
        if (Number(request.query.maxResults ?? Number.POSITIVE_INFINITY) > 1_500) {
          return { status: 504, data: { message: 'upstream request timeout' } };
        }
        return { data: nested(pageOf(expected, request)) };
      });
      expect(await client.dailySales({}, { pageSize }).toArray()).toEqual(expected);
    }
  });

  test('is never asked for in fewer than a hundred rows, and only those pages fail', async () => {
    const sizes: (string | undefined)[] = [];
    const client = createMemoryClient(({ query }) => {
      sizes.push(query.maxResults);
      return { status: 504, data: '' };
    });
    const error = await rejection(client.dailySales({}, { pageSize: 1_500 }).toArray());
    expect(error).toMatchObject({ kind: 'timeout', status: 504 });
    expect(sizes).toEqual(['1500', '750', '375', '187', '100', '100', '100', '100']);
  });

  test('waits before a smaller page as long as it is asked to, within the limit', async () => {
    const clock = createJumpingClock();
    const client = createMemoryClient(
      (_, number) =>
        number === 0
          ? { status: 504, data: '', headers: { 'retry-after': '40' } }
          : { data: nested([saleOf(1, 1, 1)].slice(number - 1)) },
      { clock },
    );
    const waits: unknown[] = [];
    await client.dailySales({}, { limit: 1, onWait: ({ waitMs }) => waits.push(waitMs) }).toArray();
    expect(clock.sleeps).toEqual([40_000]);
    expect(waits).toEqual([40_000]);
    const impatient = createMemoryClient(() => ({ status: 504, data: '', headers: { 'retry-after': '40' } }));
    expect(await rejection(impatient.dailySales({}, { maxWaitMs: 39_999 }).toArray())).toMatchObject({
      kind: 'timeout',
      retryAfterMs: 40_000,
    });
  });

  test('goes on however often it breaks off, as long as rows come', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => saleOf(1, 10, at + 1));
    const client = createMemoryClient((request, number) => {
      const text = JSON.stringify(nested(pageOf(rows, request)));
      return { data: '', text: number < 6 ? text.slice(0, text.length / 2) : text };
    });
    expect(await client.dailySales().toArray()).toEqual(rows);
  });

  test('ends with its error when it breaks off again and again without a row', async () => {
    const { client, sandbox, asked } = await startService();
    sandbox.fail({ fault: { kind: 'reset', afterBytes: 10 }, times: Number.POSITIVE_INFINITY });
    expect(await rejection(client.dailySales(PERIOD).toArray())).toMatchObject({ kind: 'truncated' });
    expect(asked()).toHaveLength(4);
  });

  test('is asked for twice more, in ever smaller pages, by a service that accepts and stays silent', async () => {
    const server = await startRawServer(() => {});
    const client = createTestClient({ baseUrl: server.url });
    const sizes = () => server.requests.map(({ head }) => /maxResults=(\d+)/.exec(head)?.[1]);
    holdTime();
    const sizesOf = async (limit?: number) => {
      const before = sizes().length;
      const call = rejection(client.dailySales({}, { limit, timeoutMs: 100 }).toArray());
      for (const calls of [1, 2, 3]) {
        await turnsUntil(() => sizes().length === before + calls);
        vi.advanceTimersByTime(100);
      }
      expect(await call).toMatchObject({ kind: 'timeout', status: undefined });
      return sizes().slice(before);
    };
    expect(await sizesOf()).toEqual([undefined, '50000', '1000']);
    expect(await sizesOf(240)).toEqual(['240', '240', '240']);
  });

  test('goes on however often the service is silent, as long as a page comes in between', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => saleOf(1, 10, at + 1));
    let calls = 0;
    const client = createMemoryClient((request) => {
      calls += 1;
      if (calls % 2 === 1) throw new TransportFailure('timeout', 'silence');
      return { data: nested(pageOf(rows, request)) };
    });
    expect(await client.dailySales({}, { pageSize: 10 }).toArray()).toEqual(rows);
    expect(calls).toBeGreaterThanOrEqual(8);
  });

  test('leaves no connection behind when a page does not begin with the last row', async () => {
    const page = JSON.stringify(ANSWERS.dailySales);
    const server = await startRawServer((socket, number) => {
      if (number === 0) socket.end(httpAnswer(page, { connection: 'close' }));
      else {
        socket.write(
          Buffer.concat([httpHead({ 'content-length': '900000' }), Buffer.from(page.slice(0, -1))]),
        );
        socket.write(`,${page.slice(1, -1)}`.repeat(2_000));
      }
    });
    const client = createTestClient({ baseUrl: server.url });
    const error = await rejection(client.dailySales({}, { pageSize: 2 }).toArray());
    expect(error).toMatchObject({ kind: 'drift' });
    await server.allClosed();
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
