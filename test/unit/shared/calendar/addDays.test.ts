import { DateTime } from 'luxon';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import fc, { longRuns } from '../../../support/property.ts';

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
    { numRuns: longRuns(2_000) },
  );
});
