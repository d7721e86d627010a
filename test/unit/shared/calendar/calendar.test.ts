import { InvalidInputError } from 'retail-data-client';
import { createCalendar, isCalendarDay, parseTimeZone } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import fc from '../../../support/property.ts';

const oslo = createCalendar();
const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;

describe('the newest day whose sales should be there', () => {
  test.each([
    ['2026-11-20T07:44:59.999+01:00', '2026-11-18'],
    ['2026-11-20T07:45:00+01:00', '2026-11-19'],
    ['2026-11-21T00:00:00+01:00', '2026-11-19'],
    ['2026-07-01T07:44:59+02:00', '2026-06-29'],
    ['2026-07-01T07:45:00+02:00', '2026-06-30'],
    ['2027-01-01T08:00:00+01:00', '2026-12-31'],
    ['2028-03-01T08:00:00+01:00', '2028-02-29'],
  ])('at %s is %s', (now, day) => {
    expect(oslo.latestSalesDay(at(now))).toBe(day);
  });
});

describe('the day of the newest stock refresh that should have happened', () => {
  test.each([
    ['2026-11-20T08:29:59.999+01:00', '2026-11-19'],
    ['2026-11-20T08:30:00+01:00', '2026-11-20'],
    ['2026-11-21T00:00:00+01:00', '2026-11-20'],
    ['2026-07-01T08:29:59+02:00', '2026-06-30'],
    ['2026-07-01T08:30:00+02:00', '2026-07-01'],
  ])('at %s is %s', (now, day) => {
    expect(oslo.latestStockDay(at(now))).toBe(day);
  });
});

test.each([
  // Ahead of Oslo, behind it by parts of an hour, and ahead by parts of an hour.
  ['Pacific/Auckland', '2026-11-19T18:45:00Z', '2026-11-19T19:30:00Z'],
  ['America/St_Johns', '2026-11-20T11:15:00Z', '2026-11-20T12:00:00Z'],
  ['Asia/Kathmandu', '2026-11-20T02:00:00Z', '2026-11-20T02:45:00Z'],
])('in %s sales are of the day before from %s on, and stock is of today from %s on', (zone, sales, stock) => {
  const there = createCalendar(zone);
  expect([-1, 0].map((ms) => there.latestSalesDay(at(sales) + ms))).toEqual(['2026-11-18', '2026-11-19']);
  expect([-1, 0].map((ms) => there.latestStockDay(at(stock) + ms))).toEqual(['2026-11-19', '2026-11-20']);
});

describe('the days on which the clocks change', () => {
  test.each([
    // Oslo is at +01:00 until 02:00 on 2026-03-29 and at +02:00 from then on.
    ['2026-03-29T05:44:00Z', '2026-03-27', '2026-03-28'],
    ['2026-03-29T05:45:00Z', '2026-03-28', '2026-03-28'],
    ['2026-03-29T06:29:00Z', '2026-03-28', '2026-03-28'],
    ['2026-03-29T06:30:00Z', '2026-03-28', '2026-03-29'],
    // And back to +01:00 at 03:00 on 2026-10-25.
    ['2026-10-25T06:44:00Z', '2026-10-23', '2026-10-24'],
    ['2026-10-25T06:45:00Z', '2026-10-24', '2026-10-24'],
    ['2026-10-25T07:29:00Z', '2026-10-24', '2026-10-24'],
    ['2026-10-25T07:30:00Z', '2026-10-24', '2026-10-25'],
  ])('at %s sales are of %s and stock of %s', (now, sales, stock) => {
    expect(oslo.latestSalesDay(at(now))).toBe(sales);
    expect(oslo.latestStockDay(at(now))).toBe(stock);
  });

  test('have 23 and 25 hours', () => {
    const lengthOf = (day: string) =>
      (oslo.instantOf(oslo.addDays(day, 1), '00:00') - oslo.instantOf(day, '00:00')) / HOUR_MS;
    expect(lengthOf('2026-03-28')).toBe(24);
    expect(lengthOf('2026-03-29')).toBe(23);
    expect(lengthOf('2026-10-25')).toBe(25);
  });

  test('a time that is skipped moves forward with the clock', () => {
    expect(oslo.instantOf('2026-03-29', '02:30')).toBe(at('2026-03-29T01:30:00Z'));
    expect(oslo.timeOf(oslo.instantOf('2026-03-29', '02:30'))).toBe('03:30');
  });

  test('a time that comes twice is one of the two', () => {
    const instants = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')];
    expect(instants).toContain(oslo.instantOf('2026-10-25', '02:30'));
  });
});

describe('days and instants', () => {
  test.each([
    ['2026-11-20', '08:30', '2026-11-20T07:30:00Z'],
    ['2026-07-01', '08:30', '2026-07-01T06:30:00Z'],
    ['2026-01-01', '00:00', '2025-12-31T23:00:00Z'],
  ])('%s %s in Oslo is %s', (day, time, instant) => {
    expect(oslo.instantOf(day, time)).toBe(at(instant));
  });

  test('an instant has the day and time of the zone, not of the machine', () => {
    const instant = at('2026-11-20T23:30:00Z');
    expect([oslo.dayOf(instant), oslo.timeOf(instant)]).toEqual(['2026-11-21', '00:30']);
    const newYork = createCalendar('America/New_York');
    expect([newYork.dayOf(instant), newYork.timeOf(instant)]).toEqual(['2026-11-20', '18:30']);
  });

  test('turn into one another and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') }),
        (instant) => {
          const minute = Math.floor(instant / 60_000) * 60_000;
          const back = oslo.instantOf(oslo.dayOf(minute), oslo.timeOf(minute));
          // The hour that comes twice in autumn is the only one that is not told apart.
          expect([0, HOUR_MS]).toContain(Math.abs(back - minute));
          expect(oslo.timeOf(back)).toBe(oslo.timeOf(minute));
        },
      ),
    );
  });

  test.each([
    ['2026-11-16', '2026-11-16', '2026-11-22'],
    ['2026-11-20', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2026-10-25', '2026-10-19', '2026-10-25'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
  ])('the week of %s is Monday %s to Sunday %s', (day, from, to) => {
    expect(oslo.weekOf(day)).toEqual({ from, to });
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '',
  ])('"%s" is no day', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });

  test.each(['2028-02-29', '1999-12-31'])('%s is a day', (text) => {
    expect(isCalendarDay(text)).toBe(true);
  });
});

describe('the zone', () => {
  test.each(['CET', '+01:00', 'Oslo', 'Europe/Olso', 'local', ''])(
    '"%s" is refused, naming the setting',
    (zone) => {
      expect(() => createCalendar(zone)).toThrow(InvalidInputError);
      expect(() => parseTimeZone(zone, 'RETAIL_DATA_TIME_ZONE')).toThrow(
        /^RETAIL_DATA_TIME_ZONE is .*Europe\/Oslo/,
      );
    },
  );

  test.each(['Europe/Oslo', ' Europe/Oslo ', 'America/Argentina/Buenos_Aires', 'UTC'])(
    '"%s" is accepted',
    (zone) => {
      expect(createCalendar(zone).timeZone).toBe(zone.trim());
    },
  );

  test('is Europe/Oslo when nothing is said', () => {
    expect(oslo.timeZone).toBe('Europe/Oslo');
  });
});
