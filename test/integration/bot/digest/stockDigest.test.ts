import { describe, expect, test } from 'vitest';
import { createStockDigestReader } from '../../../../bot/digest/figures.ts';
import type { DigestList } from '../../../../bot/digest/stockDigest.ts';
import { answerStock } from '../../../../bot/questions/stock.ts';
import { createStockReader } from '../../../../bot/questions/stockReader.ts';
import type { SalesReader } from '../../../../bot/sales/reader.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { stockDigestMessage } from '../../../../bot/views/digest/stock.ts';
import { whyMessage } from '../../../../bot/views/digest/why.ts';
import { stockMessage } from '../../../../bot/views/stock.ts';
import { addOwnProducts, openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { readerOfSales } from '../../../support/bot/digest/salesDouble.ts';
import { calendar } from '../../../support/bot/time.ts';
import { FRAME } from '../../../support/bot/views/digestFigures.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';

const ids = ({ top }: DigestList) => top.map(({ productId }) => productId);

async function open(sales: SalesReader = readerOfSales({})) {
  const database = await openTestDatabase();
  const save = (day: string, stock: Record<string, number>) =>
    saveSnapshot(
      database,
      day,
      Object.entries(stock).map(([id, units]) => stockRow(id, units, { updatedDate: day })),
      Date.parse(`${day}T07:31:00Z`),
    );
  return { database, save, reader: createStockDigestReader({ database, sales, calendar }) };
}

const DAY = '2026-11-20';
const ALL = { businessDate: DAY, scope: 'all', withoutSales: false } as const;

test('there is none of a day that is not held', async () => {
  const { save, reader } = await open();
  await save('2026-11-19', { 1: 1 });
  expect(await reader.stockDigest(ALL)).toBeUndefined();
});

test('it says what is out, what fell and what came back since the day before, and sums of a week ago', async () => {
  const { save, reader } = await open();
  await save('2026-11-13', { 1: 50, 2: 50 });
  await save('2026-11-19', { 1: 10, 2: 10, 3: 0, 4: 100, 5: 7, 6: 0 });
  await save(DAY, { 1: 0, 2: 4, 3: 8, 4: 50, 5: 7, 6: 0, 7: 3 });
  await save('2026-11-21', { 1: 999 });
  const digest = await reader.stockDigest(ALL);
  expect(digest).toMatchObject({
    totals: { units: 72, products: 7, inStock: 5, mostStores: 3 },
    before: { businessDate: '2026-11-19', units: 127 },
    weekAgo: { businessDate: '2026-11-13', units: 100 },
    newlyOut: 1,
    changed: 4,
    updatedTime: '08:24:11',
  });
  if (digest === undefined) throw new Error('no digest');
  expect(ids(digest.out)).toEqual(['1', '6']);
  expect(ids(digest.falls)).toEqual(['4', '1', '2']);
  expect(ids(digest.back)).toEqual(['3']);
  expect(digest.history.map(({ businessDate }) => businessDate)).toEqual(['2026-11-13', '2026-11-19', DAY]);
});

test('stock below zero counts as none', async () => {
  const { save, reader } = await open();
  await save('2026-11-19', { 1: 5, 2: -2, 3: -1 });
  await save(DAY, { 1: -3, 2: -2, 3: 4 });
  const digest = await reader.stockDigest(ALL);
  if (digest === undefined) throw new Error('no digest');
  expect(digest).toMatchObject({ newlyOut: 1, out: { count: 2 } });
  expect(ids(digest.out)).toEqual(['1', '2']);
  expect(ids(digest.back)).toEqual(['3']);
});

const mean = (productId: string, quantity: number, firstSold = '2026-10-23') => ({
  productId,
  quantity,
  millilitres: 0,
  firstSold,
});

test('every list is whole: what fell or came back is told also when it is out or low by now', async () => {
  const { save, reader } = await open(
    readerOfSales({ means: [mean('1', 56), mean('2', 56), mean('3', 28), mean('6', 56)] }),
  );
  await save('2026-11-19', { 1: 400, 2: 400, 3: 7, 4: 50, 5: 0, 6: 0 });
  await save(DAY, { 1: 10, 2: 300, 3: 6, 4: 0, 5: 8, 6: 4 });
  const digest = await reader.stockDigest(ALL);
  if (digest === undefined) throw new Error('no digest');
  expect(digest.low.top.map(({ productId, days }) => [productId, days])).toEqual([
    ['6', 2],
    ['1', 5],
    ['3', 6],
  ]);
  expect(ids(digest.out)).toEqual(['4']);
  expect(ids(digest.falls)).toEqual(['1', '2', '4', '3']);
  expect(ids(digest.back)).toEqual(['5', '6']);
});

describe('a digest that is drawn', () => {
  /** 20 products that fell, the low ones most; one that is out and one that came back. */
  async function drawn() {
    const selling = Array.from({ length: 20 }, (_, at) => mean(String(1 + at), at < 5 ? 280 : 28));
    const { save, reader, database } = await open(readerOfSales({ means: [...selling, mean('90', 28)] }));
    const before = selling.map(({ productId }, at) => [productId, at < 5 ? 500 : 100 + at]);
    const now = selling.map(({ productId }, at) => [productId, at < 5 ? 30 : 90 + at]);
    await save('2026-11-19', { ...Object.fromEntries(before), 90: 5, 91: 0 });
    await save(DAY, { ...Object.fromEntries(now), 90: 0, 91: 7 });
    const digest = await reader.stockDigest(ALL);
    if (digest === undefined) throw new Error('no digest');
    return { digest, database, sales: readerOfSales({ means: [...selling, mean('90', 28)] }) };
  }

  test('names the largest falls of all, and each product once in its table, under what to do about it', async () => {
    const { digest } = await drawn();
    const message = stockDigestMessage(digest, FRAME, readerOf('dataTable'));
    expect(message.text).toContain('Largest falls: 1 (−470), 2 (−470) and 19 more');
    const [, ...rows] = message.blocks.flatMap((block) => (block.type === 'data_table' ? block.rows : []));
    const cells = rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : '')));
    const named = cells.map(([name = '']) => name.split(': '));
    expect(new Set(named.map(([, product]) => product)).size).toBe(cells.length);
    expect(named.filter(([what]) => what === 'Running low').map(([, product]) => product)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(named.map(([what]) => what)).toEqual([
      'Out of stock',
      ...Array.from({ length: 5 }, () => 'Running low'),
      ...Array.from({ length: 8 }, () => 'Falling'),
      'Back in stock',
    ]);
  });

  test('counts as low what `/stock low 7` counts without those that are out, which that says', async () => {
    const { digest, database, sales } = await drawn();
    const message = stockDigestMessage(digest, FRAME, readerOf('dataTable'));
    expect(message.text).toContain('5 products running low (less than 7 days of cover)');
    const stock = createStockReader({ database, sales, calendar });
    const directory = { all: async () => [], held: () => undefined, refresh: async () => {} };
    const low = { command: 'stock', kind: 'low', scope: 'all', days: 7 } as const;
    const answer = await answerStock({ stock, directory, idsNamed: () => [] }, low, true, 2);
    if (answer === undefined) throw new Error('no answer');
    expect(stockMessage(answer, readerOf('dataTable')).text).toBe(
      '6 products have less than 7 days of cover on Fri 20 Nov 2026, 1 of them out of stock. Not counted: 1 product whose sales are not known.',
    );
  });

  test('and `/stock low 7` list who lasts a little less than seven days, with a figure that is less', async () => {
    // 69.6 of 10 a day are 6.96 days; 70 are seven.
    const sales = readerOfSales({ means: [mean('1', 2_800), mean('2', 2_800), mean('3', 2_800)] });
    const { save, reader, database } = await open(sales);
    await save(DAY, { 1: 696, 2: 700, 3: 0 });
    const digest = await reader.stockDigest(ALL);
    const stock = createStockReader({ database, sales, calendar });
    const low = { command: 'stock', kind: 'low', scope: 'all', days: 7 } as const;
    const list = await stock.stockFigures(low, true, 10);
    const every = await stock.stockFigures({ command: 'stock', kind: 'overview', scope: 'all' }, true, 10);
    if (digest === undefined || list === undefined || every === undefined) throw new Error('no figures');
    expect(ids(digest.low)).toEqual(['1']);
    expect(list.rows.map(({ productId }) => productId)).toEqual(['3', '1']);
    const inDigest = stockDigestMessage(digest, FRAME, readerOf('text'));
    expect(inDigest.text).toContain('1 product running low (less than 7 days of cover): 1 (6.9 days)');
    const read = (answer: typeof list) =>
      JSON.stringify(stockMessage({ ...answer, stores: undefined }, readerOf('text')).blocks);
    expect(read(list)).toMatch(/1 +6\.9 +696/);
    expect(read(list)).not.toContain('7.0');
    expect(read(every)).toMatch(/1 +696 +6\.9/);
    expect(read(every)).toMatch(/2 +700 +7\.0/);
  });

  test('`/stock over 30` lists what lasts longest first, and last what is in stock and did not sell', async () => {
    const sales = readerOfSales({
      means: [mean('1', 280), mean('2', 28), mean('3', 28), mean('4', 0), mean('5', 0)],
    });
    const { save, database } = await open(sales);
    await save(DAY, { 1: 300, 2: 31, 3: 90, 4: 5, 5: 0, 6: 7 });
    const stock = createStockReader({ database, sales, calendar });
    const over = { command: 'stock', kind: 'over', scope: 'all', days: 30 } as const;
    const list = await stock.stockFigures(over, true, 10);
    if (list === undefined) throw new Error('no figures');
    expect(list.rows.map(({ productId }) => productId)).toEqual(['3', '2', '4']);
    expect(stockMessage({ ...list, stores: undefined }, readerOf('text')).text).toBe(
      '2 products have more than 30 days of cover on Fri 20 Nov 2026. 1 more is in stock but did not sell. Not counted: 1 product whose sales are not known.',
    );
  });

  test('tells for a new product the days that its sum was divided by, and the result as it stands there', async () => {
    const { save, reader } = await open(readerOfSales({ means: [mean('1', 73, '2026-11-10')] }));
    await save(DAY, { 1: 51 });
    const digest = await reader.stockDigest(ALL);
    if (digest === undefined) throw new Error('no digest');
    expect(stockDigestMessage(digest, FRAME, readerOf('dataTable')).text).toContain('1 (6.9 days)');
    expect(whyMessage({ kind: 'stock', stock: digest }, readerOf('dataTable'), true).text).toContain(
      'For example 1: 51 ÷ (73 units ÷ 10 days since its first sale) = 6.9 days.',
    );
  });
});

test('it is of own products; of all, and says so, while nobody knows which these are; or of those that were chosen', async () => {
  const { database, save, reader } = await open();
  await save(DAY, { 1: 1, 2: 2, 3: 4 });
  const mine = { businessDate: DAY, scope: 'mine', withoutSales: false } as const;
  expect(await reader.stockDigest(mine)).toMatchObject({
    scope: 'all',
    ownUnknown: true,
    totals: { units: 7 },
  });
  await addOwnProducts(database, ['1', '2']);
  expect(await reader.stockDigest(mine)).toMatchObject({
    scope: 'mine',
    withoutSales: false,
    ownUnknown: false,
    totals: { units: 3 },
  });
  const chosen = { ...mine, productIds: ['0003'] };
  expect(await reader.stockDigest(chosen)).toMatchObject({ scope: 'chosen', totals: { units: 4 } });
  expect(await reader.stockDigestRows(chosen)).toMatchObject([{ productId: '3', stock: 4 }]);
});

test('"Why these numbers?" says that the list became far shorter, also after the day was read again', async () => {
  const { save, reader } = await open();
  const listOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, 5]));
  const why = async () => {
    const stock = await reader.stockDigest(ALL);
    return stock && whyMessage({ kind: 'stock', stock }, readerOf('text'), true).text;
  };
  await save('2026-11-19', listOf(60));
  await save(DAY, listOf(60));
  expect(await why()).not.toContain('The data service listed');
  await save(DAY, listOf(30));
  await save(DAY, listOf(30));
  expect(await why()).toContain('The data service listed 30 products, far fewer than the 60 before.');
  await save(DAY, listOf(60));
  expect(await why()).not.toContain('The data service listed');
});
