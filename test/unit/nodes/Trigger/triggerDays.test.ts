import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { concludeDays, type DaysNotes, planDays } from '../../../../nodes/Trigger/days.ts';
import { isSettled, type Look, sight } from '../../../../nodes/Trigger/settled.ts';

const calendar = createCalendar();
const MINUTE = 60_000;
const oslo = (time: string) => calendar.instantOf('2026-11-20', time);
const lookAt = (count: number, lastChange = '2026-11-20 08:30:00', sums = '7 7'): Look => ({
  date: '2026-11-20',
  count,
  sums,
  lastChange,
});

/** What a look at 09:00 is called after earlier ones at these times. */
function verdict(
  look: Look,
  before: readonly [time: string, look: Look | null][],
  { often = true, settle = 10 } = {},
): boolean | undefined {
  const now = oslo('09:00');
  let sighting: ReturnType<typeof sight>;
  for (const [time, earlier] of before) sighting = sight(sighting, earlier, oslo(time));
  sighting = sight(sighting, look, now);
  if (sighting === undefined) throw new Error('A date without rows has no verdict.');
  return isSettled(look, sighting, settle * MINUTE, often, now, calendar);
}

test.each<[string, boolean | undefined, boolean | undefined]>([
  ['seen for the first time', verdict(lookAt(7), []), undefined],
  ['seen nine minutes ago', verdict(lookAt(7), [['08:51', lookAt(7)]]), undefined],
  ['seen ten minutes ago', verdict(lookAt(7), [['08:50', lookAt(7)]]), true],
  ['with more rows than then', verdict(lookAt(7), [['08:50', lookAt(6)]]), undefined],
  ['with other sums than then', verdict(lookAt(7), [['08:50', lookAt(7, undefined, '6 7')]]), undefined],
  [
    'that changed while it was looked at',
    verdict(lookAt(7), [
      ['08:40', lookAt(7)],
      ['08:55', null],
    ]),
    undefined,
  ],
  ['changed nine minutes ago', verdict(lookAt(7, '2026-11-20 08:51:00'), [['08:50', lookAt(7)]]), undefined],
  [
    'changed in the future',
    verdict(lookAt(7, '2026-11-20 12:00:00'), [['08:50', lookAt(7, '2026-11-20 12:00:00')]]),
    true,
  ],
  ['changed at no time that can be read', verdict(lookAt(7, 'today 8.31'), []), undefined],
  [
    'never still for 45 minutes',
    verdict(lookAt(7), [
      ['08:15', lookAt(5)],
      ['08:55', lookAt(6)],
    ]),
    false,
  ],
  ['seen once, polled seldom', verdict(lookAt(7), [], { often: false }), true],
  ['just changed, polled seldom', verdict(lookAt(7, '2026-11-20 08:55:00'), [], { often: false }), undefined],
  ['of an unknown time, polled seldom', verdict(lookAt(7, ''), [], { often: false }), undefined],
  ['seen once, with no settle time', verdict(lookAt(7, '2026-11-20 09:00:00'), [], { settle: 0 }), true],
  [
    'seen ten minutes ago, to settle in 20',
    verdict(lookAt(7), [['08:50', lookAt(7)]], { settle: 20 }),
    undefined,
  ],
])('data %s', (_, found, expected) => {
  expect(found).toBe(expected);
});

test('days that are missed one after the other are listed together', () => {
  const notes: DaysNotes = {
    lastDate: '2026-11-17',
    polledAt: 0,
    askedAt: 0,
    waitMs: 0,
    emptyDate: null,
    missed: { from: '2026-11-16', to: '2026-11-17' },
    sightings: {},
    isLost: false,
  };
  const plan = planDays('stockUpdated', notes, oslo('09:00'), calendar);
  const { fired } = concludeDays(plan, [{ look: lookAt(7), settled: true }], false, calendar);
  expect(fired).toMatchObject([{ date: '2026-11-20', missedFrom: '2026-11-16', missedTo: '2026-11-19' }]);
});
