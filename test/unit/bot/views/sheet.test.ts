import { expect, test } from 'vitest';
import { digestSheet } from '../../../../bot/views/digest/sheet.ts';
import { madeOf, sheetFrom, sheetOf } from '../../../../bot/views/sheet.ts';
import { yieldToEventLoop } from '../../../../bot/workers/yieldToEventLoop.ts';
import {
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockRowOf,
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
