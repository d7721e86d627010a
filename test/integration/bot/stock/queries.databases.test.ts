import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { createHeldStock } from '../../../../bot/stock/queries.ts';
import type { ChangeList } from '../../../../bot/stock/reader.ts';
import {
  dropSnapshotsBefore,
  latestSnapshot,
  readSnapshots,
  saveSnapshot,
} from '../../../../bot/stock/snapshots.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { addOwnProducts, stockRow } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';

/** Stock by product. */
type Day = Readonly<Record<string, number>>;

const TODAY = '2026-11-20';

async function save(database: Database, day: string, stock: Day): Promise<void> {
  await saveSnapshot(
    database,
    day,
    Object.entries(stock).map(([id, units]) => stockRow(id, units)),
    1,
  );
}

function named({ products }: ChangeList): readonly (readonly [string, number, number])[] {
  return products.map(({ productId, before, stock }) => [productId, before, stock]);
}

describe.each(DATABASE_PLACES)('stock held in $name', ({ open }) => {
  const place = usePlace(open);
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(await place.fresh());
    return () => database.destroy();
  });

  test('nothing held is no answer, and never zero', async () => {
    const held = createHeldStock(database, calendar);
    expect(await held.stockDays()).toEqual([]);
    expect(await held.stockLevels({ scope: 'all' })).toBeUndefined();
    expect(await held.comparedStock({ scope: 'all' })).toBeUndefined();
    expect(await held.stockChanges({ scope: 'all' })).toBeUndefined();
    expect(await held.stockTotals({ scope: 'all' })).toEqual([]);
    expect(await held.stockHistory({ productId: '1' })).toEqual([]);
    await save(database, TODAY, { '1': 3 });
    expect(await held.stockLevels({ scope: 'all', businessDate: '2026-11-19' })).toBeUndefined();
    expect(await held.stockChanges({ scope: 'all' })).toBeUndefined();
  });

  test('today stands beside the day before and a week ago, and a product that was not there has no figure', async () => {
    await save(database, '2026-11-13', { '00345': 9, '1101': 1 });
    await save(database, '2026-11-18', { '00345': 7, '1101': 2 });
    await save(database, TODAY, { '00345': 5, '1101': 3, '9': 4 });
    const held = createHeldStock(database, calendar);
    const answer = await held.comparedStock({ scope: 'all' });
    expect([answer?.dayBefore?.businessDate, answer?.weekAgo?.businessDate]).toEqual([
      '2026-11-18',
      '2026-11-13',
    ]);
    expect(
      answer?.products.map((each) => [each.productId, each.stock, each.dayBefore, each.weekAgo]),
    ).toEqual([
      ['9', 4, undefined, undefined],
      ['00345', 5, 7, 9],
      ['1101', 3, 2, 1],
    ]);
    const one = await held.comparedStock({ scope: 'mine', productIds: ['345'] });
    expect(one?.products.map((each) => each.productId)).toEqual(['00345']);
  });

  test('"a week ago" is no more than two weeks ago', async () => {
    await save(database, '2026-11-05', { '1': 1 });
    await save(database, TODAY, { '1': 2 });
    const held = createHeldStock(database, calendar);
    expect((await held.comparedStock({ scope: 'all' }))?.weekAgo).toBeUndefined();
    await save(database, '2026-11-06', { '1': 3 });
    expect((await held.comparedStock({ scope: 'all' }))?.weekAgo?.businessDate).toBe('2026-11-06');
  });

  test('each change is of one kind, the largest first, and the counts are of all', async () => {
    await save(database, '2026-11-19', { '1': 9, '2': 90, '3': 5, '4': 0, '5': 5, '6': 7, '7': 8, '8': 3 });
    await save(database, TODAY, { '1': 4, '2': 50, '3': 0, '4': 6, '5': 5, '7': 10, '8': 2, '99': 1 });
    const changes = await createHeldStock(database, calendar).stockChanges({ scope: 'all', largest: 2 });
    expect(changes?.falls.count).toBe(3);
    expect(named(changes?.falls ?? { count: 0, products: [] })).toEqual([
      ['2', 90, 50],
      ['1', 9, 4],
    ]);
    expect(changes?.newlyOut.products.map((each) => each.productId)).toEqual(['3']);
    expect(changes?.backInStock.products.map((each) => each.productId)).toEqual(['4']);
    expect(changes?.rises.products.map((each) => each.productId)).toEqual(['7']);
    expect(changes?.appeared.products.map((each) => each.productId)).toEqual(['99']);
    expect(changes?.gone.products.map((each) => [each.productId, each.before, each.stock])).toEqual([
      ['6', 7, 0],
    ]);
    expect(changes?.totals).toMatchObject({ businessDate: TODAY, products: 8, inStock: 7, units: 78 });
    expect(changes?.totalsBefore).toMatchObject({ products: 8, inStock: 7, units: 127, placements: 21 });
  });

  test('"mine" is what one has sold and what stands in the product list, in every answer', async () => {
    await save(database, '2026-11-19', { '00345': 3, '1101': 12, '7': 5 });
    await save(database, TODAY, { '00345': 2, '1101': 11, '7': 4 });
    await addOwnProducts(database, ['00345']);
    await database.insertInto('products').values({ id: '07', number: 7, name: 'Seven', group: '' }).execute();
    const held = createHeldStock(database, calendar);
    const mine = { scope: 'mine' } as const;
    expect((await held.stockLevels(mine))?.levels.map((each) => each.productId)).toEqual(['7', '00345']);
    expect((await held.stockTotals(mine)).map((each) => each.units)).toEqual([8, 6]);
    expect((await held.stockChanges(mine))?.falls.count).toBe(2);
  });

  test('a month of totals and of one product, with the days that are held and no others', async () => {
    const days = [TODAY, '2026-11-19', '2026-11-17', '2026-10-22', '2026-10-21'];
    for (const [at, day] of days.entries()) await save(database, day, { '1': at, '00002': 10 * at });
    const held = createHeldStock(database, calendar);
    expect((await held.stockTotals({ scope: 'all' })).map((each) => [each.businessDate, each.units])).toEqual(
      [
        ['2026-10-22', 33],
        ['2026-11-17', 22],
        ['2026-11-19', 11],
        [TODAY, 0],
      ],
    );
    expect(await held.stockHistory({ productId: '2', to: '2026-11-19', days: 3 })).toEqual([
      { businessDate: '2026-11-17', stock: 20, storesWithStock: 3 },
      { businessDate: '2026-11-19', stock: 10, storesWithStock: 3 },
    ]);
  });

  test('a day that is taken again is read again, whatever was kept of it', async () => {
    const held = createHeldStock(database, calendar);
    await save(database, TODAY, { '1': 1 });
    expect((await held.stockLevels({ scope: 'all' }))?.levels).toMatchObject([{ stock: 1 }]);
    await saveSnapshot(database, TODAY, [stockRow('1', 2)], 2);
    expect((await held.stockLevels({ scope: 'all' }))?.levels).toMatchObject([{ stock: 2 }]);
  });

  test('what is older than it is kept for goes, but never the newest', async () => {
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) await save(database, day, { '1': 1 });
    expect(await dropSnapshotsBefore(database, '2026-11-02')).toBe(1);
    expect(await dropSnapshotsBefore(database, '2027-01-01')).toBe(1);
    expect((await readSnapshots(database)).map((each) => each.businessDate)).toEqual(['2026-11-03']);
    expect(await database.selectFrom('stock_sheet').select('business_date').execute()).toEqual([
      { business_date: '2026-11-03' },
    ]);
    expect((await latestSnapshot(database))?.products).toBe(1);
  });

  test('changes of random days are what plain sums give', async () => {
    const stock = fc.dictionary(fc.integer({ min: 0, max: 40 }).map(String), fc.integer({ min: -2, max: 9 }));
    await fc.assert(
      fc.asyncProperty(stock, stock, async (before, after) => {
        await save(database, '2026-11-19', before);
        await save(database, TODAY, after);
        const changes = await createHeldStock(database, calendar).stockChanges({ scope: 'all' });
        const count = (among: (was: number | undefined, is: number | undefined) => boolean) =>
          [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) =>
            among(before[id], after[id]),
          ).length;
        const both = (test: (was: number, is: number) => boolean) =>
          count((was, is) => was !== undefined && is !== undefined && test(was, is));
        expect({
          falls: changes?.falls.count,
          rises: changes?.rises.count,
          newlyOut: changes?.newlyOut.count,
          backInStock: changes?.backInStock.count,
          appeared: changes?.appeared.count,
          gone: changes?.gone.count,
        }).toEqual({
          falls: both((was, is) => is < was && !(was > 0 && is <= 0)),
          rises: both((was, is) => is > was && !(was <= 0 && is > 0)),
          newlyOut: both((was, is) => was > 0 && is <= 0),
          backInStock: both((was, is) => was <= 0 && is > 0),
          appeared: count((was) => was === undefined),
          gone: count((_, is) => is === undefined),
        });
      }),
      { numRuns: 40 },
    );
  });
});
