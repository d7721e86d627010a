import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDemoClock, demoDay, morningOf, nextAt, stopsUntil } from '../../../../bot/demo/demoClock.ts';

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

test('who sleeps until a moment that the clock moves past wakes, and who sleeps longer sleeps on', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = createDemoClock(morningOf('2026-11-20'));
  const woken: string[] = [];
  const sleep = (name: string, milliseconds: number, signal?: AbortSignal) =>
    clock.sleep(milliseconds, signal).then(
      () => woken.push(name),
      () => woken.push(`${name} gave up`),
    );
  const giveUp = new AbortController();
  void sleep('a minute', 60_000);
  void sleep('an hour', 3_600_000);
  void sleep('a month', 30 * 86_400_000);
  void sleep('somebody', 7_200_000, giveUp.signal);
  clock.moveTo(clock.now() + 600_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toEqual(['a minute']);
  expect(clock.sleepers()).toBe(3);
  giveUp.abort();
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(woken).toEqual(['a minute', 'somebody gave up', 'an hour']);
  clock.moveTo(clock.now() - 1);
  expect(clock.now()).toBe(morningOf('2026-11-20') + 3_600_000);
});

test.each([
  ['2026-11-20 08:45', '08:30', undefined, '2026-11-21 08:30'],
  ['2026-11-20 07:44', '07:45', undefined, '2026-11-20 07:45'],
  ['2026-11-20 08:30', '08:30', undefined, '2026-11-21 08:30'],
  ['2026-11-20 08:45', '08:30', 1, '2026-11-23 08:30'],
  ['2026-11-23 08:00', '08:30', 1, '2026-11-23 08:30'],
  // Over the end of summer time.
  ['2026-10-24 12:00', '08:30', undefined, '2026-10-25 08:30'],
] as const)('after %s the next %s (weekday %s) is %s', (now, time, weekday, expected) => {
  const at = (local: string) => calendar.instantOf(local.slice(0, 10), local.slice(11));
  expect(nextAt(at(now), time, weekday)).toBe(at(expected));
});

test('on the way it stops when data arrives and digests are due, and ends where it was sent', () => {
  const [from, to] = [morningOf('2026-11-20'), calendar.instantOf('2026-11-21', '08:32')];
  const stops = stopsUntil(from, to).map((stop) => calendar.timeOf(stop));
  expect(stops).toEqual(expect.arrayContaining(['12:00', '07:45', '08:30', '08:31']));
  expect(stopsUntil(from, to).at(-1)).toBe(to);
  expect(stopsUntil(from, to).toSorted((one, other) => one - other)).toEqual(stopsUntil(from, to));
});
