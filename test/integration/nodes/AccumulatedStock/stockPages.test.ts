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
  return { ...outcome, starts };
}

test('a product that goes between two pages ends the read with what to do, and gives no half result', async () => {
  const { error, status, items, starts } = await readStock([
    { from: 1, rows: 3 },
    { from: 4, rows: 3 },
  ]);
  expect(status).toBe('error');
  expect(error?.message).toContain('the last row was product 3 and is now product 4');
  expect(error?.description).toContain('Read again');
  expect(items).toEqual([]);
  expect(starts).toEqual([null, '2']);
});

test('no product at all is an empty result, not an item', async () => {
  const { status, items, hints } = await readStock([{ from: 0, rows: 0, total: 0 }]);
  expect(status).toBe('success');
  expect(items).toEqual([]);
  expect(hints[0]?.message).toBe('No product is in stock.');
  expect(hints[1]?.message).toContain('this run needed 1 call; 19 calls left');
});
