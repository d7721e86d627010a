import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { deadlineOf, dueRuns, type KnownSubscription } from '../../../../bot/standing/schedule.ts';
import { EVERY_DAY, WEEKDAYS } from '../../../../bot/standing/subscription.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const DAILY: KnownSubscription = {
  teamId: 'T1',
  channelId: 'C1',
  kind: 'stock',
  cadence: 'daily',
  digestTime: '08:30',
  weekdays: EVERY_DAY,
  deadline: '12:00',
  owner: undefined,
  pausedUntil: undefined,
  pausedReason: undefined,
  name: undefined,
  createdAt: 0,
  countsFrom: oslo('2026-11-16 07:00'),
  lastDate: undefined,
};

const dueAtTime = (fields: Partial<KnownSubscription>, at: string, zone = calendar) =>
  dueRuns([{ ...DAILY, ...fields }], zone, oslo(at)).map(
    ({ occasion, missed }) => `${occasion} ${missed === undefined ? 'due' : 'missed'}`,
  );
const lastOn = (day: string) => ({ lastDate: day });

test('a digest is due from its time on, once', () => {
  expect(dueAtTime({}, '2026-11-16 08:29')).toEqual([]);
  expect(dueAtTime({}, '2026-11-16 08:30')).toEqual(['2026-11-16 due']);
  expect(dueAtTime(lastOn('2026-11-16'), '2026-11-16 23:59')).toEqual([]);
});

test('after a downtime the latest is due, and the ones before it are missed', () => {
  expect(dueAtTime(lastOn('2026-11-16'), '2026-11-20 07:00')).toEqual([
    '2026-11-17 missed',
    '2026-11-18 missed',
    '2026-11-19 due',
  ]);
  const [first] = dueRuns([{ ...DAILY, ...lastOn('2026-11-16') }], calendar, oslo('2026-11-20 07:00'));
  expect(first?.missed).toBe('notRunning');
});

test('of a week or a month, too, the latest is due after a downtime', () => {
  const since = { countsFrom: oslo('2026-10-20 07:00') };
  expect(dueAtTime({ cadence: 'weekly', ...since }, '2026-11-05 07:00')).toEqual([
    '2026-10-26 missed',
    '2026-11-02 due',
  ]);
  expect(dueAtTime({ cadence: 'monthly', ...since }, '2026-11-20 07:00')).toEqual(['2026-11-02 due']);
  expect(dueAtTime({ cadence: 'monthly', ...since, ...lastOn('2026-11-02') }, '2026-11-30 23:00')).toEqual(
    [],
  );
});

test('a week or month that has had its digest brings none on other weekdays', () => {
  const weekly = { cadence: 'weekly', ...lastOn('2026-11-16') } as const;
  expect(dueAtTime({ ...weekly, weekdays: '3' }, '2026-11-22 23:00')).toEqual([]);
  expect(dueAtTime({ ...weekly, weekdays: '3' }, '2026-11-25 09:00')).toEqual(['2026-11-23 due']);
  const monthly = { cadence: 'monthly', ...lastOn('2026-11-02') } as const;
  expect(dueAtTime({ ...monthly, weekdays: '6' }, '2026-11-30 23:00')).toEqual([]);
  // The occasion of a month is that of any weekdays, also when its digest comes on a Saturday before.
  const saturdays = { ...monthly, weekdays: '6', countsFrom: oslo('2026-11-30 23:00') };
  expect(dueAtTime(saturdays, '2027-01-02 08:30')).toEqual(['2026-12-01 missed', '2027-01-04 due']);
});

test('a subscription begins with its next hour', () => {
  const fields = { ...lastOn('2026-11-16'), countsFrom: oslo('2026-11-19 12:00') };
  expect(dueAtTime(fields, '2026-11-20 08:29')).toEqual([]);
  expect(dueAtTime(fields, '2026-11-20 08:30')).toEqual(['2026-11-20 due']);
});

test('other days of the week and paused days have none', () => {
  expect(dueAtTime({ weekdays: WEEKDAYS, ...lastOn('2026-11-20') }, '2026-11-22 12:00')).toEqual([]);
  expect(dueAtTime({ weekdays: WEEKDAYS, ...lastOn('2026-11-20') }, '2026-11-23 08:30')).toEqual([
    '2026-11-23 due',
  ]);
  expect(dueAtTime({ pausedUntil: '2026-11-18', ...lastOn('2026-11-16') }, '2026-11-17 12:00')).toEqual([]);
  expect(dueAtTime({ pausedUntil: '2026-11-18', ...lastOn('2026-11-16') }, '2026-11-18 12:00')).toEqual([
    '2026-11-18 due',
  ]);
});

test('one that Slack refused is tried again at its next hour', () => {
  const refused = { pausedReason: 'is_archived', ...lastOn('2026-11-16') };
  expect(dueAtTime(refused, '2026-11-17 08:29')).toEqual([]);
  expect(dueAtTime(refused, '2026-11-17 08:30')).toEqual(['2026-11-17 due']);
});

describe('a change of time or zone costs no date its digest, and brings none twice', () => {
  test('to a zone in which it is tomorrow already', () => {
    const kiritimati = createCalendar('Pacific/Kiritimati');
    // 08:30 of the 17th there is 19:30 of the 16th in Oslo.
    expect(dueAtTime(lastOn('2026-11-16'), '2026-11-16 19:29', kiritimati)).toEqual([]);
    expect(dueAtTime(lastOn('2026-11-16'), '2026-11-16 19:30', kiritimati)).toEqual(['2026-11-17 due']);
    // And back again: the 17th has had its digest.
    expect(dueAtTime(lastOn('2026-11-17'), '2026-11-17 12:00')).toEqual([]);
    expect(dueAtTime(lastOn('2026-11-17'), '2026-11-18 08:30')).toEqual(['2026-11-18 due']);
  });

  test('to an earlier time and to a later one', () => {
    expect(dueAtTime({ digestTime: '04:00', ...lastOn('2026-11-16') }, '2026-11-17 04:00')).toEqual([
      '2026-11-17 due',
    ]);
    expect(dueAtTime({ digestTime: '14:00', ...lastOn('2026-11-16') }, '2026-11-16 14:00')).toEqual([]);
  });
});

test('one comes a day over both changes of the clock, at its time on the wall', () => {
  for (const timeZone of ['Europe/Oslo', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
    const local = createCalendar(timeZone);
    let known = { ...DAILY, digestTime: '02:30', countsFrom: Date.parse('2026-01-01T12:00:00Z') };
    let count = 0;
    for (let now = known.countsFrom; now < Date.parse('2026-12-31T12:00:00Z'); now += 97 * 60_000) {
      for (const { occasion, dueAt, missed } of dueRuns([known], local, now)) {
        count += 1;
        expect(missed).toBeUndefined();
        // A day that begins its summer has no 02:30.
        expect(['02:30', '03:30']).toContain(local.timeOf(dueAt));
        expect(local.dayOf(dueAt)).toBe(occasion);
        known = { ...known, lastDate: occasion };
      }
    }
    expect(count).toBeGreaterThanOrEqual(364);
    expect(count).toBeLessThanOrEqual(366);
  }
});

test('the deadline is on the wall of the settings, and never before the digest', () => {
  const run = { businessDate: '2026-11-20', dueAt: oslo('2026-11-20 08:30') };
  expect(deadlineOf(DAILY, run, calendar)).toBe(oslo('2026-11-20 12:00'));
  expect(deadlineOf(DAILY, run, createCalendar('America/New_York'))).toBe(oslo('2026-11-20 18:00'));
  expect(deadlineOf({ ...DAILY, deadline: '08:00' }, run, calendar)).toBe(run.dueAt);
});
