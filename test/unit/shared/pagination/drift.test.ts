import { PageDriftError, type SalesRow, TooManyCallsError } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import fc from '../../../support/property.ts';
import { isLong } from '../../../support/seed.ts';
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
  { total, cap = Number.POSITIVE_INFINITY }: { total?: (page: number) => number; cap?: number } = {},
) {
  const received: SalesRow[] = [];
  const client = createMemoryClient((request, page) => {
    return {
      data: nested(pageOf(rowsAt(page), request).slice(0, cap)),
      ...(total === undefined ? {} : { headers: { 'x-total-count': String(total(page)) } }),
    };
  });
  const read = async () => {
    for await (const row of client.dailySales({}, { pageSize })) received.push(row);
  };
  return { done: read(), received };
}

describe('a service that ignores start', () => {
  test.each([1, 7, 27, 28, undefined])(
    'ends in an error after two pages of %s, not in a loop',
    async (size) => {
      const ignoring = createMemoryClient((request) => ({
        data: nested(pageOf(ROWS, { ...request, query: { ...request.query, start: '0' } })),
      }));
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

  test('a row that goes while a page times out is noticed by the smaller one', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => saleOf(1, 10, at + 1));
    const client = createMemoryClient((request, page) =>
      page === 1
        ? { status: 504, data: '' }
        : { data: nested(pageOf(page === 0 ? rows : rows.toSpliced(5, 1), request)) },
    );
    const error = await rejection(client.dailySales({}, { pageSize: 200 }).toArray());
    expect(error).toBeInstanceOf(PageDriftError);
    expect(error).toMatchObject({ rowsReceived: 200 });
  });

  test('the error says which sale came where it should not', async () => {
    const { done } = readWhile(9, (page) => (page === 0 ? ROWS : inserted(0, saleOf(1, 5, 1))));
    expect(String(await rejection(done))).toContain('2026-11-01, store 30, product 300');
  });

  test.each([0, 3, 8])(
    'a row that goes at %d before the seam is noticed, though no total tells',
    async (at) => {
      const { done, received } = readWhile(9, (page) => (page === 0 ? ROWS : ROWS.toSpliced(at, 1)));
      const error = await rejection(done);
      expect(error).toBeInstanceOf(PageDriftError);
      expect(received).toEqual(ROWS.slice(0, 9));
      expect(String(error)).toContain(
        'the last row was 2026-11-01, store 30, product 300 and is now 2026-11-02',
      );
    },
  );

  test('the last rows of all going is noticed too', async () => {
    const { done } = readWhile(9, (page) => (page < 4 ? ROWS : ROWS.slice(0, 26)));
    expect(String(await rejection(done))).toContain('2026-11-03, store 30, product 300, is gone');
  });

  test('a row that comes behind the seam is read, and one that goes there is not missed', async () => {
    const later = inserted(18, saleOf(3, 5, 1)).toSpliced(12, 1);
    const { done, received } = readWhile(9, (page) => (page === 0 ? ROWS : later));
    await done;
    expect(received).toEqual(later);
  });

  test('figures that are corrected between two pages change nothing', async () => {
    const corrected = ROWS.map((row) => ({ ...row, salesQuantity: 7, lastChangedTime: '07:41:00' }));
    const { done, received } = readWhile(9, (page) => (page === 0 ? ROWS : corrected));
    await done;
    expect(received.map(keyOf)).toEqual(ROWS.map(keyOf));
  });

  test.each([1, -1])(
    'every row that stays comes exactly once, whatever comes and goes, with days in the direction %d',
    async (direction) => {
      const cell = fc.tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
      );
      const change = fc.record({
        add: fc.array(cell, { maxLength: 4 }),
        remove: fc.array(cell, { maxLength: 2 }),
      });
      let [whole, drifted] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          fc.array(cell, { minLength: 4, maxLength: 60, size: 'max' }),
          fc.array(change, { maxLength: 5 }),
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 1, max: 12 }),
          fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
          async (cells, changes, pageSize, cap, order) => {
            const sorted = (set: ReadonlySet<string>) =>
              [...set]
                .map((text) => text.split(' ').map(Number))
                .map(([day = 0, store = 0, product = 0]) => ({ day, store, product }))
                .toSorted(
                  (one, other) =>
                    direction * (one.day - other.day) ||
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
              { cap },
            );
            const error = await done.catch((reason: unknown) => reason);
            const keys = received.map(keyOf);
            if (error === undefined) {
              expect(new Set(keys).size).toBe(keys.length);
              whole += 1;
              const known = versions.map((rows) => new Set(rows.map(keyOf)));
              for (const key of known[0] ?? []) {
                if (known.every((keysThen) => keysThen.has(key))) expect(keys).toContain(key);
              }
            } else {
              drifted += 1;
              expect(error).toBeInstanceOf(PageDriftError);
            }
            if (changes.length === 0) expect(received).toEqual(versions[0]);
          },
        ),
        { numRuns: isLong ? 200 : 60 },
      );
      expect(whole).toBeGreaterThan(15);
      expect(drifted).toBeGreaterThan(15);
    },
  );
});

test('a total of sales, of which nobody says what it counts, may change from page to page', async () => {
  const { done, received } = readWhile(9, () => ROWS, { total: (page) => 27 - page });
  await done;
  expect(received).toEqual(ROWS);
});

describe('a total of accumulated stock', () => {
  const products = Array.from({ length: 27 }, (_, number) => stockOf(number));
  const readStock = (productsAt: (page: number) => unknown[], total: (page: number) => number) =>
    createMemoryClient((request, page) => ({
      data: pageOf(productsAt(page), request),
      headers: { 'x-total-count': String(total(page)) },
    }))
      .accumulatedStock({}, { pageSize: 9 })
      .toArray();

  test('that changes is noticed', async () => {
    const error = await rejection(
      readStock(
        () => products,
        (page) => (page === 0 ? 27 : 26),
      ),
    );
    expect(String(error)).toContain('the header x-total-count said 27 and now says 26');
  });

  test('that the pages do not reach is noticed', async () => {
    const error = await rejection(
      readStock(
        (page) => (page < 2 ? products : products.slice(0, 18)),
        () => 27,
      ),
    );
    expect(String(error)).toContain('the header x-total-count says 27, and 18 of 27 rows came');
    expect(error).toHaveProperty('advice', expect.stringContaining('totalHeader'));
  });

  test.each([0, 5, 8, 9, 18, 26])(
    'of %d of 27 rows ends nothing: all rows come, and the header is named once',
    async (total) => {
      const notices: string[] = [];
      const client = createMemoryClient((request) => ({
        data: pageOf(products, request),
        headers: { 'x-total-count': String(total) },
      }));
      for (let read = 0; read < 2; read += 1) {
        const options = { pageSize: 9, onNotice: (notice: string) => notices.push(notice) };
        expect(await client.accumulatedStock({}, options).toArray()).toEqual(products);
      }
      expect(notices).toEqual([
        expect.stringContaining(`the header x-total-count says ${total}, but more rows came`),
      ]);
    },
  );

  test('that counts the rows of a page ends nothing, also after a read whose rows were all in one page', async () => {
    const client = createMemoryClient((request) => {
      const page = pageOf(
        request.query.changedSince === undefined ? products : products.slice(0, 5),
        request,
      );
      return { data: page.slice(0, 9), headers: { 'x-total-count': String(page.slice(0, 9).length) } };
    });
    expect(await client.accumulatedStock({ changedSince: '2026-11-20' }).toArray()).toHaveLength(5);
    expect(await client.accumulatedStock().toArray()).toEqual(products);
  });

  test('ends a read once a further call has shown that nothing follows; one product needs none', async () => {
    let calls = 0;
    const client = createMemoryClient((request) => {
      calls += 1;
      const { productId } = request.query;
      const all = productId === undefined ? products : products.slice(0, 1);
      return { data: pageOf(all, request), headers: { 'x-total-count': String(all.length) } };
    });
    const callsOf = async (read: Promise<unknown>) => {
      calls = 0;
      await read;
      return calls;
    };
    expect(await callsOf(client.accumulatedStock({ productId: 0 }).toArray())).toBe(1);
    expect(await callsOf(client.accumulatedStock().toArray())).toBe(2);
    expect(await callsOf(client.accumulatedStock().toArray())).toBe(1);
  });

  test('is read from the header that the caller names, or from none', async () => {
    const client = createMemoryClient((request) => ({
      data: pageOf(products, request),
      headers: { 'x-total-count': '300', 'x-products': '27' },
    }));
    const totalsOf = async (totalHeader: string | false) => {
      const totals = new Set<number | undefined>();
      const onProgress = ({ total }: { readonly total: number | undefined }) => totals.add(total);
      const rows = await client.accumulatedStock({}, { totalHeader, onProgress }).toArray();
      expect(rows).toEqual(products);
      expect((await client.get('accumulatedStock', {}, { totalHeader })).total).toBe([...totals][0]);
      return [...totals];
    };
    expect(await totalsOf('X-Products')).toEqual([27]);
    expect(await totalsOf(false)).toEqual([undefined]);
    expect(String(await rejection(client.accumulatedStock().toArray()))).toContain('27 of 300');
  });

  test('is not needed to notice a product that went', async () => {
    const client = createMemoryClient((request, page) => ({
      data: pageOf(page === 0 ? products : products.slice(1), request),
    }));
    const error = await rejection(client.accumulatedStock({}, { pageSize: 9 }).toArray());
    expect(String(error)).toContain('the last row was product 8 and is now product 9');
  });
});

test.each([2, 9, 26, 27, 28, undefined])(
  'pages of %s overlap by a row, ask for no more than that, and end with an empty one',
  async (pageSize) => {
    const asked: (string | undefined)[][] = [];
    const client = createMemoryClient((request) => {
      asked.push([request.query.start, request.query.maxResults]);
      return { data: nested(pageOf(ROWS, request)) };
    });
    await client.dailySales({}, { pageSize }).toArray();
    const size = pageSize?.toString();
    const step = (pageSize ?? 27) - 1;
    const middle = Array.from({ length: Math.ceil(26 / step) - 1 }, (_, page) => [
      String((page + 1) * step),
      size,
    ]);
    expect(asked).toEqual([[undefined, size], ...middle, ['26', size], ['27', size]]);
  },
);

test('a 400 for the offset that a read begins with is an error', async () => {
  const client = createMemoryClient(() => ({ status: 400, data: { message: 'start' } }));
  const error = await rejection(client.accumulatedStock({}, { startAt: 3 }).toArray());
  expect(error).toMatchObject({ status: 400 });
});

describe('stock whose first page is smaller than its total', () => {
  const products = Array.from({ length: 900 }, (_, number) => stockOf(number));
  /** Gives `initial` products unless asked for more, refuses sizes above `largest`, and never gives more than `cap`. */
  const serve = ({
    initial = 100,
    largest = Number.POSITIVE_INFINITY,
    cap = Number.POSITIVE_INFINITY,
    hasTotal = true,
    of = products,
  }) => {
    const asked: (string | undefined)[] = [];
    const client = createMemoryClient((request) => {
      const { maxResults } = request.query;
      asked.push(maxResults);
      if (Number(maxResults ?? 0) > largest) return { status: 400, data: { message: 'maxResults' } };
      const size = String(Math.min(cap, Number(maxResults ?? initial)));
      return {
        data: pageOf(of, { ...request, query: { ...request.query, maxResults: size } }),
        ...(hasTotal ? { headers: { 'x-total-count': String(of.length) } } : {}),
      };
    });
    return { client, asked };
  };

  test('is asked for the rest at once', async () => {
    const { client, asked } = serve({});
    expect(await client.accumulatedStock().toArray()).toEqual(products);
    expect(asked).toEqual([undefined, '801', '801']);
  });

  test('is asked for ten thousand where no total tells', async () => {
    const { client, asked } = serve({ hasTotal: false });
    expect(await client.accumulatedStock().toArray()).toEqual(products);
    expect(asked).toEqual([undefined, '10000', '10000', '10000']);
  });

  test('is asked for the size that came where more is refused, and no refused size again', async () => {
    const { client, asked } = serve({ largest: 200 });
    expect(await client.accumulatedStock().toArray()).toEqual(products);
    expect(asked.slice(0, 3)).toEqual([undefined, '801', '100']);
    expect(asked.filter((size) => Number(size) > 200)).toEqual(['801']);
  });

  test('is asked for ten thousand where the rest is refused', async () => {
    const many = Array.from({ length: 30_000 }, (_, number) => stockOf(number));
    const { client, asked } = serve({ largest: 12_000, of: many });
    expect(await client.accumulatedStock().toArray()).toEqual(many);
    expect(asked).toEqual([undefined, '29901', '10000', '10000', '9903', '9903']);
  });

  test('ends at once where it would take more than forty calls', async () => {
    const { client, asked } = serve({ cap: 10 });
    const error = await rejection(client.accumulatedStock().toArray());
    expect(error).toMatchObject({ kind: 'rateLimit', rowsReceived: 19 });
    expect(String(error)).toContain('a call gives 10 products at most, so the other 881 would take 98 calls');
    expect(asked).toHaveLength(2);
    expect(await client.accumulatedStock({}, { limit: 25 }).toArray()).toEqual(products.slice(0, 25));
  });
});

describe('a product that comes twice', () => {
  const [one, two, three] = [stockOf(1), stockOf(2), stockOf(3)];
  const read = (pages: readonly unknown[][], pageSize?: number) => {
    const client = createMemoryClient((request, page) =>
      pageSize === undefined ? { data: pageOf(pages.flat(), request) } : { data: pages[page] ?? [] },
    );
    return client.accumulatedStock({}, { pageSize }).toArray();
  };

  test('within an answer with the same figures is given once', async () => {
    expect(await read([[one, two, one, three, three]])).toEqual([one, two, three]);
  });

  test('within an answer with other figures is an error that names both', async () => {
    const error = await rejection(read([[one, two, { ...one, stock: 7 }]]));
    expect(error).toMatchObject({ kind: 'unexpectedResponse' });
    expect(String(error)).toContain('product 1 comes twice, with different figures (stock 5 and 7)');
  });

  test('over pages is changed data', async () => {
    const error = await rejection(
      read(
        [
          [one, two],
          [two, three],
          [three, one],
        ],
        2,
      ),
    );
    expect(error).toBeInstanceOf(PageDriftError);
    expect(String(error)).toContain('product 1 came again');
  });
});

test.each([
  [undefined, 40],
  [7, 7],
])('a read without a total makes %s calls at most, its retries counted', async (maxCalls, most) => {
  const products = Array.from({ length: 400 }, (_, number) => stockOf(number));
  let calls = 0;
  const client = createMemoryClient((request) => {
    calls += 1;
    return calls === 2 ? { status: 503, data: '' } : { data: pageOf(products, request).slice(0, 3) };
  });
  const error = await rejection(client.accumulatedStock({}, { maxCalls }).toArray());
  expect(error).toBeInstanceOf(TooManyCallsError);
  expect(error).toMatchObject({ kind: 'rateLimit', advice: expect.stringContaining('maxCalls') });
  expect(calls).toBe(most);
});

test('a page that breaks off where the end seemed to be is gone on from its last row', async () => {
  const grown = [...ROWS, saleOf(4, 10, 100), saleOf(4, 10, 200), saleOf(4, 10, 300)];
  const asked: (string | undefined)[] = [];
  const client = createMemoryClient((request, page) => {
    asked.push(request.query.start);
    const text = JSON.stringify(nested(pageOf(page < 2 ? ROWS : grown, request)));
    // Two of the three sales that came meanwhile are whole by then.
    return { data: '', text: page === 2 ? text.slice(0, text.lastIndexOf('{"productId"')) : text };
  });
  expect(await client.dailySales().toArray()).toEqual(grown);
  expect(asked).toEqual([undefined, '26', '27', '26', '28', '29', '30']);
});

test('rows that follow where the end seemed to be are read, and overlap again', async () => {
  const grown = [...ROWS, saleOf(4, 10, 100), saleOf(4, 10, 200)];
  // The empty page is the fifth: two rows have come by then, and the first of all goes after that.
  const { done, received } = readWhile(9, (page) => (page < 4 ? ROWS : page === 4 ? grown : grown.slice(1)));
  expect(String(await rejection(done))).toContain('2026-11-04, store 10, product 200, is gone');
  expect(received).toEqual(grown);
});

test('a throttled read names the rows that had come', async () => {
  const clock = createFakeClock();
  const rateLimiter = createInProcessRateLimiter(clock, [{ calls: 3, windowMs: 60_000 }]);
  const products = Array.from({ length: 20 }, (_, number) => stockOf(number));
  const client = createMemoryClient((request) => ({ data: pageOf(products, request) }), {
    clock,
    rateLimiter,
  });
  const error = await rejection(client.accumulatedStock({}, { pageSize: 2, maxWaitMs: 1_000 }).toArray());
  expect(error).toMatchObject({ kind: 'rateLimit', retryAfterMs: 60_000 });
  expect(String(error)).toContain('4 rows had been received');
});
