import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { digestSheet } from '../../../../bot/views/digest/sheet.ts';
import { madeOf, sheetFrom, sheetOf } from '../../../../bot/views/sheet.ts';
import { yieldToEventLoop } from '../../../../bot/workers/yieldToEventLoop.ts';
import {
  comparisonOf,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
  storesAnswerOf,
} from '../../../support/bot/views/figures.ts';

test('a file of many rows has each once and in order, and others have their turn while it is written', async () => {
  const numbers = Array.from({ length: 5_250 }, (_, at) => at);
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await yieldToEventLoop();
      turns += 1;
    }
  })();
  const sheet = await sheetFrom(
    { name: 'numbers', head: ['number', 'half'], rows: madeOf(numbers, (at) => [at, at / 2]) },
    'nb',
  );
  isDone = true;
  await counting;
  expect(sheet.rows).toBe(5_250);
  expect(sheet.text.split('\r\n')).toEqual([
    '\uFEFFnumber;half',
    ...numbers.map((at) => `${at};${String(at / 2).replace('.', ',')}`),
    '',
  ]);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('litres are in the file to the millilitre, what was brought back as well', async () => {
  const group = salesGroup('1101', 1_234_567, { returnedMillilitres: 335, returnedQuantity: 1 });
  const sheet = await sheetOf(salesAnswerOf([group]), readerOf('plain'));
  const [head = '', row = ''] = sheet.text.replace('\uFEFF', '').split('\r\n');
  expect(head).toMatch(/returned/i);
  expect(row).toContain('1234.567');
  expect(row).toContain('0.335');
});

test('the files of a stock answer and of a stock digest are alike', async () => {
  const reader = readerOf('plain');
  const row = stockRowOf('1101', 12, { weekAgo: 30 });
  const answered = await sheetOf(stockAnswerOf([row]), reader);
  const digested = await digestSheet(
    { dataDay: '2026-11-20', dataFrom: '2026-11-20', showsSales: true },
    { kind: 'stock', rows: [{ ...row, days: 6, restsOn: 28 }] },
    reader.language,
    reader.products,
    reader.stores,
  );
  expect(answered.text).toBe(digested.text);
  expect(answered.text).toContain('stockDate,units,unitsBefore,unitsWeekAgo,daysOfCover,');
});

test('the file of stock in a period has each product of each day', async () => {
  const levels = ['1101', '7'].map((productId, at) => ({
    businessDate: '2026-11-10',
    productId,
    stock: 12 + at,
    storesWithStock: 3 + at,
  }));
  const sheet = await sheetOf(stockHistoryOf([['2026-11-10', 25]], { levels }), readerOf('plain'));
  expect(sheet.rows).toBe(2);
  expect(sheet.text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'productId,productName,stockDate,units,storesWithStock',
    '1101,,2026-11-10,12,3',
    '7,,2026-11-10,13,4',
    '',
  ]);
});

const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const gin = { meaning: 'product', kind: 'name', words: 'Gin' } as const;
const SALES = {
  command: 'sales',
  kind: 'sales',
  days: WEEK,
  productIds: [],
  storeIds: [],
  by: 'store',
} as const;

test.each([
  [{ ...SALES, names: [gin] }, 'sales-gin-2026-W46-by-store', 'salg-gin-2026-uke-46-per-butikk'],
  [
    { ...SALES, days: { from: '2026-10-01', to: '2026-10-31' }, returns: true, by: 'month' },
    'returns-2026-10-by-month',
    'returer-2026-10-per-maned',
  ],
  [
    { ...SALES, days: { from: '2026-10-05', to: '2026-11-01' }, productIds: ['1101', '90210', '7', '8'] },
    'sales-1101-90210-and-2-more-2026-10-05-to-2026-11-01-by-store',
    'salg-1101-90210-og-2-til-2026-10-05-til-2026-11-01-per-butikk',
  ],
  [
    {
      ...SALES,
      days: { from: '2026-11-19', to: '2026-11-19' },
      without: { productIds: [], storeIds: [], names: [{ ...gin, words: '../Øl & <Cider>: "ærlig"?*|' }] },
    },
    'sales-without-ol-cider-arlig-2026-11-19-by-store',
    'salg-uten-ol-cider-arlig-2026-11-19-per-butikk',
  ],
] as const)(
  'a file says in its name what was asked, in the language of its reader: %#',
  async (question, english, norwegian) => {
    const answer = salesAnswerOf([], { question, days: question.days });
    const nameIn = async (locale: 'en' | 'nb') =>
      (await sheetOf(answer, readerOf('plain', { language: languageFor(locale) }))).fileName;
    expect(await nameIn('en')).toBe(`${english}.csv`);
    expect(await nameIn('nb')).toBe(`${norwegian}.csv`);
  },
);

test('files of stock, comparisons, sides and stores are named likewise', async () => {
  const language = languageFor('nb');
  const nameOf = async (answer: Parameters<typeof sheetOf>[0]) =>
    (await sheetOf(answer, readerOf('plain', { language }))).fileName;
  const stock = stockAnswerOf([stockRowOf('1101', 5)]);
  const day = stock.snapshot.businessDate;
  const low = { command: 'stock', kind: 'low', scope: 'all', days: 7 } as const;
  expect(await nameOf({ ...stock, question: low })).toBe(`snart-utsolgt-7-alle-${day}.csv`);
  const products = { command: 'stock', kind: 'products', productIds: ['1101'] } as const;
  expect(await nameOf({ ...stock, question: products })).toBe(`beholdning-1101-${day}.csv`);
  expect(await nameOf(stockHistoryOf([]))).toBe('beholdning-1101-2026-uke-46.csv');
  expect(await nameOf(comparisonOf([], []))).toBe('salg-2026-11-19-mot-2026-11-12-per-vare.csv');
  const each = [gin, { ...gin, words: 'cider' }].map((name) => ({ ids: [], names: [name] }));
  const sides = { ...SALES, sides: { of: 'product', each } } as const;
  expect(await nameOf(salesAnswerOf([], { question: sides, days: WEEK }))).toBe(
    'salg-gin-mot-cider-2026-uke-46-per-butikk.csv',
  );
  const open = { command: 'stores', kind: 'search', words: 'oslo', openNow: true } as const;
  expect(await nameOf(storesAnswerOf([], { question: open }))).toMatch(
    /^butikker-oslo-apne-2026-11-\d\d\.csv$/,
  );
});
