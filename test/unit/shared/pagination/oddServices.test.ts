import type { ProductStock, SalesRow } from 'retail-data-client';
import { TransportFailure, type TransportRequest } from 'retail-data-client/transport/transport';
import { expect, test } from 'vitest';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import {
  createMemoryClient,
  type MemoryAnswer,
  nested,
  pageOf,
  saleOf,
} from '../../../support/memoryService.ts';

/** Services as they may be met: each gives every row once, or an error that names the cause, in bounded calls. */

const SALES = [1, 2, 3].flatMap((day) =>
  [10, 20].flatMap((store) => Array.from({ length: 50 }, (_, product) => saleOf(day, store, product + 1))),
);
const STOCK: readonly ProductStock[] = Array.from({ length: 300 }, (_, number) => ({
  productId: String(number + 1),
  stock: 5,
  numberOfStoresWithStock: 1,
  updatedDate: '2026-11-20',
  updatedTime: '08:24:00',
}));

interface Asked {
  readonly request: TransportRequest;
  /** From 0 up. */
  readonly call: number;
  readonly start: number;
  /** Infinite where none was asked for. */
  readonly most: number;
  /** The service takes so long before it answers. */
  takes(milliseconds: number): void;
}

interface Odd {
  readonly answer: (asked: Asked) => MemoryAnswer;
  /** What its error says; all rows come where it is not set. */
  readonly says?: RegExp;
  readonly pageSize?: number;
  /** Calls at most; 12 when not set. */
  readonly calls?: number;
}

const days = (rows: readonly SalesRow[]): MemoryAnswer => ({ data: nested(rows) });
const from = (rows: readonly SalesRow[], { start, most }: Asked) => rows.slice(start, start + most);
const refusal = (status: number, message: string, headers?: Record<string, string>): MemoryAnswer => ({
  status,
  data: { statusCode: status, message },
  ...(headers === undefined ? {} : { headers }),
});
const firstOf = (rows: readonly SalesRow[], field: 'salesDate' | 'storeId') =>
  rows.slice(
    0,
    [...rows, undefined].findIndex((row) => row?.[field] !== rows[0]?.[field]),
  );
const shuffled = (rows: readonly SalesRow[], step: number) =>
  rows.toSorted(
    (one, other) =>
      ((Number(one.productId) * 7919 * step) % 101) - ((Number(other.productId) * 7919 * step) % 101),
  );

const ODD_SALES: Readonly<Record<string, Odd>> = {
  'cuts its pages at a day': { answer: (asked) => days(firstOf(from(SALES, asked), 'salesDate')) },
  'cuts its pages at a store': { answer: (asked) => days(firstOf(from(SALES, asked), 'storeId')), calls: 24 },
  'gives one row a call': {
    answer: (asked) => days(from(SALES.slice(0, 10), { ...asked, most: 1 })),
    calls: 40,
  },
  'ignores maxResults': { answer: (asked) => days(SALES.slice(asked.start)), pageSize: 40 },
  'refuses an offset at the end with 400': {
    answer: (asked) => (asked.start >= SALES.length ? refusal(400, 'start') : days(from(SALES, asked))),
  },
  'answers an offset at the end with 404': {
    answer: (asked) => (asked.start >= SALES.length ? refusal(404, 'No rows') : days(from(SALES, asked))),
    says: /status 404.*No rows/,
  },
  'answers an offset at the end with 204': {
    answer: (asked) =>
      asked.start >= SALES.length ? { status: 204, data: '', text: '' } : days(from(SALES, asked)),
    says: /status 204/,
  },
  'answers an offset at the end with an empty body': {
    answer: (asked) => (asked.start >= SALES.length ? { data: '', text: '' } : days(from(SALES, asked))),
    says: /stops in the middle, after 0 bytes/,
  },
  'answers an offset at the end with null': {
    answer: (asked) => (asked.start >= SALES.length ? { data: null } : days(from(SALES, asked))),
    says: /an array of days was expected/,
  },
  'ignores start': {
    answer: () => days(SALES),
    says: /the data changed.*is now 2026-11-01, store 10, product 1/,
  },
  'counts start from one': {
    answer: (asked) => days(from(SALES, { ...asked, start: Math.max(0, asked.start - 1) })),
    pageSize: 100,
    says: /the data changed.*the last row was/,
  },
  'counts pages by start': {
    answer: (asked) => days(SALES.slice(asked.start * 100, asked.start * 100 + 100)),
    pageSize: 100,
    says: /the data changed.*is gone/,
  },
  'skips days by start': {
    answer: (asked) => days(SALES.slice(asked.start * 100)),
    says: /the data changed.*is gone/,
  },
  'gives the newest day first': {
    answer: (asked) =>
      days(
        from(
          SALES.toSorted((one, other) => other.salesDate.localeCompare(one.salesDate)),
          asked,
        ),
      ),
    pageSize: 70,
  },
  'keeps an order of its own': { answer: (asked) => days(from(shuffled(SALES, 3), asked)), pageSize: 90 },
  'has another order in each call': {
    answer: (asked) => days(from(shuffled(SALES, asked.call + 1), asked)),
    pageSize: 90,
    says: /the data changed/,
  },
  'gets a sale at its beginning between two calls': {
    answer: (asked) => days(from(asked.call === 0 ? SALES : [saleOf(1, 5, 1), ...SALES], asked)),
    pageSize: 90,
    says: /the data changed/,
  },
  'loses its last sale between two calls': {
    answer: (asked) => days(from(asked.call === 0 ? SALES : SALES.slice(0, -1), asked)),
    says: /the last row, 2026-11-03, store 20, product 50, is gone/,
  },
  'is behind Azure, which reports more than 120 rows as 500 after two minutes': {
    answer(asked) {
      if (asked.most <= 120) return days(from(SALES, asked));
      asked.takes(120_000);
      return refusal(500, 'Internal server error');
    },
  },
  'is behind Azure, and always too slow': {
    answer(asked) {
      asked.takes(230_000);
      return refusal(500, 'Internal server error');
    },
    says: /could not answer \(500\).*Internal server error/,
    calls: 6,
  },
  'is behind a gateway that resets what takes a minute': {
    answer(asked) {
      if (asked.most <= 60_000) return days(from(SALES, asked));
      asked.takes(60_000);
      throw new TransportFailure('interrupted', 'ECONNRESET');
    },
  },
  'is behind a gateway that gives 502 for every second call': {
    answer: (asked) => (asked.call % 2 === 0 ? refusal(502, 'Bad gateway') : days(from(SALES, asked))),
    pageSize: 100,
    calls: 16,
  },
  'is behind a gateway that gives 504 above 1,000 rows': {
    answer: (asked) => (asked.most > 1_000 ? refusal(504, 'Timeout') : days(from(SALES, asked))),
    calls: 16,
  },
  'finds 5,000 rows too much': {
    answer: (asked) =>
      asked.most > 1_000 ? refusal(400, 'maxResults is at most 1000') : days(from(SALES, asked)),
    pageSize: 5_000,
    says: /maxResults is at most 1000/,
    calls: 1,
  },
  'calls 300 rows too large with 413': {
    answer: (asked) => (asked.most > 100 ? refusal(413, 'Too large') : days(from(SALES, asked))),
    says: /status 413.*Too large/,
    calls: 1,
  },
  'is in maintenance and says so with 200': {
    answer: () => ({ data: '', text: 'In maintenance until 10:00.' }),
    says: /It said: "In maintenance until 10:00."/,
    calls: 1,
  },
  'shows a sign-in page': {
    answer: () => ({ data: '', text: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }),
    says: /content type "text\/html" instead of JSON/,
    calls: 1,
  },
  'wraps its list': {
    answer: (asked) => ({ data: { value: nested(from(SALES, asked)) } }),
    says: /an array of days was expected/,
    calls: 1,
  },
  'cuts each answer in its middle': {
    answer(asked) {
      const text = JSON.stringify(nested(from(SALES, asked)));
      return { data: '', text: text.slice(0, Math.max(2, text.length / 2)) };
    },
    says: /stops in the middle/,
    calls: 40,
  },
};

const products = (rows: readonly unknown[], total?: number | string): MemoryAnswer => ({
  data: rows,
  ...(total === undefined ? {} : { headers: { 'x-total-count': String(total) } }),
});
const page = ({ request }: Asked, most = Number.POSITIVE_INFINITY) => pageOf(STOCK, request).slice(0, most);

const ODD_STOCK: Readonly<Record<string, Odd>> = {
  'counts the rows of the page': { answer: (asked) => products(page(asked, 100), page(asked, 100).length) },
  'says 250 of 300': { answer: (asked) => products(page(asked, 100), 250) },
  'says 0 of 300': { answer: (asked) => products(page(asked), 0) },
  'says 400 of 300': {
    answer: (asked) => products(page(asked), 400),
    says: /the header x-total-count says 400, and 300 of 400 rows came/,
  },
  'says 400 of 300 and gives 100 at most': {
    answer: (asked) => products(page(asked, 100), 400),
    says: /the header x-total-count says 400, and 300 of 400 rows came/,
  },
  'says more in each call': {
    answer: (asked) => products(page(asked, 100), 300 + asked.call),
    says: /the header x-total-count said 300 and now says 301/,
  },
  'says a word in place of a total': { answer: (asked) => products(page(asked), 'many') },
  'has no total and gives 100 at most': { answer: (asked) => products(page(asked, 100)) },
  'has no total and gives 3 at most': {
    answer: (asked) => products(page(asked, 3)),
    says: /40 calls were made and more are needed/,
    calls: 40,
  },
  'has a total and gives 3 at most': {
    answer: (asked) => products(page(asked, 3), 300),
    says: /the other 295 would take 148 calls/,
    calls: 2,
  },
  'finds more than 50 too much': {
    answer: (asked) =>
      Number.isFinite(asked.most) && asked.most > 50
        ? refusal(400, 'maxResults')
        : products(page(asked, 50), 300),
  },
  'lists a product twice alike': {
    answer: ({ start }) => products([...STOCK, ...STOCK.slice(0, 3)].slice(start)),
  },
  'lists a product twice with other figures': {
    answer: () => products([...STOCK, { ...STOCK[0], stock: 9 }]),
    says: /product 1 comes twice, with different figures \(stock 5 and 9\)/,
    calls: 1,
  },
  'gives its whole list whatever is asked': { answer: () => products(STOCK), says: /the data changed/ },
  'throttles one call': {
    answer: (asked) =>
      asked.call === 0
        ? refusal(429, 'Rate limit is exceeded. Try again in 5 seconds.', { 'retry-after': '5' })
        : products(page(asked), 300),
  },
  'is out of quota for days': {
    answer: () => refusal(403, 'Out of call volume quota. Quota will be replenished in 5.03:23:11.'),
    says: /the quota of the subscription is used up \(403\)/,
    calls: 1,
  },
  'is behind a firewall': {
    answer: () => ({
      status: 403,
      data: '',
      text: '<html>Blocked</html>',
      headers: { 'content-type': 'text/html' },
    }),
    says: /something before the service, such as a firewall/,
    calls: 1,
  },
  'has one product without stock figures': {
    answer: (asked) => products([...page(asked), { ...STOCK[0], productId: 'x', stock: null }]),
    says: /\[300\]\.stock is not set \(expected (int|number)\), in product x/,
    calls: 1,
  },
};

async function meet({ answer, pageSize, says, calls = 12 }: Odd, kind: 'sales' | 'stock') {
  const clock = createJumpingClock();
  let made = 0;
  const client = createMemoryClient(
    (request, call) => {
      made += 1;
      const most = Number(request.query.maxResults ?? Number.POSITIVE_INFINITY);
      const takes = (milliseconds: number) => void clock.sleep(milliseconds);
      return answer({ request, call, start: Number(request.query.start ?? 0), most, takes });
    },
    { clock },
  );
  const read =
    kind === 'sales'
      ? client.dailySales({}, { pageSize }).toArray()
      : client.accumulatedStock({}, { pageSize }).toArray();
  const came: unknown = await read.catch((error: unknown) => error);
  expect(made).toBeLessThanOrEqual(calls);
  if (says !== undefined) {
    expect(came).toBeInstanceOf(Error);
    expect(String(came)).toMatch(says);
    return [];
  }
  if (!Array.isArray(came)) throw came;
  return came;
}

test.each(Object.entries(ODD_SALES))('a service of sales that %s', async (name, odd) => {
  const keyOf = ({ salesDate, storeId, productId }: SalesRow) => `${salesDate} ${storeId} ${productId}`;
  const came: SalesRow[] = await meet(odd, 'sales');
  const wanted = name === 'gives one row a call' ? SALES.slice(0, 10) : SALES;
  if (odd.says === undefined) expect(came.map(keyOf).toSorted()).toEqual(wanted.map(keyOf).toSorted());
});

test.each(Object.entries(ODD_STOCK))('a service of stock that %s', async (_, odd) => {
  const came: ProductStock[] = await meet(odd, 'stock');
  if (odd.says === undefined) expect(came).toEqual(STOCK);
});
