import { DateTime } from 'luxon';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import fc from '../../../support/property.ts';

const day = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => DateTime.fromJSDate(date, { zone: 'utc' }).toFormat('yyyy-MM-dd'));
/** Days of now, where the sums are plain, and around 1970, where they stop being so. */
const likelyDay = fc
  .integer({ min: -800, max: 40_000 })
  .map((days) => DateTime.fromISO('1970-01-01', { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd'));
const days = fc.integer({ min: -400, max: 400 });
const zone = fc.constantFrom(
  'Europe/Oslo',
  'America/New_York',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
);

test('days are added as a calendar of their own adds them, whatever the zone', () => {
  fc.assert(
    fc.property(fc.oneof(likelyDay, day), days, zone, (from, count, timeZone) => {
      const expected = DateTime.fromISO(from, { zone: 'utc' }).plus({ days: count }).toFormat('yyyy-MM-dd');
      expect(createCalendar(timeZone).addDays(from, count)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('days that are added and taken off again lead back, and one by one to the same', () => {
  const calendar = createCalendar();
  fc.assert(
    fc.property(likelyDay, fc.nat(60), (from, count) => {
      const to = calendar.addDays(from, count);
      expect(calendar.addDays(to, -count)).toBe(from);
      let walked = from;
      for (let step = 0; step < count; step += 1) walked = calendar.addDays(walked, 1);
      expect(walked).toBe(to);
    }),
  );
});
