import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import {
  concludeDays,
  type DailyEvent,
  type DaysNotes,
  type Look,
  mayAsk,
  pauseAfter,
  planDays,
} from '../../../../nodes/Trigger/days.ts';

const calendar = createCalendar();
const MINUTE = 60_000;
const oslo = (day: string, time: string) => calendar.instantOf(day, time);
const lookAt = (date: string, count: number, lastChange: string | null = null): Look => ({
  date,
  count,
  lastChange,
});
const notesOf = (lastDate: string, others: Partial<DaysNotes> = {}): DaysNotes => ({
  lastDate,
  askedAt: 0,
  waitMs: 0,
  look: null,
  missed: null,
  ...others,
});

function datesAt(event: DailyEvent, notes: DaysNotes | undefined, now: number): readonly string[] {
  return planDays(event, notes, now, calendar).dates;
}

describe('without notes', () => {
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
    const { notes } = planDays('stockUpdated', undefined, oslo('2026-11-20', '06:00'), calendar);
    expect(notes).toEqual(notesOf('2026-11-19'));
    expect(datesAt('stockUpdated', notes, oslo('2026-11-20', '08:30'))).toEqual(['2026-11-20']);
  });
});

test('before the refresh, stock that was missed yesterday is still that of yesterday', () => {
  expect(datesAt('stockUpdated', notesOf('2026-11-18'), oslo('2026-11-20', '07:00'))).toEqual(['2026-11-19']);
});

test('sales are caught up for seven days, and the first event names the days before', () => {
  const now = oslo('2026-11-20', '13:00');
  const plan = planDays('salesAvailable', notesOf('2026-11-01'), now, calendar);
  const { fired, notes } = concludeDays(
    plan,
    plan.dates.map((date) => lookAt(date, 7)),
    false,
    now,
  );
  expect(fired.map(({ date }) => date.slice(-2))).toEqual(['13', '14', '15', '16', '17', '18', '19']);
  expect(fired[0]).toMatchObject({ missedFrom: '2026-11-02', missedTo: '2026-11-12' });
  expect(fired[1]).toMatchObject({ missedFrom: null, missedTo: null });
  expect(notes).toEqual(notesOf('2026-11-19', { askedAt: now, waitMs: 10 * MINUTE }));
});

test.each<[string, Look | null, Look | null, boolean]>([
  ['a first look', null, lookAt('2026-11-20', 7), false],
  ['a look equal to the one before', lookAt('2026-11-20', 7), lookAt('2026-11-20', 7), true],
  ['a row more', lookAt('2026-11-20', 7), lookAt('2026-11-20', 8), false],
  ['a row changed', lookAt('2026-11-20', 7, '08:31'), lookAt('2026-11-20', 7, '08:34'), false],
  ['a look equal to that of yesterday', lookAt('2026-11-19', 7), lookAt('2026-11-20', 7), false],
  ['a date that changed while it was looked at', lookAt('2026-11-20', 7), null, false],
])('in the morning %s: fires %#', (_, before, look, fires) => {
  const now = oslo('2026-11-20', '09:00');
  const plan = planDays('stockUpdated', notesOf('2026-11-19', { look: before }), now, calendar);
  const { fired, notes } = concludeDays(plan, [look], false, now);
  expect(fired).toHaveLength(fires ? 1 : 0);
  expect(notes).toMatchObject({
    lastDate: fires ? '2026-11-20' : '2026-11-19',
    look: fires ? null : (look ?? before),
    waitMs: fires ? 10 * MINUTE : 5 * MINUTE,
  });
});

test.each<[string, boolean, number, string, string]>([
  ['11:59', true, 0, '2026-11-21', '10 min'],
  ['12:00', true, 1, '2026-11-22', '10 min'],
  ['11:59', false, 0, '2026-11-21', '10 min'],
  ['12:00', false, 0, '2026-11-22', '60 min'],
])('stock without rows at %s, empty days emitted: %s', (time, emits, events, lastDate, wait) => {
  const now = oslo('2026-11-22', time);
  const plan = planDays('stockUpdated', undefined, now, calendar);
  const { fired, notes } = concludeDays(plan, [lookAt('2026-11-22', 0)], emits, now);
  expect(fired.map(({ empty, rows }) => [empty, rows])).toEqual(new Array(events).fill([true, 0]));
  expect([notes.lastDate, `${notes.waitMs / MINUTE} min`]).toEqual([lastDate, wait]);
});

test('stock that comes in the afternoon and is not seen whole is named by the next event', () => {
  const [noon, later, tomorrow] = [
    oslo('2026-11-20', '12:00'),
    oslo('2026-11-20', '15:00'),
    oslo('2026-11-21', '13:00'),
  ];
  const empty = planDays('stockUpdated', notesOf('2026-11-19'), noon, calendar);
  const { notes } = concludeDays(empty, [lookAt('2026-11-20', 0)], false, noon);
  const late = planDays('stockUpdated', notes, later, calendar);
  expect(late.dates).toEqual(['2026-11-20']);
  const seen = concludeDays(late, [lookAt('2026-11-20', 7)], false, later);
  expect(seen.fired).toEqual([]);
  const next = planDays('stockUpdated', seen.notes, tomorrow, calendar);
  const { fired } = concludeDays(next, [lookAt('2026-11-21', 7)], false, tomorrow);
  expect(fired).toMatchObject([{ date: '2026-11-21', missedFrom: '2026-11-20', missedTo: '2026-11-20' }]);
});

test('sales without rows stay open, so that those that come in the evening are read on the next day', () => {
  const noon = oslo('2026-11-20', '12:00');
  const plan = planDays('salesAvailable', undefined, noon, calendar);
  const { notes } = concludeDays(plan, [lookAt('2026-11-19', 0)], false, noon);
  expect(datesAt('salesAvailable', notes, oslo('2026-11-21', '07:45'))).toEqual(['2026-11-19', '2026-11-20']);
});

test('a wait that the service wants is kept to, though no longer than a day', () => {
  expect([undefined, 5, 60 * MINUTE, 9_999 * 60 * MINUTE].map(pauseAfter)).toEqual(
    [10, 10, 60, 24 * 60].map((minutes) => minutes * MINUTE),
  );
});

test('a clock that once was in the future, or is set back, does not hold the trigger up', () => {
  const now = oslo('2026-11-20', '09:00');
  expect(datesAt('stockUpdated', notesOf('2038-01-19'), now)).toEqual(['2026-11-20']);
  expect(mayAsk({ askedAt: now, waitMs: 10 * MINUTE }, now + 9 * MINUTE)).toBe(false);
  expect(mayAsk({ askedAt: now, waitMs: 10 * MINUTE }, now + 10 * MINUTE)).toBe(true);
  expect(mayAsk({ askedAt: now + 60 * MINUTE, waitMs: 10 * MINUTE }, now)).toBe(true);
});
