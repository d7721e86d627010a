import fc from 'fast-check';
import { createInProcessBudget, PageDriftError, type SalesRow } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import { rejection } from '../../../support/testClient.ts';

const keyOf = (row: SalesRow) => `${row.salesDate} ${row.storeId} ${row.productId}`;

/** Three days, three stores, three products, in order. */
const ROWS = [1, 2, 3].flatMap((day) =>
  [10, 20, 30].flatMap((store) => [100, 200, 300].map((product) => saleOf(day, store, product))),
);

const stockOf = (product: number) => ({
  productId: String(product),
  stock: 5,
  numberOfStoresWithStock: 1,
  updatedDate: '2026-11-20',
  updatedTime: '08:24:00',
});

/** Reads sales in pages from a list that changes before the page with that number. */
function readWhile(
  pageSize: number | undefined,
  rowsAt: (page: number) => readonly SalesRow[],
  total?: (page: number) => number,
) {
  const received: SalesRow[] = [];
  let calls = 0;
  const client = createMemoryClient((request, page) => {
    calls += 1;
    return {
      data: nested(pageOf(rowsAt(page), request)),
      ...(total === undefined ? {} : { headers: { 'x-total-count': String(total(page)) } }),
    };
  });
  const read = async () => {
    for await (const batch of client.dailySales({}, { pageSize })) received.push(...batch);
  };
  return { done: read(), received, calls: () => calls };
}

describe('a service that ignores start', () => {
  test.each([1, 2, 3, 7, 26, 27, 28, undefined])(
    'ends in an error after two pages of %s, not in a loop',
    async (size) => {
      const { done, received, calls } = readWhile(size, () => ROWS);
      const ignoring = createMemoryClient((request) => ({
        data: nested(pageOf(ROWS, { ...request, query: { ...request.query, start: '0' } })),
      }));
      await done;
      expect(received).toEqual(ROWS);
      expect(calls()).toBeGreaterThan(1);
      const error = await rejection(ignoring.dailySales({}, { pageSize: size }).toArray());
      expect(error).toBeInstanceOf(PageDriftError);
      expect(error).toMatchObject({ kind: 'drift', operation: 'dailySales' });
    },
  );

  test('does so for accumulated stock too', async () => {
    const stock = [stockOf(1), stockOf(2)];
    const client = createMemoryClient(() => ({ data: stock }));
    const error = await rejection(client.accumulatedStock({}, { pageSize: 2 }).toArray());
    expect(error).toBeInstanceOf(PageDriftError);
    expect(String(error)).toContain('product 1');
  });

  test('and one that repeats a page later on', async () => {
    const client = createMemoryClient((request, page) => ({
      data: nested(pageOf(ROWS, page < 3 ? request : { ...request, query: { maxResults: '3', start: '6' } })),
    }));
    expect(await rejection(client.dailySales({}, { pageSize: 3 }).toArray())).toBeInstanceOf(PageDriftError);
  });
});

describe('rows that shift between two pages', () => {
  const inserted = (at: number, ...rows: SalesRow[]) => ROWS.toSpliced(at, 0, ...rows);

  test.each([0, 1, 5, 8])('a row inserted at %d before the seam is noticed', async (at) => {
    const row = { ...saleOf(1, 10, 1), productId: 'new' };
    const { done, received } = readWhile(9, (page) => (page === 0 ? ROWS : inserted(at, row)));
    const error = await rejection(done);
    expect(error).toBeInstanceOf(PageDriftError);
    expect(received).toEqual(ROWS.slice(0, 9));
    expect(String(error)).toMatch(/after row 9/);
    expect(error).toHaveProperty('advice', expect.stringContaining('Read again'));
  });

  test('two rows inserted so that the next page begins with a new one are noticed', async () => {
    // 100 200 | 300 becomes 100 150 160 200 300: the second page begins with 160, and 200 comes again behind it.
    const rows = inserted(1, saleOf(1, 10, 150), saleOf(1, 10, 160));
    const { done } = readWhile(2, (page) => (page === 0 ? ROWS : rows));
    expect(await rejection(done)).toBeInstanceOf(PageDriftError);
  });

  test('the error says which sale came where it should not', async () => {
    const { done } = readWhile(9, (page) => (page === 0 ? ROWS : inserted(0, saleOf(1, 5, 1))));
    expect(String(await rejection(done))).toContain('2026-11-01, store 30, product 300');
  });

  test('a total that changes is noticed, also when no row comes twice', async () => {
    const { done } = readWhile(
      9,
      (page) => (page === 0 ? ROWS : ROWS.slice(1)),
      (page) => (page === 0 ? 27 : 26),
    );
    expect(String(await rejection(done))).toContain('from 27 to 26');
  });

  test('an end before the total is noticed', async () => {
    const { done } = readWhile(
      9,
      (page) => (page < 2 ? ROWS : ROWS.slice(0, 18)),
      () => 27,
    );
    expect(String(await rejection(done))).toContain('18 of 27');
  });

  test.each([0, 5, 8])(
    'more rows than the total of %d says are noticed, not silently left out',
    async (total) => {
      const { done } = readWhile(
        9,
        () => ROWS,
        () => total,
      );
      expect(await rejection(done)).toBeInstanceOf(PageDriftError);
    },
  );

  test('no row ever comes twice, whatever is inserted and removed, in whatever order ids sort', async () => {
    const cell = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
    );
    const change = fc.record({
      add: fc.array(cell, { maxLength: 4 }),
      remove: fc.array(cell, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 4, maxLength: 60, size: 'max' }),
        fc.array(change, { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        async (cells, changes, pageSize, order) => {
          const sorted = (set: ReadonlySet<string>) =>
            [...set]
              .map((text) => text.split(' ').map(Number))
              .map(([day = 0, store = 0, product = 0]) => ({ day, store, product }))
              .toSorted(
                (one, other) =>
                  one.day - other.day ||
                  order.indexOf(one.store) - order.indexOf(other.store) ||
                  order.indexOf(one.product) - order.indexOf(other.product),
              )
              .map(({ day, store, product }) => saleOf(day, store, product));
          let set = new Set(cells.map((parts) => parts.join(' ')));
          const versions = [sorted(set)];
          for (const { add, remove } of changes) {
            set = new Set([...set, ...add.map((parts) => parts.join(' '))]);
            for (const parts of remove) set.delete(parts.join(' '));
            versions.push(sorted(set));
          }
          const { done, received } = readWhile(
            pageSize,
            (page) => versions[Math.min(page, versions.length - 1)] ?? [],
          );
          const error = await done.catch((reason: unknown) => reason);
          if (error !== undefined) expect(error).toBeInstanceOf(PageDriftError);
          expect(new Set(received.map(keyOf)).size).toBe(received.length);
          if (changes.length === 0) expect(received).toEqual(versions[0]);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('data that stands still', () => {
  test('is accepted in whatever order ids come inside a page', async () => {
    const { done, received } = readWhile(5, () =>
      ROWS.toSorted((one, other) =>
        one.salesDate < other.salesDate
          ? -1
          : one.salesDate > other.salesDate
            ? 1
            : Number(other.storeId) - Number(one.storeId) || Number(one.productId) - Number(other.productId),
      ),
    );
    await done;
    expect(received).toHaveLength(27);
  });

  test('the same product in the next store, and the same store on the next day, are no repetition', async () => {
    for (let pageSize = 1; pageSize <= 28; pageSize += 1) {
      const { done, received } = readWhile(pageSize, () => ROWS);
      await done;
      expect(received).toEqual(ROWS);
    }
  });
});

test('a throttled read names the rows that had come', async () => {
  const clock = createFakeClock();
  const stockBudget = createInProcessBudget(clock, [{ calls: 3, windowMs: 60_000 }]);
  const client = createMemoryClient((_, page) => ({ data: [stockOf(page * 2), stockOf(page * 2 + 1)] }), {
    clock,
    stockBudget,
  });
  const error = await rejection(client.accumulatedStock({}, { pageSize: 2, maxWaitMs: 1_000 }).toArray());
  expect(error).toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 });
  expect(String(error)).toContain('6 rows had been received');
});
