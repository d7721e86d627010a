import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import {
  concludeDays,
  type DailyEvent,
  type DaysNotes,
  isComplete,
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
  emptyDate: null,
  missed: null,
  ...others,
});

function datesAt(event: DailyEvent, notes: DaysNotes | undefined, now: number): readonly string[] {
  return planDays(event, notes, now, calendar).dates;
}

/** A poll at `now` that finds these looks, the latest date complete where it has rows. */
function polled(
  event: DailyEvent,
  notes: DaysNotes | undefined,
  now: number,
  looks: readonly Look[],
  emitEmptyDays = false,
) {
  return concludeDays(planDays(event, notes, now, calendar), looks, true, emitEmptyDays, calendar);
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

test.each([
  ['08:29', ['2026-11-19']],
  ['08:30', ['2026-11-20']],
])('a trigger that lost its notes begins with the latest refresh: at %s %j', (time, dates) => {
  const { notes } = planDays('stockUpdated', 'lost', oslo('2026-11-20', time), calendar);
  expect(datesAt('stockUpdated', notes, oslo('2026-11-20', time))).toEqual(dates);
});

test('before the refresh, stock that was missed yesterday is still that of yesterday', () => {
  expect(datesAt('stockUpdated', notesOf('2026-11-18'), oslo('2026-11-20', '07:00'))).toEqual(['2026-11-19']);
});

test('sales are caught up for seven days, and the first event lists the days before', () => {
  const now = oslo('2026-11-20', '13:00');
  const dates = datesAt('salesAvailable', notesOf('2026-11-01'), now);
  const looks = dates.map((date) => lookAt(date, 7));
  const { fired, notes } = polled('salesAvailable', notesOf('2026-11-01'), now, looks);
  expect(fired.map(({ date }) => date.slice(-2))).toEqual(['13', '14', '15', '16', '17', '18', '19']);
  expect(fired[0]).toMatchObject({ missedFrom: '2026-11-02', missedTo: '2026-11-12' });
  expect(fired[1]).toMatchObject({ missedFrom: null, missedTo: null });
  expect(notes).toEqual(notesOf('2026-11-19'));
});

test.each<[string, Look, string, boolean]>([
  ['no rows', lookAt('2026-11-20', 0), '23:59', false],
  ['only a total, half an hour after the refresh', lookAt('2026-11-20', 7), '09:00', true],
  ['only a total, just before that', lookAt('2026-11-20', 7), '08:59', false],
  ['a change five minutes ago', lookAt('2026-11-20', 7, '2026-11-20 08:31:00'), '08:36', true],
  ['a newer change', lookAt('2026-11-20', 7, '2026-11-20 08:31:01'), '08:36', false],
  ['a change at no time that can be read', lookAt('2026-11-20', 7, '2026-11-20 8.31'), '08:59', false],
])('one look that shows %s: %#', (_, look, time, isEnough) => {
  const now = oslo('2026-11-20', time);
  const { completeAt } = planDays('stockUpdated', notesOf('2026-11-19'), now, calendar);
  expect(isComplete(look, completeAt, now, calendar)).toBe(isEnough);
});

test.each([
  ['stockUpdated', '2026-11-20', '08:59', 0],
  ['stockUpdated', '2026-11-20', '09:00', 4.5],
  ['salesAvailable', '2026-11-20', '08:14', 0],
  ['salesAvailable', '2026-11-20', '08:15', 4.5],
  ['stockUpdated', '2026-11-20', '11:59', 4.5],
  ['stockUpdated', '2026-11-20', '12:00', 14.5],
  ['stockUpdated', '2026-11-21', '08:25', 5],
] as const)('%s: a poll on %s at %s leaves the service alone for %d minutes', (event, day, time, minutes) => {
  const { pauseMs } = planDays(event, notesOf('2026-11-18'), oslo(day, time), calendar);
  expect(pauseMs).toBe(minutes * MINUTE);
});

describe('stock without rows', () => {
  const sunday = lookAt('2026-11-22', 0);
  const monday = lookAt('2026-11-23', 7);
  const quiet = { missedFrom: null, missedTo: null };
  const emptyItem = { date: '2026-11-22', empty: true, rows: 0, ...quiet };

  test.each<[string, boolean, object[], object[]]>([
    ['09:00', false, [], [{ date: '2026-11-23', ...quiet }]],
    ['09:00', true, [], [emptyItem, { date: '2026-11-23', ...quiet }]],
    ['12:00', false, [], [{ date: '2026-11-23', ...quiet }]],
    ['12:00', true, [emptyItem], [{ date: '2026-11-23', ...quiet }]],
  ])('at the last poll, at %s, with empty days emitted: %s', (time, emits, then, next) => {
    const first = polled('stockUpdated', notesOf('2026-11-21'), oslo('2026-11-22', time), [sunday], emits);
    expect(first.fired).toMatchObject(then);
    const second = polled('stockUpdated', first.notes, oslo('2026-11-23', '09:00'), [monday], emits);
    expect(second.fired).toMatchObject(next);
  });

  test('at a last poll before noon on a working day, that day may have come later and is listed as missed', () => {
    const friday = oslo('2026-11-20', '09:00');
    const first = polled('stockUpdated', notesOf('2026-11-19'), friday, [lookAt('2026-11-20', 0)]);
    const saturday = oslo('2026-11-21', '09:00');
    const second = polled('stockUpdated', first.notes, saturday, [lookAt('2026-11-21', 7)]);
    expect(second.fired).toMatchObject([{ missedFrom: '2026-11-20', missedTo: '2026-11-20' }]);
  });

  test('and none today either: yesterday is known to be empty', () => {
    const looks = [sunday, lookAt('2026-11-23', 0)];
    const now = oslo('2026-11-23', '08:30');
    const { fired, notes } = polled('stockUpdated', notesOf('2026-11-21'), now, looks, true);
    expect(fired).toMatchObject([emptyItem]);
    expect(notes).toMatchObject({ lastDate: '2026-11-22', missed: null });
  });

  test('and no rows yet today, but some of the day before yesterday: that day is fired', () => {
    const looks = [lookAt('2026-11-21', 7), sunday, lookAt('2026-11-23', 0)];
    const now = oslo('2026-11-23', '08:30');
    const { fired, notes } = polled('stockUpdated', notesOf('2026-11-19'), now, looks);
    expect(fired).toMatchObject([{ date: '2026-11-21', missedFrom: '2026-11-20', missedTo: '2026-11-20' }]);
    expect(notes).toMatchObject({ lastDate: '2026-11-22', missed: null });
  });
});

test('stock that is never seen complete is listed as missed by the next event', () => {
  const notes = notesOf('2026-11-19');
  const plan = planDays('stockUpdated', notes, oslo('2026-11-20', '08:31'), calendar);
  const seen = concludeDays(plan, [lookAt('2026-11-20', 7)], false, false, calendar);
  expect(seen).toEqual({ fired: [], notes });
  const { fired } = polled('stockUpdated', seen.notes, oslo('2026-11-21', '09:00'), [
    lookAt('2026-11-21', 7),
  ]);
  expect(fired).toMatchObject([{ date: '2026-11-21', missedFrom: '2026-11-20', missedTo: '2026-11-20' }]);
});

test('sales without rows stay open, so that those that come in the evening are read on the next day', () => {
  const { notes } = polled('salesAvailable', undefined, oslo('2026-11-20', '12:00'), [
    lookAt('2026-11-19', 0),
  ]);
  expect(datesAt('salesAvailable', notes, oslo('2026-11-21', '07:45'))).toEqual(['2026-11-19', '2026-11-20']);
});

test('a wait that the service wants is kept to, though no longer than an hour', () => {
  expect([undefined, 4, 60 * MINUTE, 9_999 * 60 * MINUTE].map(pauseAfter)).toEqual(
    [4.5, 4.5, 60, 60].map((minutes) => minutes * MINUTE),
  );
});

test('a clock that once was in the future, or is set back, does not hold the trigger up', () => {
  const now = oslo('2026-11-20', '09:00');
  expect(datesAt('stockUpdated', notesOf('2038-01-19'), now)).toEqual(['2026-11-20']);
  expect(mayAsk({ askedAt: now, waitMs: 10 * MINUTE }, now + 9 * MINUTE)).toBe(false);
  expect(mayAsk({ askedAt: now, waitMs: 10 * MINUTE }, now + 10 * MINUTE)).toBe(true);
  expect(mayAsk({ askedAt: now + 60 * MINUTE, waitMs: 10 * MINUTE }, now)).toBe(true);
});
