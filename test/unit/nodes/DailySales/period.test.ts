import { createCalendar, isoWeekOf } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { lastDayMissingInWords } from '../../../../nodes/DailySales/period.ts';
import { tooManyInWords, volumeNotes } from '../../../../nodes/DailySales/volume.ts';

const calendar = createCalendar();
const at = (instant: string) => Date.parse(instant);

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
  const read = { sales: 12, calls: 1, total: undefined };

  test('nothing when it was whole and of a size to work with', () => {
    expect(tooManyInWords(100_000)).toBeUndefined();
    expect(tooManyInWords(100_001)).toContain('More than 100,000 items');
    expect(volumeNotes({ ...read, total: 12 })).toEqual([]);
  });

  test('not that rows may be missing where paging went to the end', () => {
    expect(volumeNotes({ ...read, sales: 1_048_575 })).toEqual([]);
    expect(volumeNotes({ ...read, sales: 1_048_576, calls: 3 })).toEqual([
      expect.stringContaining('it was read in 3 calls, to the end'),
    ]);
  });
});
