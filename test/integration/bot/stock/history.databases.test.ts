import fc from 'fast-check';
import type { ProductStock } from 'retail-data-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { createStockHistory } from '../../../../bot/stock/history.ts';
import { readSnapshots, saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';

const DAY = '2026-11-20';

const rowsOf = (stock: ReadonlyMap<number, number>): ProductStock[] =>
  [...stock].map(([id, units]) => stockRow(String(id), units));

describe.each(DATABASE_PLACES)('the history of one product in $name', ({ open }) => {
  const place = usePlace(open);
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(await place.fresh());
    return () => database.destroy();
  });

  test('is what each day has of it, for any days and any product', async () => {
    // Numbers close together and far apart, so that a product is in the first, a middle, the last or no part of a day.
    const id = fc.oneof(fc.nat(2_000), fc.nat(999_999_999));
    const stockOfDay = fc.uniqueArray(fc.tuple(id, fc.integer({ min: -5, max: 100_000 })), {
      selector: ([product]) => product,
      maxLength: 1_200,
      size: 'max',
    });
    const days = fc.array(stockOfDay, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(days, fc.array(id, { maxLength: 5 }), async (stocks, others) => {
        const held = stocks.map((stock, at) => [calendar.addDays(DAY, at), new Map(stock)] as const);
        await database.deleteFrom('stock_snapshot').execute();
        for (const [day, stock] of held) await saveSnapshot(database, day, rowsOf(stock), 1);
        const snapshots = (await readSnapshots(database)).toSorted((one, other) =>
          one.businessDate < other.businessDate ? -1 : 1,
        );
        const history = createStockHistory(database);
        const [first = []] = stocks;
        const some = [first[0], first[first.length >> 1], first.at(-1)].flatMap((each) => each?.[0] ?? []);
        for (const product of [...some, ...others]) {
          const expected = held.flatMap(([businessDate, stock]) => {
            const units = stock.get(product);
            if (units === undefined) return [];
            return [{ businessDate, stock: units, storesWithStock: units > 0 ? 3 : 0 }];
          });
          expect(await history.read(String(product), snapshots)).toEqual(expected);
          // Written with another number of zeros it is the same product.
          expect(await history.read(`00${product}`, snapshots)).toEqual(expected);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('follows a day that was taken again after the days were listed', async () => {
    const many = Array.from({ length: 900 }, (_, at) => [at * 7, at] as const);
    await saveSnapshot(database, DAY, rowsOf(new Map(many)), 1);
    const listed = await readSnapshots(database);
    const history = createStockHistory(database);
    expect(await history.read('700', listed)).toMatchObject([{ stock: 100 }]);
    await saveSnapshot(database, DAY, rowsOf(new Map([...many.slice(50), [1, 9]])), 2);
    expect(await history.read('700', listed)).toMatchObject([{ stock: 100 }]);
    expect(await history.read('1', listed)).toMatchObject([{ stock: 9 }]);
    expect(await history.read('0', listed)).toEqual([]);
  });

  test('leaves out a day that was forgotten meanwhile', async () => {
    await saveSnapshot(database, DAY, rowsOf(new Map([[1, 5]])), 1);
    const listed = await readSnapshots(database);
    await database.deleteFrom('stock_snapshot').execute();
    await database.deleteFrom('stock_sheet').execute();
    expect(await createStockHistory(database).read('1', listed)).toEqual([]);
    expect(await createStockHistory(database).read('1', [])).toEqual([]);
  });
});

test('a day with more products than the first bytes can list is found all the same', async () => {
  const database = await openTestDatabase();
  const many = new Map(Array.from({ length: 200_000 }, (_, at) => [at * 3 + 1_000_000, at] as const));
  await saveSnapshot(database, DAY, rowsOf(many), 1);
  const days = await readSnapshots(database);
  const history = createStockHistory(database);
  for (const at of [0, 77_777, 199_999]) {
    expect(await history.read(String(at * 3 + 1_000_000), days)).toMatchObject([{ stock: at }]);
  }
  expect(await history.read('1000001', days)).toEqual([]);
});
