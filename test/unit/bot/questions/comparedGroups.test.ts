import { expect, test } from 'vitest';
import { comparedByKey, comparedByPlace } from '../../../../bot/questions/comparedGroups.ts';

const sum = (key: string, millilitres: number) => ({
  key,
  millilitres,
  rows: 1,
  quantity: 1,
  returnedMillilitres: 0,
  returnedQuantity: 0,
});

test('what is sold in one of the two periods only has a row, the largest of either period first', () => {
  const groups = comparedByKey([sum('1', 10), sum('3', 20)], [sum('1', 8), sum('2', 500)]);
  expect(groups.map(({ key, now, before }) => [key, now?.millilitres, before?.millilitres])).toEqual([
    ['2', undefined, 500],
    ['3', 20, undefined],
    ['1', 10, 8],
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
