import { describe, expect, test } from 'vitest';
import { closedBefore, daysCovered, openBy } from '../../../../bot/sales/digestDays.ts';
import { calendar } from '../../../support/bot/time.ts';

const schedule: Parameters<typeof daysCovered>[0] = {
  cadence: 'daily',
  digestTime: '08:30',
  weekdays: '12345',
};
const coveredOn = (date: string, fields: Partial<typeof schedule> = {}) => {
  const { from, to } = daysCovered({ ...schedule, ...fields }, date, calendar);
  return `${from}..${to}`;
};

describe('the days that a sales digest is of', () => {
  test.each([
    ['Tuesday has Monday', '2026-11-24', {}, '2026-11-23..2026-11-23'],
    ['Monday has Friday to Sunday', '2026-11-23', {}, '2026-11-20..2026-11-22'],
    ['a daily one has the day before', '2026-11-23', { weekdays: '1234567' }, '2026-11-22..2026-11-22'],
    ['a weekly one has seven days', '2026-11-23', { weekdays: '1' }, '2026-11-16..2026-11-22'],
    ['one of a month has the month', '2026-12-01', { cadence: 'monthly' }, '2026-11-02..2026-11-30'],
    ['before 07:45 it ends a day earlier', '2026-11-23', { digestTime: '07:00' }, '2026-11-19..2026-11-21'],
    ['the 28th of December has Christmas', '2026-12-28', {}, '2026-12-25..2026-12-27'],
  ] as const)('%s', (_, date, fields, days) => {
    expect(coveredOn(date, fields)).toBe(days);
  });
});

test('days without an open store before a digest are those whose digests did not come', () => {
  const closedOn = (date: string, fields: Partial<typeof schedule> = {}) =>
    closedBefore({ ...schedule, ...fields }, date, calendar, openBy([]));
  expect(closedOn('2026-12-29')).toEqual(['2026-12-25', '2026-12-26', '2026-12-27']);
  expect(closedOn('2026-12-28')).toEqual([]);
  expect(closedOn('2026-11-24', { weekdays: '1234567' })).toEqual(['2026-11-22']);
  expect(closedOn('2026-11-24')).toEqual([]);
});
