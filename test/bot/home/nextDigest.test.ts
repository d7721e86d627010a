import { expect, test } from 'vitest';
import type { Subscription } from '../../../bot/digest/subscriptionRow.ts';
import { nextDigestAt } from '../../../bot/home/nextDigest.ts';
import { oslo } from '../support/service.ts';

const daily: Subscription = {
  teamId: 'T1',
  channelId: 'C1',
  kind: 'stock',
  digestTime: '08:30',
  timeZone: 'Europe/Oslo',
  weekdays: '1234567',
  deadline: '12:00',
  stalePolicy: 'post',
  owner: undefined,
  pausedUntil: undefined,
  pausedReason: undefined,
  countsFrom: 0,
};

// 20 November 2026 is a Friday.
test.each([
  ['later today', {}, '2026-11-20 08:29', '2026-11-20 08:30'],
  ['tomorrow once its time has come', {}, '2026-11-20 08:30', '2026-11-21 08:30'],
  ['on Monday where it comes on working days', { weekdays: '12345' }, '2026-11-20 09:00', '2026-11-23 08:30'],
  ['in a week where it comes on one day', { weekdays: '5' }, '2026-11-20 09:00', '2026-11-27 08:30'],
  ['after its pause', { pausedUntil: '2026-12-24' }, '2026-11-20 09:00', '2026-12-24 08:30'],
  ['by its own zone', { timeZone: 'America/New_York' }, '2026-11-20 09:00', '2026-11-20 14:30'],
  ['an hour of the clock later in winter', {}, '2026-10-24 09:00', '2026-10-25 08:30'],
])('it comes next %s', (_, fields, now, next) => {
  expect(nextDigestAt({ ...daily, ...fields }, oslo(now))).toBe(oslo(next));
});

test('one that Slack does not take does not come', () => {
  expect(nextDigestAt({ ...daily, pausedReason: 'is_archived' }, oslo('2026-11-20 09:00'))).toBeUndefined();
});
