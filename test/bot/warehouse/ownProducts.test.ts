import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../bot/warehouse/database.ts';
import { OWN_PRODUCT_DAYS, ownProductIds, takeInOwnProducts } from '../../../bot/warehouse/ownProducts.ts';
import { calendar, oslo, startWarehouse, type Warehouse } from '../support/service.ts';

const NOW = '2026-11-20 09:00';
const LAST = '2026-11-19';
const FIRST = calendar.addDays(LAST, 1 - OWN_PRODUCT_DAYS);

/** The periods asked for; further pages of a period, which begin at a row, are left out. */
const salesCalls = (warehouse: Warehouse) =>
  warehouse
    .calls('daily-sales')
    .filter(({ query }) => query.start === undefined)
    .map(({ query }) => `${query.fromSalesDate}..${query.toSalesDate}`);

function soldBetween(warehouse: Warehouse, from: string, to: string): string[] {
  return [...new Set(warehouse.sandbox.truth.sales(from, to).map((sale) => sale.productId))].toSorted();
}

const ids = async (warehouse: Warehouse) => (await ownProductIds(warehouse.database)).toSorted();

describe('own products', () => {
  test('are those of the last 90 days of sales, read in weeks', async () => {
    const warehouse = await startWarehouse(NOW);
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    expect(await ids(warehouse)).toEqual(soldBetween(warehouse, FIRST, LAST));
    expect((await ids(warehouse)).some((id) => id.startsWith('0'))).toBe(true);
    const calls = salesCalls(warehouse);
    expect(calls).toHaveLength(13);
    expect(calls[0]?.slice(0, 10)).toBe('2026-08-22');
    expect(calls.at(-1)?.slice(-10)).toBe(LAST);
  });

  test('are not asked for again, empty days included', async () => {
    const warehouse = await startWarehouse(NOW, { emptyDays: ['2026-11-10', '2026-11-11'] });
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    const calls = salesCalls(warehouse).length;
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    await takeInOwnProducts(warehouse, oslo('2026-11-20 18:00'));
    expect(salesCalls(warehouse)).toHaveLength(calls);
    const days = await warehouse.database
      .selectFrom('sales_day')
      .select(['sales_date', 'rows'])
      .where('sales_date', 'in', ['2026-11-08', '2026-11-10', '2026-11-11', '2026-11-12'])
      .orderBy('sales_date')
      .execute();
    expect(days.map(({ rows }) => rows > 0)).toEqual([false, false, false, true]);
  });

  test('come day by day from then on', async () => {
    const warehouse = await startWarehouse(NOW);
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    const calls = salesCalls(warehouse).length;
    warehouse.clock.set(oslo('2026-11-21 07:44'));
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    warehouse.clock.set(oslo('2026-11-21 07:45'));
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    expect(salesCalls(warehouse).slice(calls)).toEqual(['2026-11-20..2026-11-20']);
  });

  test('drop what was not sold for 90 days', async () => {
    const warehouse = await startWarehouse(NOW);
    const { database } = warehouse;
    for (const [id, date] of [
      ['old', calendar.addDays(FIRST, -1)],
      ['young', FIRST],
    ] as const) {
      await database.insertInto('own_product').values({ product_id: id, last_sale_date: date }).execute();
    }
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    expect(await ownProductIds(database)).toContain('young');
    expect(await ownProductIds(database)).not.toContain('old');
  });

  test('keep the newest day a product was sold on', async () => {
    const warehouse = await startWarehouse(NOW);
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    const sales = warehouse.sandbox.truth.sales(FIRST, LAST);
    for (const row of await warehouse.database.selectFrom('own_product').selectAll().execute()) {
      const days = sales.filter((sale) => sale.productId === row.product_id).map((sale) => sale.salesDate);
      expect(row.last_sale_date, row.product_id).toBe(days.toSorted().at(-1));
    }
  });
});

describe('the last day', () => {
  test('is asked again until it has rows', async () => {
    const warehouse = await startWarehouse(NOW);
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    const calls = salesCalls(warehouse).length;
    const next = oslo('2026-11-21 08:00');
    warehouse.clock.set(next);
    warehouse.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: 2 });
    for (let round = 0; round < 4; round += 1) await takeInOwnProducts(warehouse, next);
    expect(salesCalls(warehouse).slice(calls)).toEqual(Array(3).fill('2026-11-20..2026-11-20'));
  });

  test('is asked until noon when it stays empty, then it is recorded as empty', async () => {
    const warehouse = await startWarehouse('2026-11-15 09:00'); // a Sunday
    await takeInOwnProducts(warehouse, warehouse.clock.now());
    const calls = salesCalls(warehouse).length;
    const monday = ['08:00', '11:59', '12:00', '12:15', '18:00'];
    for (const time of monday) {
      warehouse.clock.set(oslo(`2026-11-16 ${time}`));
      await takeInOwnProducts(warehouse, warehouse.clock.now());
    }
    expect(salesCalls(warehouse).slice(calls)).toEqual(Array(3).fill('2026-11-15..2026-11-15'));
  });
});

test('a restart goes on where it stopped', async () => {
  const warehouse = await startWarehouse(NOW);
  warehouse.sandbox.fail({
    operation: 'dailySales',
    fault: { kind: 'status', status: 400 },
    skip: 10,
  });
  await expect(takeInOwnProducts(warehouse, warehouse.clock.now())).rejects.toThrow();
  const before = salesCalls(warehouse);
  expect(before).toHaveLength(6);

  const restarted = { ...warehouse, database: await openDatabase(warehouse.file) };
  await takeInOwnProducts(restarted, warehouse.clock.now());
  await restarted.database.destroy();
  const after = salesCalls(warehouse).slice(6);
  expect(after[0]).toBe(before[5]);
  expect(after).toHaveLength(13 - 5);
  expect(await ids(warehouse)).toEqual(soldBetween(warehouse, FIRST, LAST));
});

test('a week that fails leaves nothing half recorded', async () => {
  const warehouse = await startWarehouse(NOW, { maxResultsCap: 200 });
  warehouse.sandbox.fail({ operation: 'dailySales', fault: { kind: 'status', status: 400 }, skip: 1 });
  await expect(takeInOwnProducts(warehouse, warehouse.clock.now())).rejects.toThrow();
  expect(await ownProductIds(warehouse.database)).toEqual([]);
  expect(await warehouse.database.selectFrom('sales_day').selectAll().execute()).toEqual([]);
});
