import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExample } from '../../../tools/n8n/examples.ts';
import { changedSince } from '../../support/workflows/expected.ts';
import { type ActiveServer, openActiveServer } from './activeServer.ts';
import { openExampleDatabase, POSTGRES } from './exampleDatabase.ts';

/** The examples of databases in real n8n, for a supplier of 10,000 products: a day is far longer than n8n's nodes like. */
const SALES = 'sales-to-postgres.json';
const STOCK = 'daily-stock-history.json';
/** A Tuesday. */
const DAY = '2026-11-17';

let n8n: ActiveServer;
let database: Awaited<ReturnType<typeof openExampleDatabase>>;
beforeAll(async () => {
  database = await openExampleDatabase();
  n8n = await openActiveServer(DAY, {
    credentials: [database.credential],
    service: { stores: 7, products: 10_000 },
    examples: () =>
      [SALES, STOCK].map((file) => storedExample(idOf(file), readExample(file), { postgres: POSTGRES })),
  });
});
afterAll(async () => {
  await n8n?.close();
  await database?.close();
});

/** Publishing asks at once, at one in the afternoon; a poll that n8n has no time for is left to the next one. */
async function runOf(file: string): Promise<void> {
  await n8n.activate(file);
  await vi.waitFor(
    async () => {
      const runs = await n8n.executionsOf(file);
      expect(
        runs.map(({ status }) => status),
        file,
      ).toContain('success');
    },
    { timeout: 900_000, interval: 1_000 },
  );
}

test('every sale of eight days is written, each day over 27,000', async () => {
  await runOf(SALES);
  const { truth } = n8n.world.sandbox;
  const perDay = new Map<string, { rows: number; millilitres: number }>();
  for (const { salesDate, millilitres } of changedSince(truth, truth.latestSalesDate(), '2026-11-09')) {
    const day = perDay.get(salesDate) ?? { rows: 0, millilitres: 0 };
    perDay.set(salesDate, { rows: day.rows + 1, millilitres: day.millilitres + millilitres });
  }
  expect(perDay.get('2026-11-16')?.rows).toBeGreaterThan(27_000);
  const { rows } = await database.client.query(
    'select sales_date::text as day, count(*)::int as rows, (sum(sales_volume) * 1000)::float8 as millilitres from daily_sales group by 1',
  );
  const written = rows.map(({ day, ...sums }) => [day, sums]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(perDay));
});

test('the stock of 20,000 products is written', async () => {
  await runOf(STOCK);
  const stock = n8n.world.sandbox.truth.stock();
  expect(stock).toHaveLength(20_000);
  const { rows } = await database.client.query(
    'select count(*)::int as products, sum(stock)::int as units, sum(stores_with_stock)::int as placements from stock_history',
  );
  const sum = (of: (product: (typeof stock)[number]) => number) =>
    stock.reduce((total, product) => total + of(product), 0);
  expect(rows).toEqual([
    {
      products: 20_000,
      units: sum(({ stock: units }) => units),
      placements: sum(({ numberOfStoresWithStock }) => numberOfStoresWithStock),
    },
  ]);
});
