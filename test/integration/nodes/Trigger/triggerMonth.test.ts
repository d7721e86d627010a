import type { IDataObject } from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import type { DailyEvent } from '../../../../nodes/Trigger/days.ts';
import { startDailyService } from '../../../support/nodes/dailyService.ts';
import { pollTrigger } from '../../../support/nodes/poll.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

jumpOverWaits(0);

const calendar = createCalendar();
const MINUTE = 60_000;
const REFRESH = { stockUpdated: '08:30', salesAvailable: '07:45' };
const LAG = { stockUpdated: 0, salesAvailable: 1 };

/** A Monday evening. The clock changes on October 25. */
const START = calendar.instantOf('2026-10-12', '20:00');
const DAYS = 30;
/** A day without data that no calendar knows of. */
const STRANGE_DAY = '2026-11-05';
/** Local times at which n8n starts again. */
const RESTARTS = ['2026-10-21 08:31', '2026-10-29 12:00', '2026-11-06 03:00'];
/** Days on which the service answers nothing from 07:40 to 09:10. */
const OUTAGES = ['2026-10-20', '2026-11-03'];

/** Minutes from the refresh until each row of a date comes; Sundays and that day have none. */
const KINDS = [
  [0, 0],
  [3, 3],
  [1, 2],
  [131, 131],
  [0, 4],
  [330, 330],
] as const;

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
const refreshOf = (event: DailyEvent, date: string, time = REFRESH[event]) =>
  calendar.instantOf(calendar.addDays(date, LAG[event]), time);

/** The chain is closed; no public holiday falls into the month. */
const isSunday = (date: string) => new Date(date).getUTCDay() === 0;

function arrivals(event: DailyEvent, date: string): number[] {
  if (isSunday(date) || date === STRANGE_DAY) return [];
  const kind = KINDS[dayNumber(date) % KINDS.length] ?? [];
  return kind.map((minutes) => refreshOf(event, date) + minutes * MINUTE);
}

function isDown(at: number): boolean {
  const time = calendar.timeOf(at);
  return OUTAGES.includes(calendar.dayOf(at)) && time >= '07:40' && time < '09:10';
}

type Fired = Pick<IDataObject, 'date' | 'rows' | 'missedFrom' | 'missedTo'> & { at: string };

/** The days between that have neither started the workflow nor were seen to be empty, as an event lists them. */
function missedOf(days: readonly string[]) {
  return { missedFrom: days[0] ?? null, missedTo: days.at(-1) ?? null };
}

interface Case {
  readonly event: DailyEvent;
  readonly totals: boolean;
  readonly emits: boolean;
}

/** The rule, told from what the service really has: what each of these polls starts. */
function expectedOf(
  { event, totals, emits }: Case,
  polls: readonly { at: number; isFirst: boolean }[],
): Fired[] {
  const fired: Fired[] = [];
  const rows = (date: string, at: number) => arrivals(event, date).filter((came) => came <= at);
  let settled = calendar.addDays(calendar.dayOf(START), -1 - LAG[event]);
  let unnamed: string[] = [];
  let seenEmpty = '';
  let quietUntil = 0;
  let busyUntil = 0;

  let saved = { settled, unnamed, seenEmpty, firings: 0 };
  for (const { at, isFirst } of polls) {
    // n8n saves what is known with the poll that activates the workflow, and when a poll starts it.
    const isSaved = saved.firings < fired.length;
    if (isSaved) saved = { settled, unnamed, seenEmpty, firings: fired.length };
    if (isFirst) {
      ({ settled, unnamed, seenEmpty } = saved);
      quietUntil = 0;
      saved.firings = -1;
    }
    if (at <= busyUntil) continue;
    const latest = event === 'stockUpdated' ? calendar.latestStockDay(at) : calendar.latestSalesDay(at);
    const [refresh, noon] = [refreshOf(event, latest), refreshOf(event, latest, '12:00')];
    if (latest <= settled || at < quietUntil) continue;
    if (isDown(at)) {
      quietUntil = at + 4.5 * MINUTE;
      continue;
    }
    const pause = at < refresh + 30 * MINUTE ? 0 : (at < noon ? 4.5 : 14.5) * MINUTE;
    quietUntil = Math.min(at + pause, refreshOf(event, calendar.addDays(latest, 1)));
    const start = (date: string, count: number) => {
      if (count === 0 && !emits) return;
      fired.push({ at: new Date(at).toISOString(), date, rows: count, ...missedOf(unnamed) });
      unnamed = [];
    };
    /** A date that can no longer be read. */
    const leave = (date: string) => {
      if (date === seenEmpty) start(date, 0);
      else unnamed.push(date);
    };
    const open: string[] = [];
    for (let date = calendar.addDays(settled, 1); date <= latest; date = calendar.addDays(date, 1))
      open.push(date);

    // One look, or up to three more.
    let look = at;
    const isComplete = () => {
      const came = rows(latest, look);
      const isOld = (!totals || event === 'salesAvailable') && look - (came.at(-1) ?? 0) >= 5 * MINUTE;
      return came.length > 0 && (look >= refresh + 30 * MINUTE || isOld);
    };
    let complete = isComplete();
    for (let more = 0; more < 3 && !complete && rows(latest, at).length > 0; more += 1) {
      const before = rows(latest, look).length;
      look += isFirst ? 5_000 : MINUTE;
      busyUntil = look;
      complete = isComplete() || rows(latest, look).length === before;
    }
    const count = rows(latest, look).length;

    if (event === 'salesAvailable') {
      for (const date of open.slice(0, -7)) leave(date);
      for (const date of open.slice(-7, -1)) start(date, rows(date, at).length);
      settled = calendar.addDays(latest, -1);
    } else if (complete) {
      for (const date of open.slice(0, -1)) leave(date);
    } else if (count === 0) {
      // Stock of an earlier day can be read until there is a newer one.
      const older = open.slice(0, -1);
      const newest = older.findLastIndex((date) => rows(date, at).length > 0);
      older.forEach((date, index) => {
        if (index < newest) leave(date);
        else start(date, rows(date, at).length);
      });
      settled = calendar.addDays(latest, -1);
    }
    if (complete || (count === 0 && emits && at >= noon)) {
      start(latest, count);
      settled = latest;
    } else if (count === 0 && (emits || at >= noon || isSunday(latest))) seenEmpty = latest;
  }
  return fired;
}

/** Local times around those at which something can come: polls cost time. */
const BUSY = [
  ['07:40', '09:20'],
  ['10:35', '10:50'],
  ['11:55', '12:20'],
  ['13:55', '14:10'],
] as const;

/** From 07:00 to 15:00, or when something can come. */
function* every(
  minutes: number,
  times: readonly (readonly [string, string])[] = [['07:00', '15:00']],
): Generator<number> {
  const first = Math.ceil(START / (minutes * MINUTE)) * minutes * MINUTE;
  for (let at = first; at < START + DAYS * 24 * 60 * MINUTE; at += minutes * MINUTE) {
    const time = calendar.timeOf(at);
    if (times.some(([from, to]) => time >= from && time <= to)) yield at;
  }
}

function* daily(time: string, step = 1): Generator<number> {
  // A week after a Monday is a Monday.
  for (let day = step; day <= DAYS; day += step) {
    yield calendar.instantOf(calendar.addDays(calendar.dayOf(START), day), time);
  }
}

const INTERVALS: readonly [string, () => Generator<number>][] = [
  ['every minute', () => every(1, BUSY)],
  ['every 5 minutes', () => every(5)],
  ['every hour', () => every(60)],
  ['every day at 08:30', () => daily('08:30')],
  ['every day at 09:00', () => daily('09:00')],
  ['Mondays at 09:00', () => daily('09:00', 7)],
];

const CASES: readonly Case[] = [
  { event: 'stockUpdated', totals: true, emits: false },
  { event: 'stockUpdated', totals: false, emits: true },
  { event: 'salesAvailable', totals: false, emits: false },
  { event: 'salesAvailable', totals: false, emits: true },
];

describe.each(INTERVALS)('a month, polled %s', (interval, times) => {
  test.each(CASES)('%j', async (one) => {
    const { event, totals, emits } = one;
    const service = await startDailyService();
    service.arrivals = (date) => arrivals(event, date);
    service.isDown = () => isDown(Date.now());
    service.totals = totals;
    const trigger = await pollTrigger(service.newKey(), { event, emitEmptyDays: emits }, 'onFire');
    const starts = RESTARTS.map((local) => calendar.instantOf(local.slice(0, 10), local.slice(11)) + 30_000);
    const polls = [
      { at: START, isFirst: true },
      ...[...times()].map((at) => ({ at: at + 1, isFirst: false })),
      ...starts.map((at) => ({ at, isFirst: true })),
    ].toSorted((a, b) => a.at - b.at);
    const fired: Fired[] = [];
    let busyUntil = 0;
    for (const { at, isFirst } of polls) {
      // A poll that begins while another one waits asks nothing; here it would find the clock set back.
      if (at <= busyUntil) continue;
      if (isFirst && at > START) trigger.restart();
      const items = (await trigger.at(at).catch(() => null)) ?? [];
      for (const { date, rows, missedFrom, missedTo } of items) {
        fired.push({ at: new Date(at).toISOString(), date, rows, missedFrom, missedTo });
      }
      busyUntil = Date.now() > at ? Date.now() : 0;
    }
    expect(fired).toEqual(expectedOf(one, polls));
    expect(fired.length).toBeGreaterThan(interval.startsWith('Mondays') ? 3 : 15);
    // Stock has 400 calls a day for all who share the key.
    const perDay = Map.groupBy(service.calls, ({ at }) => calendar.dayOf(at));
    for (const calls of perDay.values()) expect(calls.length).toBeLessThan(200);
  });
});
