import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { type KnownSubscription, nextDueAt } from '../../../../bot/standing/schedule.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const daily: KnownSubscription = {
  teamId: 'T1',
  channelId: 'C1',
  kind: 'stock',
  cadence: 'daily',
  digestTime: '08:30',
  weekdays: '1234567',
  deadline: '12:00',
  owner: undefined,
  pausedUntil: undefined,
  pausedReason: undefined,
  name: undefined,
  createdAt: 0,
  countsFrom: oslo('2026-07-01 12:00'),
  lastDate: undefined,
};

// 20 November 2026 is a Friday.
test.each([
  ['later today', {}, '2026-11-20 08:29', '2026-11-20 08:30'],
  ['tomorrow once its time has come', {}, '2026-11-20 08:30', '2026-11-21 08:30'],
  ['on Monday where it comes on working days', { weekdays: '12345' }, '2026-11-20 09:00', '2026-11-23 08:30'],
  ['in a week where it comes on one day', { weekdays: '5' }, '2026-11-20 09:00', '2026-11-27 08:30'],
  ['next Monday where it comes once a week', { cadence: 'weekly' }, '2026-11-20 09:00', '2026-11-23 08:30'],
  [
    'on the first working day of a month',
    { cadence: 'monthly', weekdays: '12345' },
    '2026-07-20 09:00',
    '2026-08-03 08:30',
  ],
  [
    'on Monday where a month begins on a Sunday',
    { cadence: 'monthly' },
    '2026-10-20 09:00',
    '2026-11-02 08:30',
  ],
  ['after New Year and the weekend', { cadence: 'monthly' }, '2026-12-20 09:00', '2027-01-04 08:30'],
  [
    'on the first Saturday of a month where it comes on Saturdays',
    { cadence: 'monthly', weekdays: '6' },
    '2026-11-20 09:00',
    '2026-12-05 08:30',
  ],
  ['after its pause', { pausedUntil: '2026-12-24' }, '2026-11-20 09:00', '2026-12-24 08:30'],
  ['an hour of the clock later in winter', {}, '2026-10-24 09:00', '2026-10-25 08:30'],
] as const)('it comes next %s', (_, fields, now, next) => {
  expect(nextDueAt({ ...daily, ...fields }, calendar, oslo(now))).toBe(oslo(next));
});

describe('after a change of time or zone it comes next on the first date that has had none', () => {
  const last = { lastDate: '2026-11-20' };

  test('at an earlier time', () => {
    const earlier = { ...daily, ...last, digestTime: '04:00' };
    expect(nextDueAt(earlier, calendar, oslo('2026-11-20 09:00'))).toBe(oslo('2026-11-21 04:00'));
  });

  test('in a zone in which it is tomorrow already, and back from it', () => {
    const kiritimati = createCalendar('Pacific/Kiritimati');
    expect(nextDueAt({ ...daily, ...last }, kiritimati, oslo('2026-11-20 09:00'))).toBe(
      oslo('2026-11-20 19:30'),
    );
    expect(nextDueAt({ ...daily, lastDate: '2026-11-21' }, calendar, oslo('2026-11-20 20:00'))).toBe(
      oslo('2026-11-22 08:30'),
    );
  });
});

test('one that Slack does not take does not come', () => {
  expect(
    nextDueAt({ ...daily, pausedReason: 'is_archived' }, calendar, oslo('2026-11-20 09:00')),
  ).toBeUndefined();
});
