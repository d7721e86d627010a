import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { concludeDays, type DailyEvent, type DaysMemory, planDays } from '../../../../nodes/Trigger/days.ts';
import { keep, readDays } from '../../../../nodes/Trigger/memory.ts';
import { asking, callsFree, NO_PAUSE, nextCallAt } from '../../../../nodes/Trigger/pause.ts';

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
    expect(memory).toEqual({ settledDate: '2026-11-19', ...NO_PAUSE });
    expect(datesAt('stockUpdated', memory, oslo('2026-11-20', '08:30'))).toEqual(['2026-11-20']);
  });
});

test('before the refresh, stock that was missed yesterday is still that of yesterday', () => {
  const memory = { settledDate: '2026-11-18', ...NO_PAUSE };
  expect(datesAt('stockUpdated', memory, oslo('2026-11-20', '07:00'))).toEqual(['2026-11-19']);
});

test('sales are caught up for seven days, three an hour, and the event names the days before', () => {
  const begin = oslo('2026-11-20', '13:00');
  let memory: DaysMemory = { settledDate: '2026-11-01', ...NO_PAUSE };
  const fired = [0, 59, 60, 120].map((minute) => {
    const now = begin + minute * MINUTE;
    const plan = planDays('salesAvailable', memory, now, calendar);
    const answers = plan.dates.map(() => there);
    const conclusion = concludeDays('salesAvailable', plan, answers, now, calendar);
    memory = conclusion.memory;
    return conclusion.fired;
  });
  expect(fired.map((events) => events.map(({ date }) => date.slice(-2)))).toEqual([
    ['13', '14', '15'],
    [],
    ['16', '17', '18'],
    ['19'],
  ]);
  expect(fired[0]?.[0]).toMatchObject({ missedFrom: '2026-11-02', missedTo: '2026-11-12' });
  expect(fired[0]?.[1]).toMatchObject({ date: '2026-11-14', missedFrom: null, missedTo: null });
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
    memory: {
      settledDate: '2026-11-21',
      calls: [oslo('2026-11-22', '11:59')],
      pausedUntil: oslo('2026-11-22', '12:00'),
    },
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

test('the last call before noon leaves room for the one at noon', () => {
  const noon = oslo('2026-11-22', '12:00');
  expect(nextCallAt(noon - 50 * MINUTE, noon)).toBe(noon - 30 * MINUTE);
  expect(nextCallAt(noon - 40 * MINUTE, noon)).toBe(noon - 20 * MINUTE);
  expect(nextCallAt(noon - 39 * MINUTE, noon)).toBe(noon);
  expect(nextCallAt(noon, noon)).toBe(noon + 20 * MINUTE);
});

test('a wait that the service wants is kept to, though no longer than a day', () => {
  const now = oslo('2026-11-20', '09:00');
  const noon = oslo('2026-11-20', '12:00');
  const plan = planDays('stockUpdated', undefined, now, calendar);
  const waiting = (waitMs: number) =>
    concludeDays('stockUpdated', plan, [], now, calendar, waitMs).memory.pausedUntil;
  expect(waiting(0)).toBe(nextCallAt(now, noon));
  expect(waiting(5 * 60 * MINUTE)).toBe(now + 5 * 60 * MINUTE);
  expect(waiting(9_999 * 60 * MINUTE)).toBe(now + 24 * 60 * MINUTE);
});

test('while answers are awaited nothing is free, and an hour holds three calls', () => {
  const now = oslo('2026-11-20', '09:00');
  expect(callsFree(asking(NO_PAUSE, now, 1), now + MINUTE)).toBe(0);
  const afterwards = { ...asking(NO_PAUSE, now, 2), pausedUntil: null };
  expect(callsFree(afterwards, now + 59 * MINUTE)).toBe(1);
  expect(callsFree(afterwards, now + 60 * MINUTE)).toBe(3);
});

test('a clock that once was in the future, or is set back, does not hold the trigger up', () => {
  const now = oslo('2026-11-20', '09:00');
  const future = { settledDate: '2038-01-19', ...NO_PAUSE };
  expect(datesAt('stockUpdated', future, now)).toEqual(['2026-11-20']);
  const askedLater = { settledDate: '2026-11-19', ...asking(NO_PAUSE, now + 60 * MINUTE, 3) };
  expect(datesAt('stockUpdated', askedLater, now)).toEqual(['2026-11-20']);
});

test('notes of another event, or notes that cannot be read, are none', () => {
  const kept: IDataObject = {};
  const memory = { settledDate: '2026-11-19', calls: [5], pausedUntil: 7 };
  keep(kept, 'stockUpdated', memory);
  expect(readDays(kept, 'stockUpdated')).toEqual(memory);
  expect(readDays(kept, 'salesAvailable')).toBeUndefined();
  expect(readDays({ event: 'stockUpdated', settledDate: 7 }, 'stockUpdated')).toBeUndefined();
  expect(readDays({ ...kept, calls: 'x', pausedUntil: '7' }, 'stockUpdated')).toEqual({
    settledDate: '2026-11-19',
    ...NO_PAUSE,
  });
});
