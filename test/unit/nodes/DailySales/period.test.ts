import { createCalendar, isoWeekOf } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import {
  datesInWords,
  datesOf,
  lastDayMissingInWords,
  tooEarlyInWords,
} from '../../../../nodes/DailySales/period.ts';
import { volumeNotes, volumeWarnings } from '../../../../nodes/DailySales/volume.ts';

const calendar = createCalendar();
const at = (instant: string) => Date.parse(instant);

describe('a relative period', () => {
  test.each([
    ['yesterday', '2026-11-20T12:00:00+01:00', '2026-11-19', '2026-11-19'],
    ['yesterday', '2026-11-20T00:30:00+01:00', '2026-11-19', '2026-11-19'],
    ['last7Days', '2026-11-20T12:00:00+01:00', '2026-11-13', '2026-11-19'],
    ['last7Days', '2026-11-20T07:44:00+01:00', '2026-11-12', '2026-11-18'],
    ['last7Days', '2026-11-20T07:45:00+01:00', '2026-11-13', '2026-11-19'],
    ['last30Days', '2026-11-20T12:00:00+01:00', '2026-10-21', '2026-11-19'],
    ['lastWeek', '2026-11-20T12:00:00+01:00', '2026-11-09', '2026-11-15'],
    ['lastWeek', '2026-11-23T00:10:00+01:00', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-22T23:50:00+01:00', '2026-11-09', '2026-11-15'],
    ['lastMonth', '2026-11-20T12:00:00+01:00', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2027-01-01T00:10:00+01:00', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2028-03-31T12:00:00+02:00', '2028-02-01', '2028-02-29'],
    ['monthToDate', '2026-11-20T12:00:00+01:00', '2026-11-01', '2026-11-19'],
    ['monthToDate', '2026-12-01T12:00:00+01:00', '2026-11-01', '2026-11-30'],
    ['monthToDate', '2026-12-02T07:00:00+01:00', '2026-11-01', '2026-11-30'],
    ['monthToDate', '2026-12-02T08:00:00+01:00', '2026-12-01', '2026-12-01'],
  ] as const)('%s at %s is %s to %s', (period, now, from, to) => {
    expect(datesOf(period, calendar, at(now))).toEqual({ from, to });
  });

  test('follows the day in Oslo: late evening in New York is already tomorrow there', () => {
    const now = at('2026-11-20T18:30:00-05:00');
    expect(datesOf('yesterday', calendar, now)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  });

  test('keeps its length over the change to summer time', () => {
    expect(datesOf('last7Days', calendar, at('2026-03-30T12:00:00+02:00'))).toEqual({
      from: '2026-03-23',
      to: '2026-03-29',
    });
  });
});

test('says which dates were asked for, open ends included', () => {
  expect(datesInWords({ from: '2026-11-19', to: '2026-11-19' }, 'Europe/Oslo')).toBe(
    'Sales of 2026-11-19 were asked for (Europe/Oslo).',
  );
  expect(datesInWords({ from: '2026-11-19' }, 'Europe/Oslo')).toContain('Sales from 2026-11-19 on were');
  expect(datesInWords({ to: '2026-11-19' }, 'Europe/Oslo')).toContain('Sales up to 2026-11-19 were');
  expect(datesInWords({}, 'Europe/Oslo')).toContain('Sales of every date');
});

test('warns before 07:45 that the sales of yesterday may be missing', () => {
  const dates = { from: '2026-11-19', to: '2026-11-19' };
  expect(tooEarlyInWords(dates, calendar, at('2026-11-20T07:00:00+01:00'))).toContain('from about 07:45');
  expect(tooEarlyInWords(dates, calendar, at('2026-11-20T07:45:00+01:00'))).toBeUndefined();
});

test('warns of dates that end today or later, and of an open end that begins then', () => {
  const noon = at('2026-11-20T12:00:00+01:00');
  expect(tooEarlyInWords({ to: '2026-11-20' }, calendar, noon)).toBe(
    "Sales after 2026-11-19 may be missing: a day's sales are available from about 07:45 (Europe/Oslo) the next day.",
  );
  expect(tooEarlyInWords({ from: '2026-11-20' }, calendar, noon)).toContain('Sales after 2026-11-19');
  expect(tooEarlyInWords({ from: '2026-11-19' }, calendar, noon)).toBeUndefined();
  expect(tooEarlyInWords({}, calendar, noon)).toBeUndefined();
});

test('says when the last day that was asked for has no row, once it should have', () => {
  const noon = at('2026-11-20T12:00:00+01:00');
  const said = (to: string | undefined, newest: string | undefined) =>
    lastDayMissingInWords({ to }, newest, calendar, noon);
  expect(said('2026-11-19', '2026-11-18')).toBe(
    'There are no sales for 2026-11-19, the last day you asked for. The latest are from 2026-11-18: either nothing was sold, or the sales are not available yet.',
  );
  expect(said('2026-11-19', '2026-11-19')).toBeUndefined();
  // Older sales are not late any more, and nothing is sold on a Sunday.
  expect(said('2026-11-18', '2026-11-17')).toBeUndefined();
  const monday = at('2026-11-23T12:00:00+01:00');
  expect(lastDayMissingInWords({ to: '2026-11-22' }, '2026-11-21', calendar, monday)).toBeUndefined();
  // Those are said in other words.
  expect(said('2026-11-20', '2026-11-18')).toBeUndefined();
  expect(said('2026-11-19', undefined)).toBeUndefined();
  expect(said(undefined, '2026-11-18')).toBeUndefined();
});

test('weeks are ISO weeks: the first days of January may belong to the year before', () => {
  expect(isoWeekOf('2026-11-20')).toBe('2026-W47');
  expect(isoWeekOf('2027-01-01')).toBe('2026-W53');
});

describe('of a read it is told', () => {
  const read = { items: 12, sales: 12, calls: 1, total: undefined };

  test('nothing when it was whole and of a size to work with', () => {
    expect(volumeWarnings({ ...read, items: 100_000, sales: 1_048_574 })).toEqual([]);
    expect(volumeNotes({ ...read, total: 12 })).toEqual([]);
  });

  test('that it has very many items', () => {
    expect(volumeWarnings({ ...read, items: 100_001, sales: 100_001 })).toEqual([
      expect.stringContaining('More than 100,000 items'),
    ]);
  });

  test('not that rows may be missing where paging went to the end', () => {
    expect(volumeWarnings({ ...read, sales: 1_048_575 })).toEqual([]);
    expect(volumeWarnings({ ...read, sales: 1_048_576 })).toEqual([]);
    expect(volumeNotes({ ...read, sales: 1_048_576, calls: 3 })).toEqual([
      expect.stringContaining('it was read in 3 calls, to the end'),
    ]);
  });

  test('how much the limit cut, when the service gives the total', () => {
    expect(volumeNotes({ ...read, sales: 50, total: 12_345 })).toEqual([
      expect.stringContaining('50 of 12,345 sales were read'),
    ]);
  });
});
