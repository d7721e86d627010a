import type { TruthSale } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { inLitres, largestFirst, type Sum, sumBy, thousands } from '../../../support/bot/figures.ts';
import { type FileRow, fileIn, tableIn } from '../../../support/slack/tables.ts';
import { namedProducts, startTestBot } from '../../../support/testBot.ts';

/** What is answered beside what the service has, to the millilitre. It is 08:49 on Friday 20 November 2026. */

const CSV = 'All rows as CSV';

function amountsOf({ key, millilitres, quantity }: Sum): string {
  return `${key}: ${millilitres / 1000} l, ${quantity}`;
}

function amountsIn(rows: readonly FileRow[], ...columns: string[]): string[] {
  return rows.map((row) => `${columns.map((name) => row[name]).join(' ')}: ${row.litres} l, ${row.units}`);
}

interface Asked {
  readonly text: string;
  readonly days: readonly [from: string, to: string];
  /** Columns of the file that tell its rows apart. */
  readonly columns: readonly string[];
  readonly keyOf: (row: TruthSale) => string;
  readonly among?: (row: TruthSale) => boolean;
  /** Which of the largest first. */
  readonly pick?: (sums: Sum[]) => Sum[];
  /** False of what is not held for these days. */
  readonly isHeld?: false;
}

const WEEK = ['2026-11-09', '2026-11-15'] as const;
const DAY = ['2026-11-19', '2026-11-19'] as const;

test('sales of every kind are those of the service, and ask it only for days that are not held', async () => {
  const bot = await startTestBot();
  const { truth } = bot.service;
  const groups = new Map(namedProducts(bot.service).map(({ id, group }) => [id, group]));
  const byProduct = { columns: ['productNumber'], keyOf: ({ productId }: TruthSale) => productId };
  const byStore = { columns: ['storeNumber'], keyOf: ({ storeId }: TruthSale) => storeId };
  const [first, second, third] = largestFirst(sumBy(truth.sales(...DAY), byStore.keyOf)).map(
    ({ key }) => key,
  );
  const [product = ''] = largestFirst(sumBy(truth.sales(...DAY), byProduct.keyOf)).map(({ key }) => key);
  const isGin = ({ productId }: TruthSale) => groups.get(productId) === 'Gin';
  const inOrder = (sums: Sum[]) => sums.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const asked: Asked[] = [
    { text: 'yesterday', days: DAY, ...byProduct },
    { text: '2026-10-01..2026-10-03', days: ['2026-10-01', '2026-10-03'], ...byProduct, isHeld: false },
    { text: 'last week by:store', days: WEEK, ...byStore },
    {
      text: 'last week by:day',
      days: WEEK,
      columns: ['day'],
      keyOf: ({ salesDate }) => salesDate,
      pick: inOrder,
    },
    {
      text: '2026-11-11..2026-11-16 by:week',
      days: ['2026-11-11', '2026-11-16'],
      columns: ['week', 'weekFrom', 'weekTo', 'daysIncluded'],
      keyOf: ({ salesDate }) =>
        salesDate < '2026-11-16' ? '2026-W46 2026-11-11 2026-11-15 5' : '2026-W47 2026-11-16 2026-11-16 1',
      pick: inOrder,
    },
    {
      text: 'last week by:group',
      days: WEEK,
      columns: ['group'],
      keyOf: ({ productId }) => groups.get(productId) ?? 'No group',
    },
    { text: 'last week top 3', days: WEEK, ...byProduct, pick: (sums) => sums.slice(0, 3) },
    {
      text: 'last week bottom 3 by:store',
      days: WEEK,
      ...byStore,
      pick: (sums) => sums.toReversed().slice(0, 3),
    },
    {
      text: '2026-11-18..2026-11-19 by:store by:product top 5',
      days: ['2026-11-18', '2026-11-19'],
      columns: ['storeNumber', 'productNumber'],
      keyOf: ({ storeId, productId }) => `${storeId} ${productId}`,
      pick: (sums) => sums.slice(0, 5),
    },
    { text: 'group:gin last week by:store', days: WEEK, ...byStore, among: isGin },
    { text: 'yesterday without group:gin', days: DAY, ...byProduct, among: (row) => !isGin(row) },
    {
      text: `product:${product} store:${first},${second} last week by:store`,
      days: WEEK,
      ...byStore,
      among: (row) => row.productId === product && [first, second].includes(row.storeId),
    },
  ];
  for (const { text, days, columns, keyOf, among = () => true, pick, isHeld } of asked) {
    const before = bot.service.requests.length;
    const answer = await bot.kari.type('/sales', text);
    expect(bot.service.requests.length > before, text).toBe(isHeld === false);
    const sold = truth.sales(...days).filter(among);
    const all = largestFirst(sumBy(sold, keyOf));
    const { rows } = fileIn(await bot.kari.click(answer, CSV));
    expect(amountsIn(rows, ...columns), text).toEqual((pick?.(all) ?? all).map(amountsOf));
    const [sum] = sumBy(sold, () => 'all');
    expect(answer.text, text).toContain(`${inLitres(sum?.millilitres ?? 0)} litres`);
    const [, ...shown] = tableIn(answer);
    expect(shown, text).toHaveLength(Math.min(rows.length, 100));
    await bot.pass(60);
  }
  expect(third).toBeDefined();
});

test('sides have a sum each, what the first has more or less, and their rows in the file', async () => {
  const bot = await startTestBot();
  const sold = bot.service.truth.sales(...DAY);
  const sums = largestFirst(sumBy(sold, ({ storeId }) => storeId));
  const [first, second, third] = sums;
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few stores');
  const both = second.millilitres + third.millilitres;
  const answer = await bot.kari.type(
    '/sales',
    `store:${second.key},${third.key} vs store:${first.key} yesterday`,
  );
  const difference = inLitres(both - first.millilitres).replace('-', '−');
  expect(answer.text).toContain(`: ${inLitres(both)} litres, ${second.quantity + third.quantity} units`);
  expect(answer.text).toContain(`${difference.startsWith('−') ? '' : '+'}${difference} litres`);
  const { rows } = fileIn(await bot.kari.click(answer, CSV));
  expect(amountsIn(rows, 'storeNumber')).toEqual([second, third, first].map(amountsOf));
  expect(new Set(rows.slice(0, 2).map(({ selection }) => selection)).size).toBe(1);

  const daily = await bot.kari.type(
    '/sales',
    `store:${first.key} vs store:${second.key} 2026-11-18..2026-11-19 by:day`,
  );
  const ofDays = fileIn(await bot.kari.click(daily, CSV)).rows;
  expect(ofDays.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-18', '2026-11-19']);
  expect(Number(ofDays[1]?.litres)).toBe(first.millilitres / 1000);

  const products = await bot.kari.click(
    await bot.kari.type('/sales', `store:${first.key} vs store:${second.key} yesterday`),
    'answer_by_product',
  );
  const litresIn = (storeId: string, productId: string) =>
    sumBy(
      sold.filter((row) => row.storeId === storeId && row.productId === productId),
      () => 'all',
    )[0]?.millilitres ?? 0;
  for (const [name = '', inFirst, inSecond] of tableIn(products).slice(1)) {
    const [productId = ''] = name.split(' ');
    expect([Number(inFirst), Number(inSecond)]).toEqual(
      [first, second].map(({ key }) => expect.closeTo(litresIn(key, productId) / 1000, 1)),
    );
  }
});

test('returns are what was brought back, in positive litres, behind every button too', async () => {
  const bot = await startTestBot();
  const back = bot.service.truth.sales(...WEEK).filter(({ salesQuantity }) => salesQuantity < 0);
  const sums = sumBy(back, ({ storeId }) => storeId);
  const answer = await bot.kari.type('/sales', 'returns last week by:store');
  const { name, rows } = fileIn(await bot.kari.click(answer, CSV));
  expect(name).toMatch(/^returns-/);
  expect(
    Object.fromEntries(
      rows.map((row) => [row.storeNumber, [Number(row.returnedLitres), Number(row.returnedUnits)]]),
    ),
  ).toEqual(Object.fromEntries(sums.map((sum) => [sum.key, [-sum.millilitres / 1000, -sum.quantity]])));
  for (const button of ['answer_by_product', 'answer_thirty_days']) {
    const next = await bot.kari.click(answer, button);
    expect(next.text).toMatch(/Returns/);
    expect(fileIn(await bot.kari.click(next, CSV)).name).toMatch(/^returns-/);
  }
});

test('a share is the part of all that is asked for', async () => {
  const bot = await startTestBot();
  const sums = largestFirst(sumBy(bot.service.truth.sales(...DAY), ({ productId }) => productId));
  const total = sums.reduce((sum, { millilitres }) => sum + millilitres, 0);
  const shareOf = (sum: Sum | undefined) => `${(((sum?.millilitres ?? 0) / total) * 100).toFixed(1)}%`;
  const [head = [], ...rows] = tableIn(await bot.kari.type('/sales', 'yesterday share'));
  const column = head.indexOf('Share');
  expect(rows.map((row) => row[column])).toEqual(sums.map(shareOf));
  const one = await bot.kari.type('/sales', `product:${sums[0]?.key} by:product share yesterday`);
  expect(one.text).toContain(`${shareOf(sums[0])} of all sales, ${thousands(Math.round(total / 1000))} l`);
});

test('stock, its changes and what is out are those of the service, and the list of all agrees with itself', async () => {
  const bot = await startTestBot();
  const { truth } = bot.service;
  const calls = bot.service.requests.length;
  const own = new Set(truth.productIds());
  const now = truth.stock();
  const numberOf = (label = '') => label.split(' ')[0] ?? '';
  const listed = async (text: string) => tableIn(await bot.kari.type('/stock', text)).slice(1);
  const gone = now.filter(({ stock }) => stock <= 0);
  expect((await listed('out')).map(([label]) => numberOf(label)).toSorted()).toEqual(
    gone.flatMap(({ productId }) => (own.has(productId) ? [productId] : [])).toSorted(),
  );
  const low = await bot.kari.type('/stock', 'low 7 all');
  const [, counted = '0'] = /, (\d+) of them out of stock\. Not counted/.exec(low.text) ?? [];
  const [, left = '0'] = /with unknown sales, (\d+) of them out of stock\./.exec(low.text) ?? [];
  expect(Number(counted) + Number(left)).toBe(gone.length);

  // Ten units an hour ago are what is held of the day before.
  const changes = await bot.kari.type('/stock', 'changes all');
  const { rows } = fileIn(await bot.kari.click(changes, CSV));
  const after = new Map(now.map(({ productId, stock }) => [productId, String(stock)]));
  expect(rows.length).toBeGreaterThan(10);
  for (const { productNumber = '', units, unitsDayBefore } of rows) {
    expect([productNumber, units]).toEqual([productNumber, after.get(productNumber)]);
    expect(unitsDayBefore).not.toBe(units);
  }
  expect(bot.service.requests).toHaveLength(calls);
});

test('a year whose sales are known from some day on says from which, and is not compared', async () => {
  const { kari } = await startTestBot();
  const year = await kari.type('/sales', '2023');
  expect(year.text).toContain('; First sales on Sat 18 Nov 2023');
  const before = await kari.click(year, 'answer_previous_period');
  expect(before.text).toContain('No change is shown. The previous period has no sales data.');
  const [, ...rows] = tableIn(before);
  expect(new Set(rows.map(([, , change]) => change))).toEqual(new Set(['–']));
});
