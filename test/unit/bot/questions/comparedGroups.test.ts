import { expect, test } from 'vitest';
import {
  comparedByKey,
  comparedByPlace,
  comparedByWeekday,
} from '../../../../bot/sales/answer/comparedRows.ts';

const sum = (key: string, millilitres: number) => ({
  key,
  millilitres,
  rows: 1,
  quantity: 1,
  returnedMillilitres: 0,
  returnedQuantity: 0,
});

test('what is sold in one of the two periods only has a row, the largest of the later period first', () => {
  const groups = comparedByKey([sum('1', 10), sum('3', 20)], [sum('1', 8), sum('2', 500)]);
  expect(groups.map(({ key, now, before }) => [key, now?.millilitres, before?.millilitres])).toEqual([
    ['3', 20, undefined],
    ['1', 10, 8],
    ['2', undefined, 500],
  ]);
});

test('days are compared by their place, also where the earlier period is longer', () => {
  const groups = comparedByPlace(
    [sum('2026-11-09', 10)],
    [sum('2026-11-02', 8), sum('2026-11-03', 9)],
    ['2026-11-09'],
    ['2026-11-02', '2026-11-03'],
  );
  expect(
    groups.map(({ keyBefore, now, before }) => [keyBefore, now?.millilitres, before?.millilitres]),
  ).toEqual([
    ['2026-11-02', 10, 8],
    ['2026-11-03', undefined, 9],
  ]);
});

test('days of two months are compared by their weekday, and what has no counterpart stays alone', () => {
  const daysFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
    );
  // 1 November 2026 is a Sunday, 1 October 2026 a Thursday.
  const [november, october] = [daysFrom('2026-11-01', 8), daysFrom('2026-10-01', 5)];
  const sums = (days: readonly string[]) => days.map((day, at) => sum(day, at + 1));
  const groups = comparedByWeekday(sums(november), sums(october), november, october);
  expect(groups.map(({ key, keyBefore }) => [key, keyBefore])).toEqual([
    ['2026-11-01', '2026-10-04'],
    ['2026-11-02', '2026-10-05'],
    ['2026-11-03', '–'],
    ['2026-11-04', '–'],
    ['2026-11-05', '2026-10-01'],
    ['2026-11-06', '2026-10-02'],
    ['2026-11-07', '2026-10-03'],
    ['2026-11-08', '–'],
  ]);
  expect(groups.map(({ before }) => before?.millilitres)).toEqual([
    4,
    5,
    undefined,
    undefined,
    1,
    2,
    3,
    undefined,
  ]);
  expect(comparedByWeekday(sums(october), sums(november), october, november).slice(5)).toMatchObject([
    { key: '–', keyBefore: '2026-11-03' },
    { key: '–', keyBefore: '2026-11-04' },
    { key: '–', keyBefore: '2026-11-08' },
  ]);
});
