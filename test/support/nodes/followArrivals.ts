import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect } from 'vitest';
import type { DailyEvent } from '../../../nodes/Trigger/days.ts';
import { type Arrival, arrivalOf, PLANS } from './arrivals.ts';
import { startDailyService } from './dailyService.ts';
import { pollTrigger } from './poll.ts';

const calendar = createCalendar();
const MINUTE = 60_000;
const FIRST_DAY = '2026-09-21';

/** The days of the data, a plan each; the chain is closed on Sundays. */
const DAYS: readonly string[] = (() => {
  const days: string[] = [];
  for (let day = FIRST_DAY; days.length < PLANS; day = calendar.addDays(day, 1)) {
    if (new Date(day).getUTCDay() !== 0) days.push(day);
  }
  return days;
})();

export interface Interval {
  readonly name: string;
  /** Minutes between polls; undefined for one poll a day. */
  readonly minutes?: number;
  readonly at?: string;
  /** As the editor stores them. */
  readonly pollTimes: Record<string, string | number>;
}

export const everyMinutes = (minutes: number): Interval => ({
  name: `every ${minutes} minutes`,
  minutes,
  pollTimes:
    minutes === 1
      ? { mode: 'everyMinute' }
      : minutes === 60
        ? { mode: 'everyHour', minute: 0 }
        : minutes === 5
          ? // A cron expression tells nothing: the polls themselves do.
            { mode: 'custom', cronExpression: '*/5 * * * *' }
          : { mode: 'everyX', value: minutes, unit: 'minutes' },
});
export const daily = (at: string): Interval => ({
  name: `daily ${at}`,
  at,
  pollTimes: { mode: 'everyDay', hour: Number(at.slice(0, 2)), minute: Number(at.slice(3)) },
});

interface Fired {
  readonly date: string;
  readonly at: number;
  readonly rows: number;
  readonly settled: boolean;
}

/** The polls of a day from 07:40 to 12:00; n8n begins them up to half a second late. */
function* pollsOf(day: string, { minutes, at }: Interval): Generator<number> {
  if (at !== undefined) return yield calendar.instantOf(day, at) + 200;
  const step = (minutes ?? 1) * MINUTE;
  let late = 0;
  for (let now = calendar.instantOf(day, '07:00'); now <= calendar.instantOf(day, '12:00'); now += step) {
    late = (late + 370) % 500;
    yield now + late;
  }
}

export const ARRIVAL_CASES: readonly (readonly [DailyEvent, boolean])[] = [
  ['stockUpdated', true],
  ['stockUpdated', false],
  ['salesAvailable', false],
];

/**
 * Polls the trigger through 40 days, each of which comes in another way, and checks what it fires: each date once, none
 * left out, and no part of a day called settled. `totals`: whether stock has a header with its total.
 */
export async function followArrivals(event: DailyEvent, totals: boolean, interval: Interval): Promise<void> {
  const arrivals = new Map<string, Arrival>(DAYS.map((day, index) => [day, arrivalOf(event, day, index)]));
  const service = await startDailyService();
  service.totals = totals;
  service.rowsAt = (date, now) => arrivals.get(date)?.rowsAt(now) ?? [];
  const trigger = await pollTrigger(
    service.newKey(),
    { event, pollTimes: { item: [interval.pollTimes] } },
    'onFire',
  );
  await trigger.at(calendar.instantOf(FIRST_DAY, '00:30'));
  const fired: Fired[] = [];
  const missed = new Set<string>();
  const lastDay = calendar.addDays(DAYS.at(-1) ?? '', 2);
  for (let day = FIRST_DAY; day <= lastDay; day = calendar.addDays(day, 1)) {
    let busyUntil = 0;
    let quiet = 0;
    for (const now of pollsOf(day, interval)) {
      // A poll that waits has asked already; one that has nothing to do any more needn't be followed each minute.
      if (now < busyUntil || (quiet > 0 && quiet++ % 20 !== 0)) continue;
      for (const item of (await trigger.at(now)) ?? []) {
        const { date, rows, settled, missedFrom, missedTo } = item;
        fired.push({ date: String(date), at: Date.now(), rows: Number(rows), settled: settled === true });
        for (const one of DAYS) {
          if (typeof missedFrom === 'string' && one >= missedFrom && one <= String(missedTo)) missed.add(one);
        }
        quiet = 1;
      }
      busyUntil = Date.now();
    }
    if (['2026-10-02', '2026-10-15'].includes(day)) trigger.restart();
  }

  expect(fired.map(({ date }) => date)).toEqual([...new Set(fired.map(({ date }) => date))]);
  for (const [date, { name, tellsTime, first, last }] of arrivals) {
    const of = fired.find((one) => one.date === date);
    const polledAt = interval.at ?? '12:00';
    const day = calendar.dayOf(first);
    if (of === undefined) {
      // Stock that came after the last poll of its day is gone at the next one, which lists the day.
      expect([name, event, first > calendar.instantOf(day, polledAt), missed.has(date)]).toEqual([
        name,
        'stockUpdated',
        true,
        true,
      ]);
      continue;
    }
    expect([name, of.rows > 0]).toEqual([name, true]);
    if (interval.at !== undefined && first <= calendar.instantOf(day, interval.at)) {
      expect([name, calendar.dayOf(of.at)]).toEqual([name, day]);
    }
    const mustBeWhole = (interval.minutes ?? 60) <= 10 || tellsTime;
    if (of.settled && mustBeWhole) expect([name, of.at >= last]).toEqual([name, true]);
    // What stood still is called settled: only the days that never do, and those without an earlier look, are not.
    if ((interval.minutes ?? 60) <= 10 && last - first < 45 * MINUTE) {
      expect([name, of.settled]).toEqual([name, true]);
    }
  }
}
