import { expect, test } from 'vitest';
import { type Chosen, EVERYTHING, NONE } from '../../../../bot/parse/selection.ts';
import { createSalesReader } from '../../../../bot/sales/queries.ts';
import { answerStock } from '../../../../bot/stock/answer.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import type { StockFigures } from '../../../../bot/stock/question.ts';
import { createStockReader, type StockReader } from '../../../../bot/stock/reader.ts';
import { addOwnProducts, openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';

const directory = { all: async () => [], stored: () => undefined, refresh: async () => {} };

async function openStock() {
  const database = await openTestDatabase();
  const save = (day: string, ...rows: ReturnType<typeof stockRow>[]) => saveSnapshot(database, day, rows, 1);
  await save('2026-11-12', stockRow('00345', 7), stockRow('1101', 20));
  await save('2026-11-19', stockRow('00345', 3), stockRow('1101', 12), stockRow('4711', 1));
  await save(
    '2026-11-20',
    ...[stockRow('00345', 0), stockRow('1101', 12), stockRow('90210', 5), stockRow('777777', 9)],
  );
  await addOwnProducts(database, ['00345', '1101', '90210']);
  return readerOf(database);
}

const answerTo = (stock: StockReader, question: StockFigures, seesSales: boolean, most: number) =>
  answerStock(
    { stock, directory, idsNamed: (_, { words }) => (words === 'gin' ? GIN : []) },
    question,
    seesSales,
    most,
  );
const GIN = ['345', '90210', '123'];

function readerOf(database: Awaited<ReturnType<typeof openTestDatabase>>) {
  const sales = createSalesReader(database, calendar);
  return createStockReader(database, sales, calendar);
}

const all = (kind: 'out' | 'changes', scope: 'mine' | 'all', product: Chosen = NONE) =>
  ({ command: 'stock', kind, scope, selection: { ...EVERYTHING, product } }) as const;

test('stock below zero is out', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', -2), stockRow('4711', 1)], 1);
  const answer = await answerTo(readerOf(database), all('out', 'all'), true, 100);
  expect(answer?.rows.map(({ productId }) => productId)).toEqual(['1101']);
});

const named = (words: string) => ({ kind: 'name', words }) as const;

test('a list is narrowed to numbers and names, and only numbers that are missing are said', async () => {
  const of = { ids: ['1101', '5'], names: [named('gin')] };
  const answer = await answerTo(await openStock(), all('out', 'mine', of), true, 100);
  expect(answer?.rows.map(({ productId }) => productId)).toEqual(['00345']);
  expect([answer?.totals.products, answer?.unknown, answer?.question]).toEqual([
    3,
    ['5'],
    all('out', 'mine', of),
  ]);
  const changes = await answerTo(await openStock(), all('changes', 'mine', of), true, 100);
  expect([changes?.rows.length, changes?.appeared, changes?.gone.count]).toEqual([
    1,
    { count: 1, first: ['90210'] },
    0,
  ]);
});

test('a list of products none of which is in the stock is refused, and so is a name that is gone', async () => {
  const narrowed = async (of: Chosen) => answerTo(await openStock(), all('out', 'mine', of), true, 100);
  await expect(narrowed({ ids: ['5'], names: [] })).rejects.toMatchObject({
    message: "Product 5 isn't in the stock list for Fri 20 Nov 2026.",
  });
  await expect(narrowed({ ids: [], names: [named('rum')] })).rejects.toMatchObject({
    corrected: '/stock help',
  });
});

test('fewer units than a number, fewest first', async () => {
  const fewer = { ...all('out', 'all'), kind: 'fewer', units: 9 } as const;
  const answer = await answerTo(await openStock(), fewer, false, 100);
  expect(answer?.rows.map(({ productId }) => productId)).toEqual(['00345', '90210']);
});
