import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import {
  concludeDays,
  type DailyEvent,
  type DayEvent,
  type DaysMemory,
  planDays,
} from '../../nodes/Trigger/days.ts';
import { keep, readDays } from '../../nodes/Trigger/memory.ts';
import { pausedAt } from '../../nodes/Trigger/pause.ts';

const calendar = createCalendar();
const MINUTE = 60_000;
const there = { empty: false, rows: 7 };
const nothing = { empty: true, rows: 0 };
const oslo = (day: string, time: string) => calendar.instantOf(day, time);

function datesAt(event: DailyEvent, memory: DaysMemory | undefined, now: number): readonly string[] {
  return planDays(event, memory, now, calendar).dates;
}

describe('without memory', () => {
  test.each([
    ['stockUpdated', '08:29', []],
    ['stockUpdated', '08:30', ['2026-11-20']],
    ['stockUpdated', '23:59', ['2026-11-20']],
    ['salesAvailable', '07:44', []],
    ['salesAvailable', '07:45', ['2026-11-19']],
  ] as const)('%s at %s asks for %j', (event, time, dates) => {
    expect(datesAt(event, undefined, oslo('2026-11-20', time))).toEqual(dates);
  });

  test('the refresh of today is not lost when nothing was due yet', () => {
    const { memory } = planDays('stockUpdated', undefined, oslo('2026-11-20', '06:00'), calendar);
    expect(memory).toEqual({ settledDate: '2026-11-19', askedAt: null });
    expect(datesAt('stockUpdated', memory, oslo('2026-11-20', '08:30'))).toEqual(['2026-11-20']);
  });
});

test('before the refresh, stock that was missed yesterday is still that of yesterday', () => {
  const memory = { settledDate: '2026-11-18', askedAt: null };
  expect(datesAt('stockUpdated', memory, oslo('2026-11-20', '07:00'))).toEqual(['2026-11-19']);
});

test('sales are caught up for seven days, and the event names those before', () => {
  const now = oslo('2026-11-20', '13:00');
  const plan = planDays('salesAvailable', { settledDate: '2026-11-01', askedAt: null }, now, calendar);
  expect(plan.dates).toHaveLength(7);
  const { fired, memory } = concludeDays(
    'salesAvailable',
    plan,
    plan.dates.map(() => there),
    now,
    calendar,
  );
  expect(fired.map(({ date }) => date)).toEqual(plan.dates);
  expect(fired[0]).toMatchObject({ missedFrom: '2026-11-02', missedTo: '2026-11-12' });
  expect(fired[1]).toMatchObject({ date: '2026-11-14', missedFrom: null, missedTo: null });
  expect(memory.settledDate).toBe('2026-11-19');
});

test('a date without rows stays open until noon and is then fired as empty', () => {
  const ask = (time: string) => {
    const now = oslo('2026-11-22', time);
    return concludeDays(
      'stockUpdated',
      planDays('stockUpdated', undefined, now, calendar),
      [nothing],
      now,
      calendar,
    );
  };
  expect(ask('11:59')).toEqual({
    fired: [],
    memory: { settledDate: '2026-11-21', askedAt: oslo('2026-11-22', '11:59') },
  });
  expect(ask('12:00')).toMatchObject({
    fired: [{ date: '2026-11-22', empty: true, rows: 0 }],
    memory: { settledDate: '2026-11-22' },
  });
});

test('a count that the service does not give is null, not a guess', () => {
  const now = oslo('2026-11-20', '09:00');
  const plan = planDays('salesAvailable', undefined, now, calendar);
  const { fired } = concludeDays('salesAvailable', plan, [{ empty: false, rows: null }], now, calendar);
  expect(fired).toMatchObject([{ empty: false, rows: null }]);
});

test('a clock that once was in the future, or is set back, does not hold the trigger up', () => {
  const now = oslo('2026-11-20', '09:00');
  expect(datesAt('stockUpdated', { settledDate: '2038-01-19', askedAt: null }, now)).toEqual(['2026-11-20']);
  const askedLater = { settledDate: '2026-11-19', askedAt: now + 3_600_000 };
  expect(datesAt('stockUpdated', askedLater, now)).toEqual(['2026-11-20']);
});

test('notes of another event, or notes that cannot be read, are none', () => {
  const kept: IDataObject = {};
  keep(kept, 'stockUpdated', { settledDate: '2026-11-19', askedAt: 5 });
  expect(readDays(kept, 'stockUpdated')).toEqual({ settledDate: '2026-11-19', askedAt: 5 });
  expect(readDays(kept, 'salesAvailable')).toBeUndefined();
  expect(readDays({ event: 'stockUpdated', settledDate: 7 }, 'stockUpdated')).toBeUndefined();
});

/** A poll: so long after the one before, and what becomes of it. */
const poll = fc.record({
  afterMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1_000, max: 70_000 }) },
    { weight: 6, arbitrary: fc.integer({ min: 5 * MINUTE, max: 90 * MINUTE }) },
    { weight: 2, arbitrary: fc.integer({ min: 300 * MINUTE, max: 5_000 * MINUTE }) },
  ),
  /** `fails` keeps the time of the call, as older n8n does; `isDropped` nothing at all, as newer n8n does. */
  outcome: fc.constantFrom('works', 'works', 'works', 'works', 'fails', 'isDropped'),
  restarts: fc.boolean(),
});

const history = fc.record({
  event: fc.constantFrom<DailyEvent[]>('stockUpdated', 'salesAvailable'),
  // Around both changes of the clock in 2026, and a day without one.
  start: fc.constantFrom(
    ...['2026-03-26T22:30:00Z', '2026-10-22T05:00:00Z', '2026-11-18T06:50:00Z'].map((text) =>
      Date.parse(text),
    ),
  ),
  /** Minutes from the refresh of a day until its rows are there; null for never. */
  delays: fc.array(fc.option(fc.integer({ min: 0, max: 400 }), { freq: 3 }), {
    minLength: 40,
    maxLength: 40,
  }),
  polls: fc.array(poll, { minLength: 1, maxLength: 120 }),
});

const REFRESH = { stockUpdated: '08:30', salesAvailable: '07:45' };
const LAG = { stockUpdated: 0, salesAvailable: 1 };

test('each date comes once, in order and none too early, whatever happens in between', () => {
  fc.assert(
    fc.property(history, ({ event, start, delays, polls }) => {
      const refreshOf = (date: string) => oslo(calendar.addDays(date, LAG[event]), REFRESH[event]);
      const noonOf = (date: string) => oslo(calendar.addDays(date, LAG[event]), '12:00');
      const firstDay = calendar.dayOf(start);
      const isThere = (date: string, now: number) => {
        const index = Math.round((oslo(date, '12:00') - oslo(firstDay, '12:00')) / 86_400_000) + 3;
        const delay = delays[index] ?? null;
        return delay !== null && now >= refreshOf(date) + delay * MINUTE;
      };
      let kept: IDataObject = {};
      let now = start;
      const fired: DayEvent[] = [];
      const asked: { date: string; at: number }[] = [];

      const pollOnce = (outcome: string) => {
        const known = readDays(kept, event);
        const plan = planDays(event, known, now, calendar);
        if (outcome === 'isDropped') return;
        for (const date of plan.dates) asked.push({ date, at: now });
        if (outcome === 'fails')
          return keep(kept, event, plan.dates.length === 0 ? plan.memory : pausedAt(plan.memory, now));
        const answers = plan.dates.map((date) => (isThere(date, now) ? there : nothing));
        const conclusion = concludeDays(event, plan, answers, now, calendar);
        keep(kept, event, conclusion.memory);
        fired.push(...conclusion.fired);
        for (const one of conclusion.fired) {
          expect(one.empty).toBe(!isThere(one.date, now));
          if (one.empty) expect(now).toBeGreaterThanOrEqual(noonOf(one.date));
        }
      };

      pollOnce('works');
      for (const { afterMs, outcome, restarts } of polls) {
        now += afterMs;
        if (restarts) kept = JSON.parse(JSON.stringify(kept));
        pollOnce(outcome);
      }
      now += 21 * MINUTE;
      now = Math.max(now, oslo(calendar.dayOf(now), '12:30'));
      pollOnce('works');

      // Fired and missed dates together are all dates since the start, without a gap and without a repetition.
      let next = calendar.addDays(firstDay, -LAG[event]);
      for (const { date, missedFrom, missedTo } of fired) {
        if (missedFrom !== null && missedTo !== null) {
          expect(missedFrom).toBe(next);
          next = calendar.addDays(missedTo, 1);
        }
        expect(date).toBe(next);
        next = calendar.addDays(date, 1);
      }
      expect(next).toBe(calendar.addDays(calendar.dayOf(now), 1 - LAG[event]));

      for (const { date, at } of asked) {
        expect(at).toBeGreaterThanOrEqual(refreshOf(date));
        const inTheHour = asked.filter(
          (other) => other.date === date && other.at >= at && other.at < at + 60 * MINUTE,
        );
        expect(inTheHour.length).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: 300 },
  );
});
