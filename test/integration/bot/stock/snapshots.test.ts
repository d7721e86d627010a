import { describe, expect, test } from 'vitest';
import type { Database } from '../../../../bot/database/connection.ts';
import { replaceProducts } from '../../../../bot/products/productListRepository.ts';
import {
  dropSnapshotsBefore,
  SnapshotDroppedError,
  saveSnapshot,
} from '../../../../bot/stock/import/snapshots.ts';
import { hasSnapshot, latestSnapshot, readProductIds } from '../../../../bot/stock/queries.ts';
import type { Scope } from '../../../../bot/stock/question.ts';
import {
  addOwnProducts,
  newDatabaseFile,
  openTestDatabase,
  stockRow,
  storedLevels,
  storedStockDays,
} from '../../../support/bot/databases.ts';

const DAY = '2026-11-20';

async function idsOf(database: Database, scope: Scope): Promise<readonly string[]> {
  const snapshot = await latestSnapshot(database);
  return snapshot === undefined ? [] : readProductIds(database, snapshot, scope);
}

test('keeps zero stock and leading zeros, in the order of product numbers, ids that are none last', async () => {
  const database = await openTestDatabase();
  const rows = [
    ...[stockRow('B-2', 1), stockRow('90210', 5), stockRow('00345', 0), stockRow('1101', 12)],
    ...[stockRow('345', 2), stockRow('A-10', -3), stockRow('1234567890123456', 4)],
  ];
  await saveSnapshot(database, DAY, rows, 7);
  const ids = ['00345', '345', '1101', '90210', '1234567890123456', 'A-10', 'B-2'];
  expect(await idsOf(database, 'all')).toEqual(ids);
  expect(await latestSnapshot(database)).toEqual({ businessDate: DAY, takenAt: 7, products: 7 });
  const stock = (await storedLevels(database, DAY)).map((level) => [level.productId, level.stock]);
  expect(new Map(rows.map((row) => [row.productId, row.stock]))).toEqual(
    new Map(stock as [string, number][]),
  );
});

test('keeps the time of an update as the service writes it, when it was on the day itself', async () => {
  const database = await openTestDatabase();
  const times = ['08:24:11', '8:24', '08:24:11.5', ''];
  const rows = times.map((updatedTime, at) => stockRow(String(at), 1, { updatedDate: DAY, updatedTime }));
  await saveSnapshot(database, DAY, [...rows, stockRow('9', 1, { updatedDate: '2026-11-19' })], 7);
  expect((await storedLevels(database, DAY)).map((level) => level.updatedTime)).toEqual([...times, null]);
});

test('"mine" is what one has sold oneself, and what one\'s product list has', async () => {
  const database = await openTestDatabase();
  await saveSnapshot(database, DAY, [stockRow('00345', 3), stockRow('1101', 12), stockRow('A-1', 1)], 7);
  expect(await idsOf(database, 'mine')).toEqual([]);
  await addOwnProducts(database, ['345', '777', 'A-1']);
  expect(await idsOf(database, 'mine')).toEqual(['00345', 'A-1']);
  const list = ['1101', '345', '4711'].map((id) => ({ id, name: 'Ale', group: '' }));
  await replaceProducts(database, list, { fileName: 'list.csv', importedBy: 'U1', importedAt: 1 });
  expect(await idsOf(database, 'mine')).toEqual(['00345', '1101', 'A-1']);
});

describe('a snapshot that is taken again', () => {
  test('replaces the old one whole: what is gone is gone, also from the tables', async () => {
    const database = await openTestDatabase();
    await saveSnapshot(database, DAY, [stockRow('1101', 12), stockRow('90210', 5)], 1);
    await saveSnapshot(database, DAY, [stockRow('1101', 11)], 2);
    expect(await storedLevels(database, DAY)).toMatchObject([{ productId: '1101', stock: 11 }]);
    expect(await latestSnapshot(database)).toMatchObject({ takenAt: 2, products: 1 });
    expect(await database.selectFrom('stock_level').select('product').execute()).toHaveLength(1);
    expect(await database.selectFrom('stock_generation').select('id').execute()).toHaveLength(1);
  });

  test('leaves the old one when a product is in the new one twice', async () => {
    const database = await openTestDatabase();
    await saveSnapshot(database, DAY, [stockRow('1101', 12), stockRow('90210', 5)], 1);
    const many = Array.from({ length: 2_500 }, (_, at) => stockRow(String(at), at));
    const twice = saveSnapshot(database, DAY, [...many, stockRow('7', 1)], 2);
    await expect(twice).rejects.toThrow(/product 7 twice/);
    await expect(twice).rejects.toBeInstanceOf(RangeError);
    expect(await storedLevels(database, DAY)).toHaveLength(2);
    expect(await latestSnapshot(database)).toMatchObject({ takenAt: 1, products: 2 });
    await expect(saveSnapshot(database, '2026-11-21', [...many, stockRow('7', 1)], 2)).rejects.toThrow();
    expect(await hasSnapshot(database, '2026-11-21')).toBe(false);
  });

  test('is seen whole or not at all while it is written, and by whoever has begun to read', async () => {
    const file = newDatabaseFile();
    const database = await openTestDatabase(file);
    const reader = await openTestDatabase(file);
    const rows = (stock: number) => Array.from({ length: 1_200 }, (_, at) => stockRow(String(at), stock));
    await saveSnapshot(database, DAY, rows(1), 1);
    const seen: string[] = [];
    const look = async () => {
      const levels = await storedLevels(reader, DAY);
      seen.push(`${levels.length} of ${[...new Set(levels.map(({ stock }) => stock))].join()}`);
    };
    await saveSnapshot(database, DAY, rows(2), 2, look);
    // Three pieces are written and then, with what an end costs, three deleted.
    expect(new Set(seen.slice(0, 3))).toEqual(new Set(['1200 of 1']));
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen.slice(3))).toEqual(new Set(['1200 of 2']));
  });

  test('leaves the old one when the process ends in the middle of writing, and the next one tidies up', async () => {
    const database = await openTestDatabase();
    await saveSnapshot(database, DAY, [stockRow('1101', 12)], 1);
    const many = Array.from({ length: 1_200 }, (_, at) => stockRow(String(at), at));
    const dies = () => Promise.reject(new Error('died'));
    await expect(saveSnapshot(database, DAY, many, 2, dies)).rejects.toThrow('died');
    expect(await storedLevels(database, DAY)).toMatchObject([{ stock: 12 }]);
    expect(await latestSnapshot(database)).toMatchObject({ products: 1 });
    await saveSnapshot(database, '2026-11-21', [stockRow('1101', 3)], 3);
    expect(await database.selectFrom('stock_level').select('product').execute()).toHaveLength(2);
  });

  test('is discarded, and says so, when another process took one in meanwhile', async () => {
    const database = await openTestDatabase();
    const meanwhile = () => saveSnapshot(database, DAY, [stockRow('1101', 5)], 2);
    const late = saveSnapshot(database, DAY, [stockRow('90210', 1)], 3, meanwhile);
    await expect(late).rejects.toBeInstanceOf(SnapshotDroppedError);
    expect(await storedLevels(database, DAY)).toMatchObject([{ productId: '1101', stock: 5 }]);
    await saveSnapshot(database, DAY, [stockRow('90210', 1)], 4);
    expect(await storedLevels(database, DAY)).toMatchObject([{ productId: '90210' }]);
  });

  test('is discarded also while the other process is still deleting it', async () => {
    const database = await openTestDatabase();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const late = saveSnapshot(database, DAY, [stockRow('90210', 1)], 3, () => released);
    const ended = late.catch(() => undefined);
    let pauses = 0;
    await saveSnapshot(database, DAY, [stockRow('1101', 5)], 2, async () => {
      pauses += 1;
      if (pauses === 1) return;
      release();
      await ended;
    });
    await expect(late).rejects.toBeInstanceOf(SnapshotDroppedError);
    expect(await storedLevels(database, DAY)).toMatchObject([{ productId: '1101', stock: 5 }]);
  });
});

test('what is older than it is kept for goes with its levels, but never the newest', async () => {
  const database = await openTestDatabase();
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
    await saveSnapshot(database, day, [stockRow('1', 1)], 1);
  }
  expect(await dropSnapshotsBefore(database, '2026-11-02')).toBe(1);
  expect(await dropSnapshotsBefore(database, '2027-01-01')).toBe(1);
  expect(await storedStockDays(database)).toEqual(['2026-11-03']);
  expect(await database.selectFrom('stock_level').select('product').execute()).toHaveLength(1);
});

test('the newest snapshot, and the one before a day', async () => {
  const database = await openTestDatabase();
  expect(await latestSnapshot(database)).toBeUndefined();
  for (const day of ['2026-11-18', '2026-11-20', '2026-11-19']) await saveSnapshot(database, day, [], 1);
  expect((await latestSnapshot(database))?.businessDate).toBe('2026-11-20');
  expect((await latestSnapshot(database, '2026-11-20'))?.businessDate).toBe('2026-11-19');
  expect(await latestSnapshot(database, '2026-11-18')).toBeUndefined();
});
