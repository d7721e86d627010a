import { groupIntoDays } from 'retail-data-client/operations/salesRow';
import type { Progress } from 'retail-data-client/pagination/pages';
import type { SandboxOptions } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import { readSales, startSmallService, TWO_DAYS } from '../../../support/sandboxClient.ts';

const TOTALS = [false, true];

/** The smallest, an odd one, and those around the exact divisors of the rows and past the end. */
function pageSizes(rows: number): number[] {
  return [1, 2, 3, 7, Math.ceil(rows / 2), rows - 1, rows, rows + 1, rows + 3];
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe.each(TOTALS)('with a total: %s', (total) => {
  const options: SandboxOptions = { salesTotalHeader: total, totalHeader: total };

  test('daily sales in pages of any size are the sales read at once', async () => {
    const { client, sandbox } = await startSmallService({ ...options, stores: 6, products: 9 });
    const atOnce = (await client.get('dailySales', TWO_DAYS)).data;
    const rows = await readSales(client);
    expect(rows.length).toBeGreaterThan(40);
    expect(rows).toEqual(
      sandbox.truth
        .sales(TWO_DAYS.fromSalesDate, TWO_DAYS.toSalesDate)
        .map(({ millilitres, ...sale }) => sale),
    );
    for (const pageSize of pageSizes(rows.length)) {
      const before = sandbox.requests.length;
      const days = await collect(groupIntoDays(client.dailySales(TWO_DAYS, { pageSize }).batches()));
      expect(days, `pages of ${pageSize}`).toEqual(atOnce);
      const pages = sandbox.requests.length - before;
      // Each page but the first repeats a row; one that holds nothing else, and an empty one after it, are the end.
      const further =
        pageSize === 1 ? 3 * (rows.length - 1) : Math.ceil((rows.length - pageSize) / (pageSize - 1));
      expect(pages, `calls for pages of ${pageSize}`).toBe(1 + Math.max(0, further) + 2);
    }
  });

  test('accumulated stock in pages of any size is the stock read at once', async () => {
    const { client, sandbox } = await startSmallService({ ...options, products: 20 });
    const filter = { includeZeroStock: true };
    const atOnce = sandbox.truth.stock();
    expect(atOnce.length).toBeGreaterThan(30);
    for (const pageSize of pageSizes(atOnce.length)) {
      const stock = await client.accumulatedStock(filter, { pageSize, maxCalls: 1_000 }).toArray();
      expect(stock, `pages of ${pageSize}`).toEqual(atOnce);
    }
  });
});

describe('limit and startAt', () => {
  test.each(TOTALS)('with a total: %s, give the same rows as a slice', async (total) => {
    const { client } = await startSmallService({ salesTotalHeader: total, totalHeader: total, stores: 5 });
    const rows = await readSales(client);
    const stock = await client.accumulatedStock().toArray();
    for (const startAt of [0, 1, 13, rows.length - 1, rows.length, rows.length + 5]) {
      for (const limit of [undefined, 1, 12, rows.length + 9]) {
        for (const pageSize of [undefined, 1, 5, 12]) {
          if (pageSize === 1 && limit !== 12) continue;
          const slice = rows.slice(startAt, limit === undefined ? undefined : startAt + limit);
          expect(await readSales(client, { startAt, limit, pageSize })).toEqual(slice);
        }
      }
    }
    for (const startAt of [0, 3, stock.length, stock.length + 1]) {
      const options = { startAt, limit: 4, pageSize: 3 };
      expect(await client.accumulatedStock({}, options).toArray()).toEqual(stock.slice(startAt, startAt + 4));
    }
  });

  test('ask for no more than the limit, and not again once it is reached', async () => {
    const { client, sandbox } = await startSmallService();
    await readSales(client, { limit: 10, pageSize: 4 });
    const asked = sandbox.requests.map(({ query }) => [query.maxResults, query.start]);
    expect(asked).toEqual([
      ['4', undefined],
      ['4', '3'],
      ['4', '6'],
    ]);
  });

  test('a service that gives more than was asked for is cut at the limit', async () => {
    const { client, sandbox } = await startSmallService();
    const [first] = (await client.get('dailySales', { ...TWO_DAYS })).data;
    sandbox.fail({ fault: { kind: 'shape', body: [first] } });
    expect(await readSales(client, { limit: 3 })).toHaveLength(3);
  });

  test('a total that the first page alone names is the end all the same', async () => {
    const stock = Array.from({ length: 4 }, (_, row) => ({
      ...ANSWERS.accumulatedStock[0],
      productId: `${row}`,
    }));
    let calls = 0;
    const client = createMemoryClient((request) => {
      calls += 1;
      return { data: pageOf(stock, request), headers: calls === 1 ? { 'x-total-count': '4' } : {} };
    });
    expect(await client.accumulatedStock({}, { pageSize: 3 }).toArray()).toEqual(stock);
    // The last one shows that nothing follows.
    expect(calls).toBe(3);
  });
});

describe('reports', () => {
  test('say after each page what has come, and the total where the service names one', async () => {
    const { client, sandbox } = await startSmallService({ salesTotalHeader: true, stores: 4, products: 8 });
    const reports: Progress[] = [];
    const total = sandbox.truth.sales(TWO_DAYS.fromSalesDate, TWO_DAYS.toSalesDate).length;
    await readSales(client, { pageSize: 10, onProgress: (report) => reports.push(report) });
    expect(reports[0]).toMatchObject({ pages: 1, rows: 10, total });
    expect(reports.at(-1)).toMatchObject({ rows: total, total });
    const bytes = reports.map((report) => report.bytes);
    expect(bytes).toEqual(bytes.toSorted((one, other) => one - other));
    expect(bytes[0]).toBeGreaterThan(10 * 80);
  });

  test('name a total of sales until more rows have come: then it counts something else', async () => {
    const rows = Array.from({ length: 9 }, (_, product) => saleOf(19, 143, product));
    const client = createMemoryClient((request) => ({
      data: nested(pageOf(rows, request)),
      headers: { 'x-total-count': '6' },
    }));
    const totals: (number | undefined)[] = [];
    const onProgress = ({ total }: Progress) => void totals.push(total);
    const period = { fromSalesDate: '2026-11-19', toSalesDate: '2026-11-19' };
    expect(await client.dailySales(period, { pageSize: 4, onProgress }).toArray()).toEqual(rows);
    expect([totals[0], totals.at(-1)]).toEqual([6, undefined]);
  });

  test('leave out what nobody can know', async () => {
    const { client } = await startSmallService({ stores: 4, products: 8 });
    const reports: Progress[] = [];
    await readSales(client, { pageSize: 25, onProgress: (report) => reports.push(report) });
    expect(reports[0]).toMatchObject({ pages: 1, rows: 25, total: undefined });
  });
});

describe('a stream of rows', () => {
  test('asks nothing before it is read, and reads anew each time', async () => {
    const { client, sandbox } = await startSmallService();
    const stream = client.dailySales(TWO_DAYS);
    expect(sandbox.requests).toHaveLength(0);
    const rows = await stream.toArray();
    expect(await stream.toArray()).toEqual(rows);
    expect(await collect(stream)).toEqual(rows);
    expect((await collect(stream.batches())).flat()).toEqual(rows);
    expect(sandbox.requests).toHaveLength(12);
  });

  test('of nothing is empty', async () => {
    const { client } = await startSmallService();
    expect(await client.dailySales({ ...TWO_DAYS, productId: 999_999_999 }).toArray()).toEqual([]);
    const none = client.dailySales({ ...TWO_DAYS, productId: 999_999_999 }).batches();
    expect(await collect(groupIntoDays(none))).toEqual([]);
  });

  test('a large page comes in batches that lose nothing', async () => {
    const { client, sandbox } = await startSmallService({ stores: 90, products: 60, salesTotalHeader: true });
    const batches = await collect(client.dailySales(TWO_DAYS).batches());
    const sales = sandbox.truth.sales(TWO_DAYS.fromSalesDate, TWO_DAYS.toSalesDate);
    expect(sales.length).toBeGreaterThan(4_096);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toEqual(sales.map(({ millilitres, ...sale }) => sale));
    expect(sandbox.requests).toHaveLength(3);
  });
});
