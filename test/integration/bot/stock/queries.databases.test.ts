import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import type { StockRow } from '../../../../bot/stock/levels.ts';
import {
  findDays,
  readDayLevels,
  readList,
  readOnlyOn,
  readStoredRange,
  readSummary,
  readTotals,
  type StockChoice,
  type StockList,
  type StockTable,
} from '../../../../bot/stock/queries.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { addOwnProducts, stockRow } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

/** Stock by product. */
type Day = Readonly<Record<string, number>>;

const YESTERDAY = '2026-11-19';
const TODAY = '2026-11-20';
const ALL = { scope: 'all' } as const;
const EVERY: StockList = { where: sql`1 = 1`, most: 1_000 };

async function save(database: Database, day: string, stock: Day): Promise<void> {
  const rows = Object.entries(stock).map(([id, units]) => stockRow(id, units));
  await saveSnapshot(database, day, rows, 1);
}

const figures = (levels: readonly StockRow[]) =>
  levels.map((each) => [each.productId, each.stock, each.dayBefore, each.weekAgo]);

const only = (...ids: readonly string[]) => ({ ids, isLeftOut: false });

describe.each(DATABASE_PLACES)('stock held in $name', ({ open }) => {
  const place = usePlace(open);
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(await place.fresh());
    return () => database.destroy();
  });

  async function tableOf(choice: StockChoice = ALL, pace: StockTable['pace'] = []) {
    const days = await findDays(database, calendar);
    if (days === undefined) throw new Error('no stock');
    return { days, choice, pace };
  }
  const every = async (choice?: StockChoice) =>
    figures(await readList(database, await tableOf(choice), EVERY));

  test('nothing held is no answer, and never zero', async () => {
    expect(await findDays(database, calendar)).toBeUndefined();
    expect(await readDayLevels(database, ['1'], { from: YESTERDAY, to: TODAY })).toEqual([]);
    expect(await readTotals(database, ALL, { from: YESTERDAY, to: TODAY, further: [] })).toEqual([]);
    await save(database, TODAY, { '1': 3 });
    expect(await findDays(database, calendar, YESTERDAY)).toBeUndefined();
  });

  test('today stands beside the day before and a week ago, and a product that was not there has no figure', async () => {
    await save(database, '2026-11-13', { '00345': 9, '1101': 1 });
    await save(database, '2026-11-18', { '345': 7, '1101': 2 });
    await save(database, TODAY, { '00345': 5, '1101': 3, '9': 4 });
    const { days } = await tableOf();
    expect([days.dayBefore?.businessDate, days.weekAgo?.businessDate]).toEqual(['2026-11-18', '2026-11-13']);
    expect(await every()).toEqual([
      ['9', 4, undefined, undefined],
      ['00345', 5, 7, 9],
      ['1101', 3, 2, 1],
    ]);
    expect(await every({ scope: 'mine', picked: only('345', '000345', 'none') })).toEqual([
      ['00345', 5, 7, 9],
    ]);
  });

  test('"a week ago" is no more than two weeks ago', async () => {
    await save(database, '2026-11-05', { '1': 1 });
    await save(database, TODAY, { '1': 2 });
    expect((await findDays(database, calendar))?.weekAgo).toBeUndefined();
    await save(database, '2026-11-06', { '1': 3 });
    expect((await findDays(database, calendar))?.weekAgo?.businessDate).toBe('2026-11-06');
  });

  test('a list has its own order, then that of product numbers, and is counted beyond its end', async () => {
    await save(database, YESTERDAY, { '1': 9, '2': 90, '3': 5, '4': 0, '10': 10, '007': 8 });
    await save(database, TODAY, { '1': 4, '2': 50, '3': 0, '4': 6, '10': 5, '007': 3, 'A-1': 1 });
    const falls = { where: sql`stock < before`, order: sql`stock - before`, most: 3 };
    const back = { where: sql`before <= 0 and stock > 0`, most: 3 };
    const table = await tableOf();
    const ids = async (list: StockList) =>
      (await readList(database, table, list)).map(({ productId }) => productId);
    expect(await ids(falls)).toEqual(['2', '1', '3']);
    expect(await ids(back)).toEqual(['4']);
    const { counts, summary } = await readSummary(database, table, { falls: falls.where, back: back.where });
    expect(counts).toEqual({ falls: 5, back: 1 });
    expect(summary).toEqual({
      ...{ products: 7, units: 69, out: 1, newlyOut: 1, changed: 6 },
      ...{ others: 7, othersOut: 1, updatedTime: '08:24:11' },
    });
  });

  test('cover is what the pace of a product makes of its stock', async () => {
    await save(database, TODAY, { '00345': 15, '1101': 12, '7': 0, '8': 5, '9': 5, 'A-1': 30 });
    const pace = [
      { productId: '345', quantity: 2.5, restsOn: 28 },
      { productId: '7', quantity: 0, restsOn: 28 },
      { productId: '8', quantity: 0, restsOn: 28 },
      { productId: '9', quantity: 3, restsOn: 0 },
      { productId: 'A-1', quantity: 30, restsOn: 10 },
    ];
    const table = await tableOf(ALL, pace);
    const { counts, summary } = await readSummary(database, table, {
      under10: sql`cover < 10`,
      at10: sql`cover = 10`,
      at168: sql`cover = 168`,
      unknown: sql`cover is null`,
    });
    expect(counts).toEqual({ under10: 1, at10: 1, at168: 1, unknown: 3 });
    expect([summary.others, summary.othersOut]).toEqual([1, 0]);
  });

  test('"mine" is what one has sold and what stands in the product list, in every query', async () => {
    await save(database, YESTERDAY, { '00345': 3, '1101': 12, '7': 5, '007': 1 });
    await save(database, TODAY, { '00345': 2, '1101': 11, '7': 4 });
    await addOwnProducts(database, ['345']);
    await database.insertInto('products').values({ id: '07', number: 7, name: 'Seven', group: '' }).execute();
    const mine = { scope: 'mine' } as const;
    expect(await every(mine)).toEqual([
      ['7', 4, 5, undefined],
      ['00345', 2, 3, undefined],
    ]);
    const totals = await readTotals(database, mine, { from: YESTERDAY, to: TODAY, further: [] });
    expect(totals.map((each) => each.units)).toEqual([9, 6]);
    expect((await readSummary(database, await tableOf(mine), {})).summary.changed).toBe(2);
  });

  test('what the day before had and today has not is gone, but not under another number of zeros', async () => {
    await save(database, YESTERDAY, { '1': 3, '02': 12, '30': 5, '4': 5, 'A-1': 5 });
    await save(database, TODAY, { '2': 2 });
    const { days } = await tableOf();
    if (days.dayBefore === undefined) throw new Error('no day before');
    const gone = { day: days.dayBefore, other: days.snapshot, most: 3 };
    expect(await readOnlyOn(database, ALL, gone)).toEqual({ count: 4, first: ['1', '4', '30'] });
    const some = { scope: 'all', picked: only('004', '2', 'A-1') } as const;
    expect(await readOnlyOn(database, some, gone)).toEqual({ count: 2, first: ['4', 'A-1'] });
    const appeared = { ...gone, day: days.snapshot, other: days.dayBefore };
    expect(await readOnlyOn(database, ALL, appeared)).toEqual({ count: 0, first: [] });
  });

  test('sums have the days that are held and no others', async () => {
    const days = [TODAY, YESTERDAY, '2026-11-17', '2026-10-22', '2026-10-21'];
    for (const [at, day] of days.entries()) await save(database, day, { '1': at, '00002': 10 * at });
    const range = { from: '2026-10-22', to: TODAY, further: [] };
    const totals = await readTotals(database, ALL, range);
    expect(totals.map((each) => [each.businessDate, each.units])).toEqual([
      ['2026-10-22', 33],
      ['2026-11-17', 22],
      [YESTERDAY, 11],
      [TODAY, 0],
    ]);
    expect(totals[0]).toMatchObject({ products: 2, units: 33 });
    const both = { scope: 'all', picked: only('1', '2') } as const;
    expect(await readTotals(database, both, range)).toEqual(totals);
    const further = { from: YESTERDAY, to: YESTERDAY, further: ['2026-10-21'] };
    expect((await readTotals(database, { scope: 'all', picked: only('9') }, further)).at(0)).toEqual({
      ...{ businessDate: '2026-10-21', products: 0, units: 0 },
    });
  });

  test('products have a row for each day that has them, and the days held have a first and a last', async () => {
    expect(await readStoredRange(database)).toBeUndefined();
    await save(database, '2026-11-16', { '00345': 9, '1101': 1, '9': 4 });
    await save(database, '2026-11-18', { '345': 7, '1101': 0 });
    await save(database, YESTERDAY, { '1101': 2 });
    await save(database, TODAY, { '1101': 3 });
    const levels = await readDayLevels(database, ['1101', '0345', 'none'], {
      from: '2026-11-15',
      to: YESTERDAY,
    });
    expect(levels.map((level) => [level.businessDate, level.productId, level.stock])).toEqual([
      ['2026-11-16', '00345', 9],
      ['2026-11-16', '1101', 1],
      ['2026-11-18', '345', 7],
      ['2026-11-18', '1101', 0],
      [YESTERDAY, '1101', 2],
    ]);
    expect(levels[0]?.storesWithStock).toBe(stockRow('00345', 9).numberOfStoresWithStock);
    expect(await readStoredRange(database)).toEqual({ from: '2026-11-16', to: TODAY });
  });

  test('counts of random days are what plain sums give', async () => {
    const stock = fc.dictionary(fc.integer({ min: 0, max: 40 }).map(String), fc.integer({ min: -2, max: 9 }));
    const conditions = {
      falls: sql`stock < before`,
      rises: sql`stock > before`,
      back: sql`before <= 0 and stock > 0`,
      appeared: sql`before is null`,
    };
    await fc.assert(
      fc.asyncProperty(stock, stock, async (before, after) => {
        await save(database, YESTERDAY, before);
        await save(database, TODAY, after);
        const table = await tableOf();
        const { counts, summary } = await readSummary(database, table, conditions);
        const count = (among: (was: number | undefined, is: number | undefined) => boolean) =>
          [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) =>
            among(before[id], after[id]),
          ).length;
        const both = (test: (was: number, is: number) => boolean) =>
          count((was, is) => was !== undefined && is !== undefined && test(was, is));
        const { snapshot, dayBefore } = table.days;
        const gone = await readOnlyOn(database, ALL, {
          day: dayBefore ?? snapshot,
          other: snapshot,
          most: 2,
        });
        expect({ ...counts, newlyOut: summary.newlyOut, changed: summary.changed, gone: gone.count }).toEqual(
          {
            falls: both((was, is) => is < was),
            rises: both((was, is) => is > was),
            back: both((was, is) => was <= 0 && is > 0),
            newlyOut: both((was, is) => was > 0 && is <= 0),
            changed: both((was, is) => was !== is),
            appeared: count((was, is) => was === undefined && is !== undefined),
            gone: count((was, is) => was !== undefined && is === undefined),
          },
        );
      }),
      { numRuns: 30 },
    );
  });
});
