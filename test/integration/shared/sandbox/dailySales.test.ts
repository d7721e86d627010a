import { describe, expect, test } from 'vitest';
import { ask, open, SALES, SetClock } from '../../../support/shared/sandbox/asking.ts';
import { salesRows, trueRows } from './salesRows.ts';

const WEEK = { fromSalesDate: '2026-11-13', toSalesDate: '2026-11-19' };
const weekOf = (sandbox: Parameters<typeof trueRows>[0]) =>
  trueRows(sandbox, WEEK.fromSalesDate, WEEK.toSalesDate);

describe('pages', () => {
  test('are capped by the service, asked or not', async () => {
    const sandbox = await open({ maxResultsCap: 40 });
    expect(await salesRows(sandbox, WEEK)).toHaveLength(40);
    expect(await salesRows(sandbox, { ...WEEK, maxResults: 500 })).toHaveLength(40);
    expect(await salesRows(sandbox, { ...WEEK, maxResults: 39 })).toHaveLength(39);
  });

  test('carry a total only when that is switched on', async () => {
    const silent = await open();
    expect((await ask(silent, SALES, WEEK)).headers.get('x-total-count')).toBeNull();
    const telling = await open({ salesTotalHeader: true });
    const response = await ask(telling, SALES, { ...WEEK, maxResults: 3 });
    expect(response.headers.get('x-total-count')).toBe(String(weekOf(telling).length));
  });
});

test('ids sort by number', async () => {
  const { truth } = await open();
  for (const ids of [truth.storeIds(), truth.productIds()]) {
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)));
    expect(ids).not.toEqual(ids.toSorted());
  }
});

describe('filters', () => {
  test('find ids by number: 345 is "00345" and 101 is "0101"', async () => {
    const sandbox = await open();
    const all = weekOf(sandbox);
    const ofProduct = await salesRows(sandbox, { ...WEEK, productId: 345 });
    expect(ofProduct.length).toBeGreaterThan(0);
    expect(ofProduct).toEqual(all.filter((row) => row.productId === '00345'));
    const ofStore = await salesRows(sandbox, { ...WEEK, fromStoreId: 101, toStoreId: 101 });
    expect(ofStore.length).toBeGreaterThan(0);
    expect(ofStore).toEqual(all.filter((row) => row.storeId === '0101'));
    expect(await salesRows(sandbox, { ...WEEK, productId: '00345' })).toEqual(ofProduct);
  });

  test('compare store numbers as numbers', async () => {
    const sandbox = await open();
    const rows = await salesRows(sandbox, { ...WEEK, fromStoreId: 143, toStoreId: 1027 });
    const expected = weekOf(sandbox).filter(
      ({ storeId }) => Number(storeId) >= 143 && Number(storeId) <= 1027,
    );
    expect(rows).toEqual(expected);
    expect(new Set(rows.map((row) => row.storeId))).toContain('0312');
  });

  test.each(['vendorId', 'wholesalerId'] as const)('by %s give its products only', async (filter) => {
    const sandbox = await open();
    const { truth } = sandbox;
    const ids = filter === 'vendorId' ? truth.vendorIds() : truth.wholesalerIds();
    const all = weekOf(sandbox);
    let count = 0;
    for (const id of ids) {
      const theirs = truth.products().filter((product) => product[filter] === id);
      const rows = await salesRows(sandbox, { ...WEEK, [filter]: id });
      expect(rows).toEqual(all.filter((row) => theirs.some(({ productId }) => productId === row.productId)));
      count += rows.length;
    }
    expect(count).toBe(all.length);
    expect(await salesRows(sandbox, { ...WEEK, [filter]: 99 })).toEqual([]);
  });

  test('by changedSince give later sales and later corrections', async () => {
    const sandbox = await open();
    const all = trueRows(sandbox, '2026-08-22', '2026-11-19');
    const rows = await salesRows(sandbox, { changedSince: '2026-11-18' });
    expect(rows).toEqual(all.filter((row) => row.lastChangedDate >= '2026-11-18'));
    expect(rows.some((row) => row.salesDate < '2026-11-18')).toBe(true);
    expect(await salesRows(sandbox, { changedSince: '2026-11-21' })).toEqual([]);
  });
});

describe('the period', () => {
  test('without dates is the last 90 days', async () => {
    const sandbox = await open();
    const rows = await salesRows(sandbox);
    expect(rows).toEqual(trueRows(sandbox, '2026-08-22', '2026-11-19'));
    expect(rows.length).toBeGreaterThan(40_000);
  });

  test('is open at either end', async () => {
    const sandbox = await open();
    expect(await salesRows(sandbox, { fromSalesDate: '2026-11-17' })).toEqual(
      trueRows(sandbox, '2026-11-17', '2026-11-19'),
    );
    const rows = await salesRows(sandbox, { toSalesDate: '2026-10-05', productId: 1101 });
    expect(rows.at(-1)?.salesDate).toBe('2026-10-05');
  });

  test('reaches back three years at most', async () => {
    const sandbox = await open({ stores: 1, products: 2 });
    const rows = await salesRows(sandbox, { fromSalesDate: '2000-01-01' });
    expect(rows).toEqual(trueRows(sandbox, '2000-01-01', '2026-11-19'));
    expect(rows[0]?.salesDate.slice(0, 7)).toBe('2023-11');
  });

  test('ends where the refresh of 07:45 local time has reached', async () => {
    const clock = new SetClock('2026-11-20T07:44:59+01:00');
    const sandbox = await open({ now: clock.now });
    const latest = async () => (await salesRows(sandbox, { fromSalesDate: '2026-11-10' })).at(-1)?.salesDate;
    expect(await latest()).toBe('2026-11-18');
    expect(sandbox.truth.latestSalesDate()).toBe('2026-11-18');
    clock.set('2026-11-20T07:45:00+01:00');
    expect(await latest()).toBe('2026-11-19');
    expect(sandbox.truth.latestSalesDate()).toBe('2026-11-19');
  });

  test.each([
    ['the day summer time begins', '2026-03-29', '+02:00'],
    ['the day summer time ends', '2026-10-25', '+01:00'],
  ])('follows the clock on the wall on %s', async (_, date, offset) => {
    const clock = new SetClock(`${date}T07:44:59${offset}`);
    const { truth } = await open({ now: clock.now });
    const before = truth.latestSalesDate();
    clock.set(`${date}T07:45:00${offset}`);
    expect(Date.parse(truth.latestSalesDate()) - Date.parse(before)).toBe(86_400_000);
    expect(Date.parse(date) - Date.parse(truth.latestSalesDate())).toBe(86_400_000);
  });

  test('has no sales on Sundays and holidays', async () => {
    const sandbox = await open({ now: new SetClock('2026-04-12T12:00:00+02:00').now });
    const rows = await salesRows(sandbox, { fromSalesDate: '2026-03-29', toSalesDate: '2026-04-11' });
    // Easter Sunday is 5 April 2026.
    const open12 = ['03-30', '03-31', '04-01', '04-04', '04-07', '04-08', '04-09', '04-10', '04-11'];
    expect([...new Set(rows.map((row) => row.salesDate))]).toEqual(open12.map((date) => `2026-${date}`));
  });

  test('has none on the empty days that were asked for', async () => {
    const sandbox = await open({ emptyDays: ['2026-11-19'] });
    expect(await salesRows(sandbox, { fromSalesDate: '2026-11-19' })).toEqual([]);
    expect((await salesRows(sandbox, { fromSalesDate: '2026-11-18' })).length).toBeGreaterThan(0);
  });
});

describe('a sale', () => {
  test('is of an open store, an own product and whole millilitres', async () => {
    const sandbox = await open();
    const { truth } = sandbox;
    const sales = truth.sales('2026-08-22', '2026-11-19');
    const products = new Map(truth.products().map((product) => [product.productId, product]));
    const openStores = new Set(
      truth.stores().flatMap(({ storeId, status }) => (status === 'Open' ? [storeId] : [])),
    );
    const wrong = sales.filter((sale) => {
      const product = products.get(sale.productId);
      const isOwnInOpenStore = openStores.has(sale.storeId) && product?.own === true;
      const isWhole = Number.isInteger(sale.salesQuantity) && sale.salesQuantity !== 0;
      const isUnits = sale.millilitres === sale.salesQuantity * (product?.unitMillilitres ?? 0);
      const isLitres = sale.salesVolume === sale.millilitres / 1000;
      const isShort = /^-?\d+(\.\d{1,3})?$/.test(String(sale.salesVolume));
      return !(isOwnInOpenStore && isWhole && isUnits && isLitres && isShort);
    });
    expect(wrong).toEqual([]);
    const pairs =
      openStores.size * truth.productIds().length * new Set(sales.map((sale) => sale.salesDate)).size;
    expect(sales.length / pairs).toBeGreaterThan(0.4);
    expect(sales.length / pairs).toBeLessThan(0.6);
    const returns = sales.filter((sale) => sale.salesQuantity < 0).length / sales.length;
    expect(returns).toBeGreaterThan(0.005);
    expect(returns).toBeLessThan(0.015);
  });

  test('is corrected at 07:45 of a later day in about one case of fifty, and never before', async () => {
    const clock = new SetClock('2026-11-10T07:45:00+01:00');
    const sandbox = await open({ now: clock.now });
    const monday = () => sandbox.truth.sales('2026-11-09', '2026-11-09');
    const keyed = () => new Map(monday().map((sale) => [`${sale.storeId} ${sale.productId}`, sale]));
    let before = keyed();
    let corrections = [...before.values()].filter((sale) => sale.lastChangedDate !== '2026-11-09').length;
    for (const date of ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']) {
      clock.set(`${date}T07:44:59+01:00`);
      expect(keyed()).toEqual(before);
      clock.set(`${date}T07:45:00+01:00`);
      for (const [key, sale] of keyed()) {
        if (sale.lastChangedDate !== date) expect(sale).toEqual(before.get(key));
        else {
          corrections += 1;
          expect(sale.salesQuantity).not.toBe(before.get(key)?.salesQuantity);
          expect(sale.lastChangedTime < '07:45:00').toBe(true);
        }
      }
      before = keyed();
    }
    clock.set('2026-12-24T12:00:00+01:00');
    expect(keyed()).toEqual(before);
    expect(corrections / before.size).toBeGreaterThan(0.008);
    expect(corrections / before.size).toBeLessThan(0.035);
    const uncorrected = [...before.values()].filter((sale) => sale.lastChangedDate === '2026-11-09');
    for (const sale of uncorrected) expect(sale.lastChangedTime >= '18:00:00').toBe(true);
  });

  test('never changed later than now', async () => {
    const clock = new SetClock('2026-11-16T07:45:00+01:00');
    const { truth } = await open({ now: clock.now });
    for (let hour = 0; hour < 72; hour += 1) {
      const local = new Date(clock.now() + 3_600_000).toISOString();
      const latest = truth
        .sales('2026-11-09', '2026-11-19')
        .map(({ lastChangedDate, lastChangedTime }) => `${lastChangedDate}T${lastChangedTime}`)
        .toSorted()
        .at(-1);
      expect(latest !== undefined && latest <= local).toBe(true);
      clock.forward(3_600_000);
    }
  });

  test('comes from a product that some store had that morning', async () => {
    const clock = new SetClock('2026-11-18T08:30:00+01:00');
    const { truth } = await open({ now: clock.now });
    const soldOut = truth.stock().flatMap(({ productId, stock }) => (stock === 0 ? [productId] : []));
    clock.forward(86_400_000);
    const sold = new Set(truth.sales('2026-11-18', '2026-11-18').map((sale) => sale.productId));
    expect(soldOut.filter((productId) => sold.has(productId))).toEqual([]);
  });
});
