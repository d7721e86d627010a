import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import {
  concludeDays,
  type DaysNotes,
  isComplete,
  type Look,
  planDays,
} from '../../../../nodes/Trigger/days.ts';

const calendar = createCalendar();
const oslo = (day: string, time: string) => calendar.instantOf(day, time);
const lookAt = (date: string, count: number, lastChange: string | null = null): Look => ({
  date,
  count,
  lastChange,
});
const notesOf = (lastDate: string): DaysNotes => ({
  lastDate,
  askedAt: 0,
  waitMs: 0,
  emptyDate: null,
  missed: null,
});

/** A poll for stock at `now` that finds these looks, the latest date complete where it has rows. */
function polled(notes: DaysNotes, now: number, looks: readonly Look[]) {
  return concludeDays(planDays('stockUpdated', notes, now, calendar), looks, true, false, calendar);
}

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

test('days that are missed one after the other are listed together', () => {
  const missed = { from: '2026-11-16', to: '2026-11-17' };
  const notes = { ...notesOf('2026-11-17'), missed };
  const { fired } = polled(notes, oslo('2026-11-20', '09:00'), [lookAt('2026-11-20', 7)]);
  expect(fired).toMatchObject([{ date: '2026-11-20', missedFrom: '2026-11-16', missedTo: '2026-11-19' }]);
});
