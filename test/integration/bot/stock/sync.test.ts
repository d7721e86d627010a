import type { RetailDataOperations } from 'retail-data-client';
import { createInProcessRateLimiter, PortableClient } from 'retail-data-client/portable';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startStockImport } from '../../../../bot/imports.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import { syncStock } from '../../../../bot/stock/import/sync.ts';
import { latestSnapshot } from '../../../../bot/stock/queries.ts';
import { startProcess } from '../../../../bot/workers/process.ts';
import { stockRow, storedLevels, storedStockDays } from '../../../support/bot/databases.ts';
import { startWarehouse, type Warehouse } from '../../../support/bot/service.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const stockCalls = (warehouse: Warehouse) => warehouse.calls('accumulated-stock');

/** Calls it minute by minute, as the bot does, and gives the local times at which the service was asked. */
async function everyMinute(warehouse: Warehouse, from: string, to: string): Promise<string[]> {
  const times: string[] = [];
  for (let now = oslo(from); now <= oslo(to); now += 60_000) {
    const before = stockCalls(warehouse).length;
    warehouse.clock.set(now);
    try {
      await syncStock(warehouse, now);
    } catch {
      // The bot logs it and comes again.
    }
    if (stockCalls(warehouse).length > before) times.push(calendar.timeOf(now));
  }
  return times;
}

/** A probe of the stock and another a minute later, which takes it in. */
async function takeWhole(warehouse: Warehouse): Promise<void> {
  const now = warehouse.clock.now();
  await syncStock(warehouse, now);
  warehouse.clock.set(now + 60_000);
  await syncStock(warehouse, now + 60_000);
}

async function expectTruth(warehouse: Warehouse, day: string): Promise<void> {
  const levels = await storedLevels(warehouse.database, day);
  const truth = warehouse.sandbox.truth.stock();
  expect(new Map(levels.map((level) => [level.productId, level.stock]))).toEqual(
    new Map(truth.map((stock) => [stock.productId, stock.stock])),
  );
}

async function stateOf(warehouse: Warehouse, day: string): Promise<string | undefined> {
  const row = await warehouse.database
    .selectFrom('stock_day')
    .select('state')
    .where('business_date', '=', day)
    .executeTakeFirst();
  return row?.state;
}

const PROBE = { changedSince: '2026-11-20', maxResults: '1' };
const WHOLE = { includeZeroStock: 'true' };

test('the stock of today is probed twice, taken in, products out of stock included, and read once more half an hour later', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  expect(await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 08:31')).toEqual(['08:30', '08:31']);
  await expectTruth(warehouse, '2026-11-20');
  const levels = await storedLevels(warehouse.database, '2026-11-20');
  expect(levels.some(({ stock }) => stock === 0)).toBe(true);
  expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
  expect(await everyMinute(warehouse, '2026-11-20 08:32', '2026-11-20 16:00')).toEqual(['09:01']);
  expect(stockCalls(warehouse).map(({ query }) => query)).toEqual([
    PROBE,
    PROBE,
    WHOLE,
    // Nothing follows, which a client has to see once.
    { ...WHOLE, start: '24' },
    WHOLE,
  ]);
});

/** Stock of a day of which more products come with each answer: as many as these say, then all. */
function comingStock(warehouse: Warehouse, counts: readonly number[]): void {
  counts.forEach((count, skip) => {
    const rows = Array.from({ length: count }, (_, at) => stockRow(String(1101 + at), 5));
    warehouse.sandbox.fail({ operation: 'accumulatedStock', fault: { kind: 'shape', body: rows }, skip });
  });
}

describe('stock that is still coming', () => {
  test('is not taken before two probes a minute apart see the same total of it', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    const probed: number[] = [];
    const totals = [3, 7, 9, 9];
    const client: RetailDataOperations = {
      ...warehouse.client,
      get: async (operation, query, callOptions) => {
        const answer = await warehouse.client.get(operation, query, callOptions);
        probed.push(warehouse.clock.now());
        return { ...answer, total: totals[probed.length - 1] ?? answer.total };
      },
    };
    const coming = { ...warehouse, client };
    await everyMinute(coming, '2026-11-20 08:30', '2026-11-20 08:35');
    expect(probed.map((at) => calendar.timeOf(at))).toEqual(['08:30', '08:31', '08:33']);
    expect(await latestSnapshot(warehouse.database)).toBeUndefined();
    await everyMinute(coming, '2026-11-20 08:36', '2026-11-20 08:36');
    expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
    await expectTruth(warehouse, '2026-11-20');
  });

  test('is probed again a minute after a probe has ended, however long that took', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    const client: RetailDataOperations = {
      ...warehouse.client,
      get: async (operation, query, callOptions) => {
        const answer = await warehouse.client.get(operation, query, callOptions);
        if (stockCalls(warehouse).length === 1) warehouse.clock.set(oslo('2026-11-20 08:45'));
        return answer;
      },
    };
    await syncStock({ ...warehouse, client }, oslo('2026-11-20 08:30'));
    expect(await everyMinute(warehouse, '2026-11-20 08:45', '2026-11-20 08:46')).toEqual(['08:46']);
    await expectTruth(warehouse, '2026-11-20');
  });

  test('is probed again a minute after a probe that saw more has ended, too', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    const totals = [3, 7];
    const client: RetailDataOperations = {
      ...warehouse.client,
      get: async (operation, query, callOptions) => {
        const answer = await warehouse.client.get(operation, query, callOptions);
        const probes = stockCalls(warehouse).length;
        if (probes === 2) warehouse.clock.set(oslo('2026-11-20 08:45'));
        return { ...answer, total: totals[probes - 1] ?? answer.total };
      },
    };
    const slow = { ...warehouse, client };
    await everyMinute(slow, '2026-11-20 08:30', '2026-11-20 08:31');
    expect(await everyMinute(slow, '2026-11-20 08:45', '2026-11-20 08:46')).toEqual(['08:46']);
  });

  test('is probed from its last rows on where the service gives no total', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30', { totalHeader: false });
    comingStock(warehouse, [1, 2, 0, 1, 4]);
    await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 08:31');
    expect(await latestSnapshot(warehouse.database)).toBeUndefined();
    warehouse.sandbox.clearFaults();
    await everyMinute(warehouse, '2026-11-20 08:32', '2026-11-20 08:40');
    expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
    await expectTruth(warehouse, '2026-11-20');
  });

  test('is paged through once where there is no total: the second probe begins at the last hundred rows', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30', { products: 150, totalHeader: false });
    await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 08:31');
    expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
    await expectTruth(warehouse, '2026-11-20');
    const asked = stockCalls(warehouse).map(({ query }) => query);
    const stocked = Number(asked[3]?.start);
    // Behind the last row there is nothing: asked with that row, and confirmed without it.
    const end = [stocked - 1, stocked].map((start) => ({
      changedSince: '2026-11-20',
      maxResults: '10000',
      start: String(start),
    }));
    expect(asked.slice(0, 8)).toEqual([
      PROBE,
      { changedSince: '2026-11-20' },
      ...end,
      PROBE,
      { changedSince: '2026-11-20', start: String(stocked - 100) },
      ...end,
    ]);
  });

  test('is whole for another process, and after a restart, by what the first one saw', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    await syncStock({ ...warehouse, owner: 'A' }, warehouse.clock.now());
    warehouse.clock.set(oslo('2026-11-20 08:31'));
    expect(await syncStock({ ...warehouse, owner: 'B' }, warehouse.clock.now())).toBe(true);
    expect(stockCalls(warehouse)).toHaveLength(4);
  });

  test('and does not come to rest is asked for with pauses until the evening, and never taken', async () => {
    const warehouse = await startWarehouse('2026-11-21 08:30');
    let total = 0;
    const client: RetailDataOperations = {
      ...warehouse.client,
      get: async (operation, query, callOptions) => {
        const answer = await warehouse.client.get(operation, query, callOptions);
        total += 1;
        return { ...answer, total };
      },
    };
    await everyMinute({ ...warehouse, client }, '2026-11-21 08:30', '2026-11-22 08:00');
    expect(await latestSnapshot(warehouse.database)).toBeUndefined();
    expect(stockCalls(warehouse).length).toBeLessThan(80);
    expect(calendar.timeOf(stockCalls(warehouse).at(-1)?.at ?? 0)).toMatch(/^20:0/);
    // The night has brought it to rest, under the day it is of.
    await everyMinute(warehouse, '2026-11-22 08:30', '2026-11-22 08:30');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-21');
  });

  test('corrects what was read half an hour before, in as many tries as a service that is down leaves', async () => {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    await takeWhole(warehouse);
    await saveSnapshot(warehouse.database, '2026-11-20', [stockRow('1101', 1)], oslo('2026-11-20 08:31'));
    const down = { operation: 'accumulatedStock', fault: { kind: 'status', status: 400 } } as const;
    warehouse.sandbox.fail({ ...down, times: 2 });
    expect(await everyMinute(warehouse, '2026-11-20 08:32', '2026-11-20 12:00')).toEqual([
      '09:01',
      '09:11',
      '09:13',
    ]);
    await expectTruth(warehouse, '2026-11-20');

    const dead = await startWarehouse('2026-11-20 08:30');
    await takeWhole(dead);
    dead.sandbox.fail({ ...down, times: 99 });
    expect(await everyMinute(dead, '2026-11-20 08:32', '2026-11-20 20:00')).toHaveLength(3);
    expect(await stateOf(dead, '2026-11-20')).toBe('fresh');
    expect(dead.recording.text()).toContain('it stays as it was read');
  });
});

test('a thread with its own connection takes it in as this one would, and its calls count in the shared rate limit', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  const now = warehouse.clock.now();
  const { sandbox, database, file } = warehouse;
  for (const day of ['2026-10-01', '2026-11-01']) await saveSnapshot(database, day, [stockRow('1', 1)], 1);
  const start = { databasePlace: file, baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey, now };
  const openImport = () => startStockImport(startProcess, start);
  await takeWhole({ ...warehouse, openImport, keepFrom: async () => '2026-10-21' });
  await expectTruth(warehouse, '2026-11-20');
  expect(await storedStockDays(database)).toEqual(['2026-11-20', '2026-11-01']);
  // The probes went through this test's own budget, the read through that of the database.
  expect(await database.selectFrom('rate_limit_call').select('called_at').execute()).toHaveLength(2);
});

test('a thread that is refused tells why, and leaves what was there', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  const { sandbox, file, database } = warehouse;
  sandbox.fail({ operation: 'accumulatedStock', fault: { kind: 'status', status: 400 }, skip: 2 });
  const now = warehouse.clock.now();
  const start = { databasePlace: file, baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey, now };
  const openImport = () => startStockImport(startProcess, start);
  await expect(takeWhole({ ...warehouse, openImport })).rejects.toMatchObject({ status: 400 });
  expect(await latestSnapshot(database)).toBeUndefined();
});

describe('while the service still has the stock of yesterday', () => {
  test('it is asked after 1, 2, 3, 5, 8 and then every 10 minutes, and no more after noon', async () => {
    const warehouse = await startWarehouse('2026-11-14 09:00'); // a Saturday; Sunday has no stock of its own
    await takeWhole(warehouse);
    const times = await everyMinute(warehouse, '2026-11-15 08:30', '2026-11-15 16:00');
    expect(times.slice(0, 9)).toEqual([
      '08:30',
      '08:31',
      '08:33',
      '08:36',
      '08:41',
      '08:49',
      '08:59',
      '09:09',
      '09:19',
    ]);
    expect(times.at(-1)).toBe('12:09');
    expect(times).toHaveLength(26);
    expect(await stateOf(warehouse, '2026-11-15')).toBe('empty');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-14');
  });

  test('it is taken in as soon as it is there', async () => {
    const warehouse = await startWarehouse('2026-11-19 09:00');
    await takeWhole(warehouse);
    warehouse.sandbox.fail({
      operation: 'accumulatedStock',
      fault: { kind: 'shape', body: [] },
      // Each time two questions: with products out of stock, and without.
      times: 8,
    });
    expect(await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 10:00')).toEqual([
      '08:30',
      '08:31',
      '08:33',
      '08:36',
      '08:41',
      '08:42',
      '09:12',
    ]);
    await expectTruth(warehouse, '2026-11-20');
  });
});

test('a service that is down at 08:30 is asked with the same pauses: calls are counted', async () => {
  const warehouse = await startWarehouse('2026-11-19 09:00');
  await takeWhole(warehouse);
  const before = stockCalls(warehouse).length;
  warehouse.sandbox.fail({
    operation: 'accumulatedStock',
    fault: { kind: 'status', status: 500 },
    times: Number.POSITIVE_INFINITY,
  });
  const times = await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 11:00');
  expect(times.slice(0, 5)).toEqual(['08:30', '08:31', '08:33', '08:36', '08:41']);
  expect(stockCalls(warehouse).length - before).toBeLessThan(100);
  warehouse.sandbox.clearFaults();
  await everyMinute(warehouse, '2026-11-20 11:01', '2026-11-20 11:15');
  expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
  await expectTruth(warehouse, '2026-11-20');
});

test('a read that breaks off after the question is made up for, and never half kept', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  warehouse.sandbox.fail({
    operation: 'accumulatedStock',
    fault: { kind: 'status', status: 400 },
    skip: 2,
  });
  await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 08:31');
  expect(await latestSnapshot(warehouse.database)).toBeUndefined();
  await everyMinute(warehouse, '2026-11-20 08:32', '2026-11-20 08:35');
  await expectTruth(warehouse, '2026-11-20');
});

describe('stock that came while the bot was away', () => {
  test('is read on a Sunday, under the day it is of, and asked about once', async () => {
    const warehouse = await startWarehouse('2026-11-13 09:00');
    await takeWhole(warehouse);
    expect(await everyMinute(warehouse, '2026-11-15 08:30', '2026-11-15 08:30')).toEqual(['08:30']);
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-14');
    await expectTruth(warehouse, '2026-11-14');
    const calls = stockCalls(warehouse).length;
    await everyMinute(warehouse, '2026-11-15 08:31', '2026-11-15 08:33');
    expect(
      stockCalls(warehouse)
        .slice(calls)
        .map(({ query }) => query.changedSince),
    ).not.toContain('2026-11-14');
    expect(await stateOf(warehouse, '2026-11-14')).toBe('fresh');
    expect(await stateOf(warehouse, '2026-11-15')).toBe('waiting');
  });

  test('is not there when nothing came: what is held stays the newest', async () => {
    const warehouse = await startWarehouse('2026-11-14 09:00');
    await takeWhole(warehouse);
    // The service stands still: Monday has no stock yet, and Sunday never had.
    warehouse.sandbox.fail({
      operation: 'accumulatedStock',
      fault: { kind: 'shape', body: [] },
      times: 12,
    });
    await everyMinute(warehouse, '2026-11-16 08:30', '2026-11-16 08:31');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-14');
    expect(await stateOf(warehouse, '2026-11-15')).toBe('empty');
    warehouse.sandbox.clearFaults();
    await everyMinute(warehouse, '2026-11-16 08:32', '2026-11-16 08:40');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-16');
  });
});

describe('a first start', () => {
  test('before 08:30 takes the stock of yesterday, under that day', async () => {
    const warehouse = await startWarehouse('2026-11-20 07:00');
    await everyMinute(warehouse, '2026-11-20 07:00', '2026-11-20 07:05');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-19');
    expect(stockCalls(warehouse)).toHaveLength(5);
    await everyMinute(warehouse, '2026-11-20 08:29', '2026-11-20 08:31');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-20');
  });

  test('on a Sunday takes the stock of Saturday, under that day', async () => {
    const warehouse = await startWarehouse('2026-11-15 13:00');
    await everyMinute(warehouse, '2026-11-15 13:00', '2026-11-15 14:00');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-14');
    expect(stockCalls(warehouse)).toHaveLength(5);
  });

  test.each([true, false])(
    'before 08:30 takes the stock of today that is there already, once, and reads it again at 08:30 (a total: %s)',
    async (totalHeader) => {
      let serviceTime = oslo('2026-11-20 08:35');
      const warehouse = await startWarehouse('2026-11-20 06:00', { now: () => serviceTime, totalHeader });
      await everyMinute(warehouse, '2026-11-20 06:00', '2026-11-20 06:02');
      expect(await latestSnapshot(warehouse.database)).toMatchObject({
        businessDate: '2026-11-20',
        takenAt: oslo('2026-11-20 06:01'),
      });
      await expectTruth(warehouse, '2026-11-20');
      expect(await everyMinute(warehouse, '2026-11-20 06:03', '2026-11-20 08:29')).toEqual([]);
      serviceTime = oslo('2026-11-20 08:50');
      expect(await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 12:00')).toEqual([
        '08:30',
        '08:31',
        '09:01',
      ]);
      expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
    },
  );

  test('on a Monday before 08:30 takes the stock of Monday that is there already, or else that of Saturday', async () => {
    const early = await startWarehouse('2026-11-16 06:00', { now: () => oslo('2026-11-16 08:35') });
    await everyMinute(early, '2026-11-16 06:00', '2026-11-16 06:10');
    expect((await latestSnapshot(early.database))?.businessDate).toBe('2026-11-16');
    const usual = await startWarehouse('2026-11-16 06:00');
    await everyMinute(usual, '2026-11-16 06:00', '2026-11-16 06:10');
    expect((await latestSnapshot(usual.database))?.businessDate).toBe('2026-11-14');
  });

  test('has stock that was updated long ago under the day the service says', async () => {
    const warehouse = await startWarehouse('2026-11-20 06:00', { now: () => oslo('2026-10-30 09:00') });
    await everyMinute(warehouse, '2026-11-20 06:00', '2026-11-20 06:10');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-10-30');
  });

  test('keeps nothing of a service that has no stock at all, and leaves enough calls for the day', async () => {
    const warehouse = await startWarehouse('2026-11-20 06:00');
    const nothing = { kind: 'shape', body: [] } as const;
    warehouse.sandbox.fail({
      operation: 'accumulatedStock',
      fault: nothing,
      times: Number.POSITIVE_INFINITY,
    });
    await everyMinute(warehouse, '2026-11-20 06:00', '2026-11-20 20:00');
    expect(await latestSnapshot(warehouse.database)).toBeUndefined();
    expect(stockCalls(warehouse).length).toBeLessThan(200);
  });

  test('while the service is down leaves enough calls for the day', async () => {
    const warehouse = await startWarehouse('2026-11-20 06:00');
    warehouse.sandbox.fail({
      operation: 'accumulatedStock',
      fault: { kind: 'status', status: 500 },
      times: Number.POSITIVE_INFINITY,
    });
    await everyMinute(warehouse, '2026-11-20 06:00', '2026-11-20 08:00');
    expect(stockCalls(warehouse).length).toBeLessThan(100);
    warehouse.sandbox.clearFaults();
    await everyMinute(warehouse, '2026-11-20 08:01', '2026-11-20 08:31');
    expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-20');
  });
});

test('a start before 08:30 after an outage still takes the stock of yesterday while it is there', async () => {
  const warehouse = await startWarehouse('2026-11-17 09:00');
  await takeWhole(warehouse);
  const before = stockCalls(warehouse).length;
  await everyMinute(warehouse, '2026-11-20 07:00', '2026-11-20 07:10');
  expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-19');
  // Two probes, the stock, and whether that of today has begun to come.
  expect(stockCalls(warehouse).length - before).toBe(4);
});

test('a start before 08:30 after an outage takes the stock of today when that of yesterday is gone', async () => {
  let serviceTime = oslo('2026-11-17 09:00');
  const warehouse = await startWarehouse('2026-11-17 09:00', { now: () => serviceTime });
  await takeWhole(warehouse);
  serviceTime = oslo('2026-11-20 08:35');
  expect(await everyMinute(warehouse, '2026-11-20 06:00', '2026-11-20 08:29')).toEqual(['06:00', '06:01']);
  expect((await latestSnapshot(warehouse.database))?.businessDate).toBe('2026-11-20');
});

test('stock is not kept as that of yesterday once that of today has begun to come', async () => {
  const warehouse = await startWarehouse('2026-11-20 07:00');
  await syncStock(warehouse, warehouse.clock.now());
  warehouse.sandbox.fail({
    operation: 'accumulatedStock',
    fault: { kind: 'shape', body: [stockRow('1101', 5)] },
    skip: 2,
  });
  await everyMinute(warehouse, '2026-11-20 07:01', '2026-11-20 07:01');
  expect(await latestSnapshot(warehouse.database)).toBeUndefined();
});

test('stock of yesterday is not read once more once that of today has begun to come', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  await takeWhole(warehouse);
  // So that another reading would show.
  await saveSnapshot(warehouse.database, '2026-11-20', [stockRow('1101', 7)], warehouse.clock.now());
  warehouse.sandbox.fail({
    operation: 'accumulatedStock',
    fault: { kind: 'shape', body: [stockRow('1101', 5)] },
    skip: 1,
  });
  expect(await everyMinute(warehouse, '2026-11-21 08:00', '2026-11-21 08:15')).toEqual(['08:00']);
  expect(await storedLevels(warehouse.database, '2026-11-20')).toMatchObject([
    { productId: '1101', stock: 7 },
  ]);
});

describe('a day on which every change was to zero', () => {
  /** Answers of the service to: anything changed? anything changed, zero included? the same of a day to come? */
  async function answered(...answers: readonly (readonly object[])[]) {
    const warehouse = await startWarehouse('2026-11-20 08:30');
    answers.forEach((body, skip) => {
      warehouse.sandbox.fail({
        operation: 'accumulatedStock',
        fault: { kind: 'shape', body: [...body] },
        skip,
      });
    });
    await everyMinute(warehouse, '2026-11-20 08:30', '2026-11-20 08:31');
    return warehouse;
  }
  const sold = [
    {
      productId: '1101',
      stock: 0,
      numberOfStoresWithStock: 0,
      updatedDate: '2026-11-20',
      updatedTime: '08:24',
    },
  ];

  test('is fresh all the same', async () => {
    const probe = [[], sold, [], sold, sold, []];
    const warehouse = await answered(...probe, ...probe);
    expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
    const asked = stockCalls(warehouse).map(({ query }) => query);
    // One of them shows that nothing follows the list.
    expect(asked).toHaveLength(14);
    expect(asked.slice(0, 6)).toEqual([
      { changedSince: '2026-11-20', maxResults: '1' },
      { changedSince: '2026-11-20', maxResults: '1', includeZeroStock: 'true' },
      { changedSince: '2026-11-22', maxResults: '1', includeZeroStock: 'true' },
      { changedSince: '2026-11-20', includeZeroStock: 'true' },
      { changedSince: '2026-11-20', includeZeroStock: 'true', maxResults: '10000' },
      { changedSince: '2026-11-20', includeZeroStock: 'true', maxResults: '10000', start: '1' },
    ]);
    expect(asked.at(-2)).toEqual({ includeZeroStock: 'true' });
  });

  test('is not taken from a service that gives products out of stock whatever day is asked for', async () => {
    const warehouse = await answered([], sold, sold);
    expect(await stateOf(warehouse, '2026-11-20')).toBe('waiting');
  });
});

test('processes that are at the gate together ask once', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  const now = warehouse.clock.now();
  await Promise.all(['A', 'B', 'C'].map((owner) => syncStock({ ...warehouse, owner }, now)));
  expect(stockCalls(warehouse)).toHaveLength(1);
});

test('a process that dies at the gate is made up for when its lease is over', async () => {
  const warehouse = await startWarehouse('2026-11-20 08:30');
  await syncStock({ ...warehouse, owner: 'A' }, warehouse.clock.now());
  const read = () => Promise.reject(new Error('died'));
  const openImport = () => ({ read, save: async () => {}, close: async () => {} });
  const dying = { ...warehouse, owner: 'A', openImport };
  warehouse.clock.set(oslo('2026-11-20 08:31'));
  // Its lease outlives it, as nothing is tidied up by a process that is gone.
  await expect(syncStock(dying, warehouse.clock.now())).rejects.toThrow('died');
  await warehouse.database
    .insertInto('lease')
    .values({ name: 'stock of 2026-11-20', owner: 'A', until: warehouse.clock.now() + 180_000 })
    .execute();
  expect(await everyMinute(warehouse, '2026-11-20 08:32', '2026-11-20 08:40')).toEqual(['08:34']);
  expect(await stateOf(warehouse, '2026-11-20')).toBe('fresh');
});

test('a reading that needs more than forty calls is given up, and begun again an hour later', async () => {
  const plenty = { perMinute: 10_000, perDay: 10_000 };
  const options = { maxResultsCap: 1, totalHeader: false, throttle: plenty };
  const warehouse = await startWarehouse('2026-11-20 08:30', options);
  const { sandbox, clock } = warehouse;
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const rateLimiter = createInProcessRateLimiter(clock, [{ calls: 10_000, windowMs: 1 }]);
  const client = new PortableClient({ transport, clock, rateLimiter });
  await everyMinute({ ...warehouse, client }, '2026-11-20 08:30', '2026-11-20 11:00');
  const callsAt = Map.groupBy(stockCalls(warehouse), ({ at }) => at);
  const minutes = [...callsAt].filter(([, calls]) => calls.length > 30).map(([at]) => at / 60_000);
  expect(minutes.length).toBeGreaterThan(1);
  for (const [, calls] of callsAt) expect(calls.length).toBeLessThan(45);
  for (const [index, minute] of minutes.entries()) {
    if (index > 0) expect(minute - (minutes[index - 1] ?? 0)).toBeGreaterThanOrEqual(60);
  }
});
