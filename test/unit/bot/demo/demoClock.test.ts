import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDemoClock, demoDay, morningOf } from '../../../../bot/demo/demoClock.ts';

const calendar = createCalendar();
const CLOSED = new Set(['2026-11-15', '2026-11-22', '2026-12-25', '2026-12-26', '2026-12-27']);
const isOpen = (day: string) => !CLOSED.has(day);

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-15', '2026-11-14'], // a Sunday
  ['2026-11-16', '2026-11-14'], // a Monday: Sunday has no sales to show
  ['2026-12-28', '2026-12-24'], // after a row of holidays
])('on %s the demo is of %s', (today, day) => {
  expect(demoDay(today, isOpen)).toBe(day);
});

test('the demo happens at a quarter to nine, in summer and winter', () => {
  expect(new Date(morningOf('2026-11-20')).toISOString()).toBe('2026-11-20T07:45:00.000Z');
  expect(new Date(morningOf('2026-06-20')).toISOString()).toBe('2026-06-20T06:45:00.000Z');
  for (const day of ['2026-03-29', '2026-10-25']) expect(calendar.timeOf(morningOf(day))).toBe('08:45');
});

test('the clock of the demo starts where it was set, goes on, and can be set again', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createDemoClock(morningOf('2026-11-20'));
  vi.advanceTimersByTime(1_500);
  expect(clock.now()).toBe(morningOf('2026-11-20') + 1_500);
  clock.setTo(morningOf('2026-11-19'));
  expect(clock.now()).toBe(morningOf('2026-11-19'));
});
