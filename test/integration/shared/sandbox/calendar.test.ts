import { describe, expect, test } from 'vitest';
import { open } from '../../../support/shared/sandbox/asking.ts';

describe('closed days', () => {
  test.each([
    [2026, '01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26'.split(' ')],
    [2024, '01-01 03-28 03-29 03-31 04-01 05-01 05-09 05-17 05-19 05-20 12-25 12-26'.split(' ')],
    [2038, '01-01 04-22 04-23 04-25 04-26 05-01 05-17 06-03 06-13 06-14 12-25 12-26'.split(' ')],
  ])('of %i are its Sundays and public holidays', async (year, holidays) => {
    const { truth } = await open();
    const start = Date.UTC(year, 0, 1);
    for (let instant = start; new Date(instant).getUTCFullYear() === year; instant += 86_400_000) {
      const date = new Date(instant).toISOString().slice(0, 10);
      const isClosed = new Date(instant).getUTCDay() === 0 || holidays.includes(date.slice(5));
      expect(`${date} ${truth.isOpenDay(date)}`).toBe(`${date} ${!isClosed}`);
    }
  });
});

test('a date that does not exist is named in the error', async () => {
  const { truth } = await open();
  expect(() => truth.isOpenDay('2026-02-29')).toThrow('"2026-02-29"');
});
