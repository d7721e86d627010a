import { expect, test } from 'vitest';
import { readFigures } from '../../../bot/digest/figures.ts';
import { saveSnapshot } from '../../../bot/warehouse/stockSnapshots.ts';
import { addOwnProducts, openTestDatabase, stockRow } from '../support/databases.ts';

const ids = (levels: readonly { productId: string }[] | undefined) =>
  levels?.map(({ productId }) => productId);

test('there are none without a snapshot of that very day', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, '2026-11-19', [stockRow('1101', 1)], 1);
  expect(await readFigures(database, '2026-11-20')).toBeUndefined();
});

test('they are of own products, and compare with the snapshot before, however old', async () => {
  const database = await openTestDatabase();
  await addOwnProducts(database, ['1', '2', '3', '4', '5', '6']);
  const before = [
    ['1', 10],
    ['2', 10],
    ['3', 0],
    ['4', 100],
    ['5', 7],
    ['99', 1],
  ] as const;
  const after = [
    ['1', 0],
    ['2', 4],
    ['3', 8],
    ['4', 50],
    ['5', 7],
    ['6', 3],
    ['99', 1_000],
  ] as const;
  await saveSnapshot(
    database,
    '2026-11-16',
    before.map(([id, stock]) => stockRow(id, stock)),
    1,
  );
  await saveSnapshot(
    database,
    '2026-11-20',
    after.map(([id, stock]) => stockRow(id, stock)),
    2,
  );

  const figures = await readFigures(database, '2026-11-20');
  expect(figures).toMatchObject({ businessDate: '2026-11-20', scope: 'mine', totalStock: 72 });
  expect(ids(figures?.levels)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(ids(figures?.outOfStock)).toEqual(['1']);
  const previous = figures?.previous;
  expect(previous).toMatchObject({ businessDate: '2026-11-16', totalStock: 127 });
  expect(ids(previous?.newlyOut)).toEqual(['1']);
  expect(ids(previous?.backInStock)).toEqual(['3']);
  expect(ids(previous?.falls)).toEqual(['4', '2']);
});

test('a later snapshot does not reach back', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, '2026-11-20', [stockRow('1', 1)], 1);
  await saveSnapshot(database, '2026-11-21', [stockRow('1', 9)], 1);
  expect(await readFigures(database, '2026-11-20')).toMatchObject({ totalStock: 1, previous: undefined });
});

test('while own sales show nothing they are of all products', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, '2026-11-20', [stockRow('1', 1), stockRow('2', 0)], 1);
  expect(await readFigures(database, '2026-11-20')).toMatchObject({ scope: 'all', totalStock: 1 });
});
