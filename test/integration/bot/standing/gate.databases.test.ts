import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import type { StockRead } from '../../../../bot/stock/import/import.ts';
import { syncStock } from '../../../../bot/stock/import/sync.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { storedLevels } from '../../../support/bot/databases.ts';
import { startWarehouse, type Warehouse } from '../../../support/bot/service.ts';
import { oslo } from '../../../support/bot/time.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createTestProcess, isWrite, type TestProcess } from '../../../support/faults/process.ts';
import { until } from '../../../support/until.ts';

const DAY = '2026-11-20';
/** The writes of a process that takes the stock in. */
const WRITES = Array.from({ length: 11 }, (_, at) => at + 1);

describe.each(DATABASE_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  /** The service at 08:30, and processes on one database, each with connections of its own. */
  async function processes(count: number) {
    const warehouse = await startWarehouse(`${DAY} 08:30`);
    const url = await place.fresh();
    const all: (Warehouse & { readonly owner: string; readonly process: TestProcess })[] = [];
    for (let at = 0; at < count; at += 1) {
      const process = createTestProcess();
      const database = await openDatabase(url, process);
      onTestFinished(() => database.destroy());
      all.push({ ...warehouse, database, process, owner: `process ${at}` });
    }
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('two at least');
    return { warehouse, all, first, second, asked: () => warehouse.calls('accumulated-stock').length };
  }

  async function expectTruth({ warehouse, second }: Awaited<ReturnType<typeof processes>>): Promise<void> {
    const levels = await storedLevels(second.database, DAY);
    const truth = warehouse.sandbox.truth.stock();
    expect(levels.map(({ productId, stock }) => [productId, stock]).toSorted()).toEqual(
      truth.map(({ productId, stock }) => [productId, stock]).toSorted(),
    );
  }

  test('processes that come at the same moment ask the service once between them', async () => {
    const world = await processes(3);
    const taken: boolean[] = [];
    for (const minute of ['08:30', '08:31', '09:01']) {
      const now = oslo(`${DAY} ${minute}`);
      world.warehouse.clock.set(now);
      taken.push(...(await Promise.all(world.all.map((each) => syncStock(each, now)))));
    }
    // When it is whole, and half an hour later.
    expect(taken.filter(Boolean)).toHaveLength(2);
    // One more asks after the last row of the first whole list: whether the service's total may be trusted.
    expect(world.asked()).toBe(5);
    await expectTruth(world);
  });

  test('a process that reads a stock of many pages for minutes is not taken over', async () => {
    const world = await processes(2);
    const { warehouse, first, second } = world;
    const leaseClock = createFakeClock(oslo(`${DAY} 08:31`));
    await syncStock(first, oslo(`${DAY} 08:30`));
    let isRead = () => {};
    const reading = new Promise<StockRead>((resolve) => {
      isRead = () => resolve({ products: 1, hash: '', negative: 0, units: 1, updatedOn: DAY });
    });
    const openImport = () => ({ read: () => reading, save: async () => {}, close: async () => {} });
    const taken = syncStock({ ...first, openImport, leaseClock }, oslo(`${DAY} 08:31`));
    for (let minute = 32; minute <= 45; minute += 1) {
      warehouse.clock.set(oslo(`${DAY} 08:${minute}`));
      await until('a renewal', async () => (leaseClock.sleeps.length >= minute - 31 ? true : undefined));
      await leaseClock.advance(60_000);
      await until('the next', async () => (leaseClock.sleeps.length > minute - 31 ? true : undefined));
      expect(await syncStock(second, oslo(`${DAY} 08:${minute}`))).toBe(false);
    }
    isRead();
    expect(await taken).toBe(true);
    expect(world.asked()).toBe(2);
  });

  test.each(WRITES)('a process that is gone at write %i is made up for by another', async (number) => {
    const world = await processes(2);
    const { warehouse, first, second } = world;
    await syncStock(first, oslo(`${DAY} 08:30`));
    warehouse.clock.set(oslo(`${DAY} 08:31`));
    const dying = first.process;
    let writes = 0;
    dying.listen((text) => {
      if (!isWrite(text)) return;
      writes += 1;
      if (writes === number) dying.end();
    });
    await expect(syncStock(first, oslo(`${DAY} 08:31`))).rejects.toThrow('this process is gone');
    // PostgreSQL's own clock would have to go on for a minute.
    await second.database.deleteFrom('lease').execute();
    for (let minute = 32; minute <= 41; minute += 1) {
      const now = oslo(`${DAY} 08:${minute}`);
      warehouse.clock.set(now);
      await syncStock(second, now);
    }
    await expectTruth(world);
    const day = await second.database.selectFrom('stock_day').selectAll().executeTakeFirst();
    expect(day).toMatchObject({ business_date: DAY, state: 'fresh' });
    // Once more at most: what the one that is gone had asked is lost with it.
    expect(world.asked()).toBeLessThanOrEqual(6);
  });
});
