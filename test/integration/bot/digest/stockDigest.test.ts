import { expect, test } from 'vitest';
import { createStockDigestReader } from '../../../../bot/digest/figures.ts';
import type { DigestList } from '../../../../bot/digest/stockDigest.ts';
import type { MeanSales, SalesReader } from '../../../../bot/warehouse/salesReader.ts';
import { saveSnapshot } from '../../../../bot/warehouse/stockSnapshots.ts';
import { addOwnProducts, openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { readerOfSales } from '../../../support/bot/digest/salesDouble.ts';
import { calendar } from '../../../support/bot/time.ts';

const ids = ({ top }: DigestList) => top.map(({ productId }) => productId);

async function open(sales: SalesReader = readerOfSales({})) {
  const database = await openTestDatabase();
  const save = (day: string, stock: Record<string, number>) =>
    saveSnapshot(
      database,
      day,
      Object.entries(stock).map(([id, units]) => stockRow(id, units, { updatedDate: day })),
      Date.parse(`${day}T07:31:00Z`),
    );
  return { database, save, reader: createStockDigestReader({ database, sales, calendar }) };
}

const DAY = '2026-11-20';
const ALL = { businessDate: DAY, scope: 'all' } as const;

test('there is none of a day that is not held', async () => {
  const { save, reader } = await open();
  await save('2026-11-19', { 1: 1 });
  expect(await reader.stockDigest(ALL)).toBeUndefined();
});

test('it says what is out, what fell and what came back since the day before, and sums of a week ago', async () => {
  const { save, reader } = await open();
  await save('2026-11-13', { 1: 50, 2: 50 });
  await save('2026-11-19', { 1: 10, 2: 10, 3: 0, 4: 100, 5: 7, 6: 0 });
  await save(DAY, { 1: 0, 2: 4, 3: 8, 4: 50, 5: 7, 6: 0, 7: 3 });
  await save('2026-11-21', { 1: 999 });
  const digest = await reader.stockDigest(ALL);
  expect(digest).toMatchObject({
    totals: { units: 72, products: 7, inStock: 5, mostStores: 3 },
    before: { businessDate: '2026-11-19', units: 127 },
    weekAgo: { businessDate: '2026-11-13', units: 100 },
    newlyOut: 1,
    changed: 4,
    updatedTime: '08:24:11',
  });
  if (digest === undefined) throw new Error('no digest');
  expect(ids(digest.out)).toEqual(['1', '6']);
  expect(ids(digest.falls)).toEqual(['4', '2']);
  expect(ids(digest.back)).toEqual(['3']);
  expect(digest.history.map(({ businessDate }) => businessDate)).toEqual(['2026-11-13', '2026-11-19', DAY]);
});

test('what does not last a week comes apart from what merely fell', async () => {
  const mean = (productId: string, quantity: number): MeanSales['products'][number] => ({
    productId,
    quantity,
    millilitres: 0,
    daysSold: 28,
    firstSold: '2026-10-23',
    lastSold: '2026-11-19',
  });
  const { save, reader } = await open(
    readerOfSales({ means: [mean('1', 56), mean('2', 56), mean('3', 28)] }),
  );
  await save('2026-11-19', { 1: 20, 2: 400, 3: 7 });
  await save(DAY, { 1: 10, 2: 300, 3: 6 });
  const digest = await reader.stockDigest(ALL);
  if (digest === undefined) throw new Error('no digest');
  expect(digest.low.top.map(({ productId, days }) => [productId, days])).toEqual([
    ['1', 5],
    ['3', 6],
  ]);
  expect(ids(digest.falls)).toEqual(['2']);
});

test('a product stands once, where it matters most: one that came back but does not last a week is low', async () => {
  const selling = ['1', '2', '3', '4'].map((productId) => ({
    productId,
    quantity: 28,
    millilitres: 0,
    daysSold: 28,
    firstSold: '2026-10-23',
    lastSold: '2026-11-19',
  }));
  const { save, reader } = await open(readerOfSales({ means: selling }));
  await save('2026-11-19', { 1: 0, 2: 0, 3: 9, 4: 50, 5: 0 });
  await save(DAY, { 1: 3, 2: 40, 3: 0, 4: 40, 5: 8 });
  const digest = await reader.stockDigest(ALL);
  if (digest === undefined) throw new Error('no digest');
  expect(ids(digest.out)).toEqual(['3']);
  expect(ids(digest.low)).toEqual(['1']);
  expect(ids(digest.falls)).toEqual(['4']);
  // Of the last nobody knows how long it lasts.
  expect(ids(digest.back)).toEqual(['2', '5']);
});

test('it is of own products; of all, and says so, while nobody knows which these are; or of those that were chosen', async () => {
  const { database, save, reader } = await open();
  await save(DAY, { 1: 1, 2: 2, 3: 4 });
  const mine = { businessDate: DAY, scope: 'mine' } as const;
  expect(await reader.stockDigest(mine)).toMatchObject({
    scope: 'all',
    ownUnknown: true,
    totals: { units: 7 },
  });
  await addOwnProducts(database, ['1', '2']);
  expect(await reader.stockDigest(mine)).toMatchObject({
    scope: 'mine',
    ownUnknown: false,
    totals: { units: 3 },
  });
  const chosen = { ...mine, productIds: ['0003'] };
  expect(await reader.stockDigest(chosen)).toMatchObject({ scope: 'chosen', totals: { units: 4 } });
  expect(await reader.stockDigestRows(chosen)).toMatchObject([{ productId: '3', stock: 4 }]);
});
