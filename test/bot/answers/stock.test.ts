import { expect, test } from 'vitest';
import { answerStock } from '../../../bot/answers/stock.ts';
import { saveSnapshot } from '../../../bot/warehouse/stockSnapshots.ts';
import { mistakeOf } from '../grammar/mistakeOf.ts';
import { addOwnProducts, openTestDatabase, stockRow } from '../support/databases.ts';

async function openStock() {
  const database = await openTestDatabase();
  await saveSnapshot(
    database,
    '2026-11-20',
    [stockRow('00345', 0), stockRow('1101', 12), stockRow('90210', 5), stockRow('777777', 9)],
    1,
  );
  await addOwnProducts(database, ['00345', '1101', '90210']);
  return database;
}

const products = (productIds: string[]) => ({ kind: 'products', productIds }) as const;

test('there is no answer before there is any stock', async () => {
  expect(await answerStock(await openTestDatabase(), { kind: 'overview', scope: 'all' })).toBeUndefined();
});

test('the overview and the list of what is out keep to their scope', async () => {
  const database = await openStock();
  const ids = async (kind: 'overview' | 'out', scope: 'mine' | 'all') =>
    (await answerStock(database, { kind, scope }))?.levels.map((level) => level.productId);
  expect(await ids('overview', 'mine')).toEqual(['00345', '1101', '90210']);
  expect(await ids('overview', 'all')).toEqual(['00345', '1101', '90210', '777777']);
  expect(await ids('out', 'mine')).toEqual(['00345']);
});

test('products are found without their zeros, and those that are missing are named', async () => {
  const answer = await answerStock(await openStock(), products(['345', '5', '777777']));
  expect(answer?.levels.map((level) => level.productId).toSorted()).toEqual(['00345', '777777']);
  expect(answer?.unknown).toEqual(['5']);
});

async function mistaken(productIds: string[]): Promise<[string, string]> {
  const database = await openStock();
  let error: unknown;
  await answerStock(database, products(productIds)).catch((caught: unknown) => {
    error = caught;
  });
  return mistakeOf(() => {
    throw error;
  });
}

test.each([
  [['1102'], 'Product 1102 is not in the stock of 2026-11-20.', '/stock 1101'],
  [['346'], 'Product 346 is not in the stock of 2026-11-20.', '/stock 00345'],
  [['90201'], 'Product 90201 is not in the stock of 2026-11-20.', '/stock 90210'],
  [['5', '6'], 'None of the products 5, 6 is in the stock of 2026-11-20.', '/stock 00345'],
])('%j is answered with the nearest own product', async (ids, sentence, corrected) => {
  expect(await mistaken(ids)).toEqual([sentence, corrected]);
});
