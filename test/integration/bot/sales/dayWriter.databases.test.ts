import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { figuresStamp } from '../../../../bot/database/answerCache.ts';
import { connectDatabase, type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { loadSalesKeys } from '../../../../bot/database/idDictionary.ts';
import { requireLease } from '../../../../bot/database/lease.ts';
import { DayOfSales } from '../../../../bot/sales/import/dayRows.ts';
import { createDayWriter } from '../../../../bot/sales/import/dayWriter.ts';
import { createSalesReader, ownProductIds } from '../../../../bot/sales/queries.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { calendar } from '../../../support/bot/time.ts';

const DAY = '2026-11-19';
const PRODUCTS = 40;
const LEASE = { name: 'test', owner: 'test' };

/** A writer on a connection of its own, and the day with so many stores, each row of so many items. */
async function openWriter(place: string) {
  const database = await connectDatabase(place, { role: 'import', connections: 1 });
  onTestFinished(() => database.destroy());
  const keys = await loadSalesKeys(database);
  const writer = createDayWriter({
    database,
    pause: yieldToEventLoop,
    requireLease: (transaction) => requireLease(transaction, LEASE),
  });
  const dayOf = async (stores: number, items: number) => {
    const day = new DayOfSales(DAY);
    const rows = Array.from({ length: stores * PRODUCTS }, (_, at) => ({
      salesDate: DAY,
      storeId: String(100 + Math.floor(at / PRODUCTS)),
      productId: String(1 + (at % PRODUCTS)),
      salesVolume: items / 2,
      salesQuantity: items,
      lastChangedDate: DAY,
      lastChangedTime: '07:00',
    }));
    await keys.ensure(
      rows.map(({ productId }) => productId),
      rows.map(({ storeId }) => storeId),
    );
    for (const row of rows) day.add(row, keys);
    return day;
  };
  return { writer, dayOf };
}

describe.each(DATABASE_PLACES)('a day of sales that is written in $name', ({ open }) => {
  const place = usePlace(open);
  let url: string;
  let database: Database;

  const start = async () => {
    url = await place.fresh();
    database = await openDatabase(url);
    onTestFinished(() => database.destroy());
    await database
      .insertInto('lease')
      .values({ ...LEASE, until: 0 })
      .execute();
    return { ...(await openWriter(url)), reader: createSalesReader(database, calendar) };
  };

  test("products that are one's own no more change what is kept of answers", async () => {
    const { writer, dayOf } = await start();
    await writer.replaceDay(await dayOf(1, 1), 1);
    const before = await figuresStamp(database);
    await writer.forgetProducts(DAY);
    expect(await figuresStamp(database)).toBe(before);
    await writer.forgetProducts('2026-11-20');
    expect(await ownProductIds(database)).toEqual([]);
    expect(await figuresStamp(database)).not.toBe(before);
  });

  test('is whole for whoever reads meanwhile: the old one or the new one, in totals and in every group', async () => {
    const { writer, dayOf, reader } = await start();
    await writer.replaceDay(await dayOf(30, 1), 1);
    let isWriting = true;
    const writing = (async () => {
      for (const [stores, items] of [
        [35, 2],
        [25, 3],
        [30, 1],
      ] as const) {
        await writer.replaceDay(await dayOf(stores, items), 2);
      }
    })().finally(() => {
      isWriting = false;
    });
    const seen = new Set<string>();
    let reads = 0;
    while (isWriting) {
      for (const by of ['product', 'store'] as const) {
        const { totals, groups } = await reader.salesOf({ from: DAY, to: DAY, by: [by] });
        const sum = groups.reduce((items, group) => items + group.quantity, 0);
        expect([sum, groups.reduce((rows, group) => rows + group.rows, 0)]).toEqual([
          totals.quantity,
          totals.rows,
        ]);
        seen.add(`${totals.stores} stores, ${totals.rows} rows, ${totals.quantity} items`);
        reads += 1;
      }
      await yieldToEventLoop();
    }
    await writing;
    expect(reads).toBeGreaterThan(4);
    for (const each of seen) {
      expect([
        '30 stores, 1200 rows, 1200 items',
        '35 stores, 1400 rows, 2800 items',
        '25 stores, 1000 rows, 3000 items',
      ]).toContain(each);
    }
  });

  test('has its corrections in every answer after them, also in one that was given before', async () => {
    const { writer, dayOf, reader } = await start();
    const itemsNow = async () => [
      (await reader.salesOf({ from: DAY, to: DAY, by: ['day'] })).totals.quantity,
      (await reader.meanSales({ to: DAY })).products.reduce((sum, { quantity }) => sum + quantity, 0),
    ];
    await writer.replaceDay(await dayOf(2, 1), 1);
    expect(await itemsNow()).toEqual([2 * PRODUCTS, 2 * PRODUCTS]);
    expect(await writer.correctDay(await dayOf(1, 3), 2)).toBe(PRODUCTS);
    expect(await itemsNow()).toEqual([4 * PRODUCTS, 4 * PRODUCTS]);
  });

  test('loses what is gone and keeps the rest when it is compared, however much that is', async () => {
    const { writer, dayOf, reader } = await start();
    const rowsNow = async () => (await reader.salesOf({ from: DAY, to: DAY, by: ['day'] })).totals.rows;
    await writer.replaceDay(await dayOf(30, 1), 1);
    expect(await writer.compareDay(await dayOf(30, 1), 2)).toBe(0);
    expect(await writer.compareDay(await dayOf(28, 1), 3)).toBe(2 * PRODUCTS);
    expect(await rowsNow()).toBe(28 * PRODUCTS);
    expect(await writer.compareDay(await dayOf(29, 2), 4)).toBe(29 * PRODUCTS);
    expect(await rowsNow()).toBe(29 * PRODUCTS);
    expect(await writer.compareDay(new DayOfSales(DAY), 5)).toBe(0);
    expect(await rowsNow()).toBe(29 * PRODUCTS);
    const [day] = (await reader.daysOf(DAY, DAY)).days;
    expect(day).toMatchObject({ state: 'held', readAt: 5 });
  });

  test('that was settled as empty is filled when it is compared, and a day that is not known is not', async () => {
    const { writer, dayOf, reader } = await start();
    expect(await writer.compareDay(await dayOf(2, 1), 1)).toBe(0);
    expect((await reader.daysOf(DAY, DAY)).missing).toEqual([DAY]);
    await writer.replaceDay(new DayOfSales(DAY), 1);
    expect(await writer.compareDay(await dayOf(2, 1), 2)).toBe(2 * PRODUCTS);
    expect((await reader.daysOf(DAY, DAY)).days).toMatchObject([{ state: 'held' }]);
    const { totals } = await reader.salesOf({ from: DAY, to: DAY, by: ['day'] });
    expect(totals.rows).toBe(2 * PRODUCTS);
  });
});
