import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listenInTest } from '../../../support/listening.ts';
import { runNode } from '../../../support/nodes/run.ts';

const PAGE = 3;

interface Answer {
  readonly from: number;
  readonly rows: number;
  readonly total?: number;
}

function product(id: number) {
  return {
    productId: String(id),
    stock: id,
    numberOfStoresWithStock: 1,
    updatedDate: '2026-11-20',
    updatedTime: '08:30:00',
  };
}

/** Reads all stock in pages of three from a service that gives these answers, one after the other. */
async function readStock(answers: readonly Answer[]) {
  const starts: (string | null)[] = [];
  const server = createServer((request, response) => {
    starts.push(new URL(request.url ?? '', 'http://service').searchParams.get('start'));
    const { from, rows, total } = answers[starts.length - 1] ?? { from: 0, rows: 0 };
    response.setHeader('content-type', 'application/json');
    if (total !== undefined) response.setHeader('X-Total-Count', String(total));
    response.end(JSON.stringify(Array.from({ length: rows }, (_, index) => product(from + index))));
  });
  const port = await listenInTest(server);
  const outcome = await runNode({
    node: 'retailDataAccumulatedStock',
    credentials: { baseUrl: `http://127.0.0.1:${port}`, subscriptionKey: randomUUID() },
    parameters: { returnAll: true, options: { pageSize: PAGE, maxWait: 0 } },
  });
  return { ...outcome, starts, ids: outcome.json.map(({ productId }) => Number(productId)) };
}

test('a last page that is exactly full ends the read when the total says so', async () => {
  const { ids, starts } = await readStock([
    { from: 1, rows: 3, total: 6 },
    { from: 3, rows: 4, total: 6 },
  ]);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect(starts).toEqual([null, '2']);
});

test('without a total, a page without further rows and an empty one end it', async () => {
  const { ids, starts } = await readStock([
    { from: 1, rows: 3 },
    { from: 3, rows: 4 },
    { from: 6, rows: 1 },
    { from: 7, rows: 0 },
  ]);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect(starts).toEqual([null, '2', '5', '6']);
});

test('fewer rows than asked for are not the end: the next page begins with the last that came', async () => {
  const { ids, starts } = await readStock([
    { from: 1, rows: 2, total: 5 },
    { from: 2, rows: 4, total: 5 },
  ]);
  expect(ids).toEqual([1, 2, 3, 4, 5]);
  expect(starts).toEqual([null, '1']);
});

test.each<[string, Answer[], string]>([
  [
    'a page that comes twice',
    [
      { from: 1, rows: 3 },
      { from: 1, rows: 3 },
    ],
    'the last row was product 3 and is now product 1',
  ],
  [
    'a product that went, which no total tells',
    [
      { from: 1, rows: 3 },
      { from: 4, rows: 3 },
    ],
    'the last row was product 3 and is now product 4',
  ],
  [
    'a total that changes',
    [
      { from: 1, rows: 3, total: 9 },
      { from: 3, rows: 4, total: 10 },
    ],
    'the total changed from 9 to 10',
  ],
  [
    'pages that end before the total',
    [
      { from: 1, rows: 3, total: 6 },
      { from: 3, rows: 1, total: 6 },
      { from: 4, rows: 0, total: 6 },
    ],
    'the pages ended after 3 of 6 rows',
  ],
])('%s ends the read with what to do, and gives no half result', async (_, answers, message) => {
  const { error, status, items } = await readStock(answers);
  expect(status).toBe('error');
  expect(error?.message).toContain(message);
  expect(error?.description).toContain('Read again');
  expect(items).toEqual([]);
});

test('no product at all is an empty result, not an item', async () => {
  const { status, items, hints } = await readStock([{ from: 0, rows: 0, total: 0 }]);
  expect(status).toBe('success');
  expect(items).toEqual([]);
  expect(hints[0]?.message).toBe('No product is in stock.');
  expect(hints[1]?.message).toContain('this run needed 1 call; 19 calls left');
});
