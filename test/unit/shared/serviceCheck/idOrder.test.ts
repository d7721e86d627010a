import { expect, test } from 'vitest';
import { judgeIdOrder } from '../../../../shared/serviceCheck/idOrder.ts';

test.each([
  ['held', [['2', '10', '11', '100', '101', '0200', '1000']]],
  ['differs', [['10', '100', '2', '20', '3', '30', '4']]],
  ['differs', [['7', '3', '9']]],
  ['differs', [['1', '1']]],
  ['unclear', [['1', '2', '3', '4', '5', '6', '7', '8']]],
  ['unclear', [['94', '0101']]],
  ['unclear', [['1'], ['2']]],
])('%s: %j', (verdict, lists) => {
  expect(judgeIdOrder(lists).verdict).toBe(verdict);
});
