import { createCalendar } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { parseSales } from '../../../bot/grammar/sales.ts';
import { mistakeOf } from './mistakeOf.ts';

const calendar = createCalendar();
/** Friday 20 November 2026, noon in Oslo. */
const NOON = Date.parse('2026-11-20T11:00:00Z');
const at = (text: string, now: number) => parseSales(text, calendar, now);
const ask = (text: string) => at(text, NOON);

const asked = (from: string, to: string, by = 'product', productId?: string, storeId?: string) => ({
  kind: 'sales',
  days: { from, to },
  by,
  productId,
  storeId,
});

test.each([
  ['', asked('2026-11-19', '2026-11-19')],
  ['yesterday', asked('2026-11-19', '2026-11-19')],
  ['YESTERDAY by:store', asked('2026-11-19', '2026-11-19', 'store')],
  ['last week', asked('2026-11-09', '2026-11-15')],
  ['last week by:day', asked('2026-11-09', '2026-11-15', 'day')],
  ['by:week last month', asked('2026-10-01', '2026-10-31', 'week')],
  ['this month', asked('2026-11-01', '2026-11-19')],
  ['2026-11-03', asked('2026-11-03', '2026-11-03')],
  ['2026-11-3', asked('2026-11-03', '2026-11-03')],
  ['2026-11-01..2026-11-07', asked('2026-11-01', '2026-11-07')],
  ['2026-11-01…2026-11-07', asked('2026-11-01', '2026-11-07')],
  ['2026–11–01..2026–11–07', asked('2026-11-01', '2026-11-07')],
  ['2024-02-29', asked('2024-02-29', '2024-02-29')],
  ['2025-11-19..2026-11-19', asked('2025-11-19', '2026-11-19')],
  ['product:1101', asked('2026-11-19', '2026-11-19', 'store', '1101')],
  ['product:00345 store:0143', asked('2026-11-19', '2026-11-19', 'store', '00345', '0143')],
  ['store:143', asked('2026-11-19', '2026-11-19', 'product', undefined, '143')],
  ['2026-11-01..2026-11-07 product:1101 by:store', asked('2026-11-01', '2026-11-07', 'store', '1101')],
])('/sales %s', (text, question) => {
  expect(ask(text)).toEqual(question);
});

test.each(['help', 'HELP', '2026-02-30 help'])('/sales %s is help', (text) => {
  expect(ask(text)).toEqual({ kind: 'help' });
});

describe('refuses', () => {
  test.each([
    ['2026-12-24', '2026-12-24 is in the future; the newest sales are of 2026-11-19.', '/sales 2026-11-19'],
    [
      '2026-11-20',
      'The sales of 2026-11-20 come on 2026-11-21 about 07:45; the newest are of 2026-11-19.',
      '/sales 2026-11-19',
    ],
    ['2026-02-30', '2026-02-30 is not a day that exists.', '/sales 2026-11-19'],
    ['2026-13-01', '2026-13-01 is not a day that exists.', '/sales 2026-11-19'],
    [
      '2026-11-07..2026-11-01',
      'The range 2026-11-07..2026-11-01 runs backwards.',
      '/sales 2026-11-01..2026-11-07',
    ],
    [
      '2025-11-18..2026-11-19',
      'The range 2025-11-18..2026-11-19 is longer than a year.',
      '/sales 2025-11-19..2026-11-19',
    ],
    [
      '2026-11-07..2020-01-01',
      'The range 2026-11-07..2020-01-01 runs backwards.',
      '/sales 2025-11-07..2026-11-07',
    ],
    ['by:stroe', '"by:stroe" is not a grouping; it can be by product, store, day, week.', '/sales by:store'],
    ['by:month', '"by:month" is not a grouping; it can be by product, store, day, week.', '/sales by:store'],
    ['product:abc', '"abc" is not a product number; it is written in digits only.', '/sales product:1101'],
    ['store:oslo', '"oslo" is not a store number; it is written in digits only.', '/sales store:143'],
    ['1101', '"1101" could be a product or a store.', '/sales product:1101'],
    ['yestreday', '"yestreday" is not something /sales knows.', '/sales yesterday'],
    ['prodcut:1101', '"prodcut:1101" is not something /sales knows.', '/sales product:1101'],
    ['yesterday last week', 'There are two periods in that; one is enough.', '/sales 2026-11-19..2026-11-19'],
    ['product:1 product:2', 'There are two products in that; one is enough.', '/sales product:1'],
    ['store:1 store:2', 'There are two stores in that; one is enough.', '/sales store:1'],
    ['by:day by:store', 'There are two groupings in that; one is enough.', '/sales by:day'],
  ])('/sales %s', (text, sentence, corrected) => {
    expect(mistakeOf(() => ask(text))).toEqual([sentence, corrected]);
  });
});

describe('before the sales of yesterday have come', () => {
  const early = Date.parse('2026-11-20T06:44:59Z'); // 07:44:59 in Oslo

  test('no day means the day before, and yesterday says when it comes', () => {
    expect(at('', early)).toMatchObject({ days: { from: '2026-11-18', to: '2026-11-18' } });
    expect(mistakeOf(() => at('yesterday', early))).toEqual([
      'The sales of yesterday, 2026-11-19, come about 07:45; the newest are of 2026-11-18.',
      '/sales 2026-11-18',
    ]);
    expect(mistakeOf(() => at('2026-11-19', early))[0]).toBe(
      'The sales of 2026-11-19 come on 2026-11-20 about 07:45; the newest are of 2026-11-18.',
    );
  });

  test('at 07:45 yesterday is there', () => {
    expect(at('yesterday', early + 1_000)).toMatchObject({ days: { from: '2026-11-19', to: '2026-11-19' } });
  });

  test('last week and last month end with the newest day, and say so', () => {
    expect(at('last week', Date.parse('2026-11-16T05:00:00Z'))).toMatchObject({
      days: { from: '2026-11-09', to: '2026-11-14' },
    });
    expect(at('last month', Date.parse('2026-12-01T05:00:00Z'))).toMatchObject({
      days: { from: '2026-11-01', to: '2026-11-29' },
    });
  });

  test('a word that is not known is corrected to a day that is there', () => {
    expect(mistakeOf(() => at('yestreday', early))[1]).toBe('/sales 2026-11-18');
  });
});

test('a month without sales yet is not answered with another one', () => {
  expect(mistakeOf(() => at('this month', Date.parse('2026-12-01T09:00:00Z')))).toEqual([
    'There are no sales of this month yet; the newest are of 2026-11-30.',
    '/sales 2026-11-30',
  ]);
});

test.each([
  ['2026-03-29T05:44:00Z', '2026-03-27'], // 07:44 in summer time, on the day it begins
  ['2026-03-29T05:45:00Z', '2026-03-28'],
  ['2026-10-25T06:44:00Z', '2026-10-23'], // 07:44 in winter time, on the day it begins
  ['2026-10-25T06:45:00Z', '2026-10-24'],
  ['2026-10-24T22:30:00Z', '2026-10-23'], // half past midnight local, still the day before in UTC
])('the newest day at %s is %s', (instant, newest) => {
  expect(at('', Date.parse(instant))).toMatchObject({ days: { from: newest, to: newest } });
});
