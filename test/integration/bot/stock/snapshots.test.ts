import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { replaceProducts } from '../../../../bot/products/heldProducts.ts';
import {
  findLevels,
  hasSnapshot,
  latestSnapshot,
  readLevels,
  saveSnapshot,
} from '../../../../bot/stock/snapshots.ts';
import {
  addOwnProducts,
  newDatabaseFile,
  openTestDatabase,
  stockRow,
} from '../../../support/bot/databases.ts';

const DAY = '2026-11-20';

test('keeps zero stock and leading zeros, in the order of product numbers', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(
    database,
    DAY,
    [stockRow('90210', 5), stockRow('00345', 0), stockRow('1101', 12), stockRow('345', 2)],
    7,
  );
  const levels = await readLevels(database, DAY, 'all');
  expect(levels.map(({ productId, stock }) => [productId, stock])).toEqual([
    ['00345', 0],
    ['345', 2],
    ['1101', 12],
    ['90210', 5],
  ]);
  expect(await latestSnapshot(database)).toEqual({ businessDate: DAY, takenAt: 7, products: 4 });
});

test('finds products with and without their leading zeros', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, DAY, [stockRow('00345', 3), stockRow('1101', 12)], 7);
  const found = async (ids: string[]) => (await findLevels(database, DAY, ids)).map((each) => each.productId);
  expect(await found(['345'])).toEqual(['00345']);
  expect(await found(['00000345'])).toEqual(['00345']);
  expect(await found(['01101', '1101'])).toEqual(['1101']);
  expect(await found(['3450'])).toEqual([]);
});

test('"mine" is what one has sold oneself, and what one\'s product list has', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, DAY, [stockRow('00345', 3), stockRow('1101', 12)], 7);
  expect(await readLevels(database, DAY, 'mine')).toEqual([]);
  await addOwnProducts(database, ['00345', '777']);
  const mine = async () => (await readLevels(database, DAY, 'mine')).map((each) => each.productId);
  expect(await mine()).toEqual(['00345']);
  const list = ['1101', '345', '4711'].map((id) => ({ id, name: 'Ale', group: '' }));
  await replaceProducts(database, list, { fileName: 'list.csv', takenBy: 'U1', takenAt: 1 });
  expect(await mine()).toEqual(['00345', '1101']);
});

describe('a snapshot that is taken again', () => {
  test('replaces the old one whole: what is gone is gone', async () => {
    const database = await openTestDatabase();
    await saveSnapshot(database, DAY, [stockRow('1101', 12), stockRow('90210', 5)], 1);
    await saveSnapshot(database, DAY, [stockRow('1101', 11)], 2);
    expect((await readLevels(database, DAY, 'all')).map((each) => [each.productId, each.stock])).toEqual([
      ['1101', 11],
    ]);
    expect(await latestSnapshot(database)).toMatchObject({ takenAt: 2, products: 1 });
  });

  test('leaves the old one when a row of the new one does not go in', async () => {
    const database = await openTestDatabase();
    await saveSnapshot(database, DAY, [stockRow('1101', 12), stockRow('90210', 5)], 1);
    const many = Array.from({ length: 2_500 }, (_, at) => stockRow(String(at), at));
    await expect(saveSnapshot(database, DAY, [...many, stockRow('7', 1)], 2)).rejects.toThrow(
      /product 7 twice/,
    );
    expect(await readLevels(database, DAY, 'all')).toHaveLength(2);
    expect(await latestSnapshot(database)).toMatchObject({ takenAt: 1, products: 2 });
    await expect(saveSnapshot(database, '2026-11-21', [...many, stockRow('7', 1)], 2)).rejects.toThrow();
    expect(await hasSnapshot(database, '2026-11-21')).toBe(false);
  });

  test('leaves the old one when the process ends in the middle of writing', async () => {
    const file = newDatabaseFile();
    const database = await openTestDatabase(file);
    await saveSnapshot(database, DAY, [stockRow('1101', 12)], 1);
    // What a killed process leaves behind: a transaction that was begun, and never ended.
    const killed = new DatabaseSync(file);
    killed.exec(
      `begin immediate; update stock_sheet set levels = x'00'; update stock_snapshot set products = 0`,
    );
    const reader = await openTestDatabase(file);
    expect(await readLevels(reader, DAY, 'all')).toHaveLength(1);
    killed.close();
    expect(await readLevels(database, DAY, 'all')).toHaveLength(1);
    expect(await latestSnapshot(database)).toMatchObject({ products: 1 });
  });
});

test('five thousand products go in and come out', async () => {
  const database = await openTestDatabase();
  const rows = Array.from({ length: 5_000 }, (_, at) => stockRow(String(at).padStart(8, '0'), at));
  await saveSnapshot(database, DAY, rows, 1);
  const levels = await readLevels(database, DAY, 'all');
  expect(levels).toHaveLength(5_000);
  expect(levels.at(-1)).toMatchObject({ productId: '00004999', stock: 4_999 });
});

test('the newest snapshot, and the one before a day', async () => {
  const database = await openTestDatabase();
  expect(await latestSnapshot(database)).toBeUndefined();
  for (const day of ['2026-11-18', '2026-11-20', '2026-11-19']) await saveSnapshot(database, day, [], 1);
  expect((await latestSnapshot(database))?.businessDate).toBe('2026-11-20');
  expect((await latestSnapshot(database, '2026-11-20'))?.businessDate).toBe('2026-11-19');
  expect(await latestSnapshot(database, '2026-11-18')).toBeUndefined();
});
