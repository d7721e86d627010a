import type { Calendar } from 'retail-data-client/portable';
import { asking, callsFree, NO_PAUSE, nextCallAt, type Pause } from './pause.ts';

/** The events that come with the service's daily refresh. */
export const DAILY_EVENTS = ['stockUpdated', 'salesAvailable'] as const;
export type DailyEvent = (typeof DAILY_EVENTS)[number];

/** What is remembered between polls. Days are yyyy-MM-dd. */
export interface DaysMemory extends Pause {
  /** The last date that was fired, or is older than the trigger: everything behind it is still to come. */
  readonly settledDate: string;
}

/** What this poll has to find out: one call for each date, oldest first. */
export interface DaysPlan {
  readonly dates: readonly string[];
  /** Dates before them that can no longer be had, or are too many. */
  readonly missed: Missed | null;
  /** Where the memory stands before the answers; what to keep when nothing is asked. */
  readonly memory: DaysMemory;
}

export interface Missed {
  readonly from: string;
  readonly to: string;
}

/** What the service has of a date. */
export interface RowsOfDate {
  readonly empty: boolean;
  /** How many rows there are; null when the service does not say. */
  readonly rows: number | null;
}

/** One fired event. A type, not an interface, so that n8n takes it for the json of an item. */
export type DayEvent = {
  event: DailyEvent;
  /** The date of the stock, or the sales date. */
  date: string;
  /** True when noon came without a row, as on Sundays and holidays. */
  empty: boolean;
  rows: number | null;
  /** Dates before this one for which no event was or will be fired; null when there are none. */
  missedFrom: string | null;
  missedTo: string | null;
};

/** A date without a row by this local time, on the day of its refresh, is settled as empty. */
export const SETTLED_AT = '12:00';

interface Rhythm {
  /** Days from the date of the data to the day of its refresh. */
  readonly lag: number;
  /** Stock is a state: only the newest can be read. Sales of past dates can still be read. */
  readonly mostDates: number;
  latestDate(calendar: Calendar, now: number): string;
}

const RHYTHM: Readonly<Record<DailyEvent, Rhythm>> = {
  stockUpdated: { lag: 0, mostDates: 1, latestDate: (calendar, now) => calendar.latestStockDay(now) },
  salesAvailable: { lag: 1, mostDates: 7, latestDate: (calendar, now) => calendar.latestSalesDay(now) },
};

/**
 * Decides which dates to ask for now. A trigger without memory begins with the refresh of today; `recall` adds what is
 * known beside the memory of when the service was asked.
 */
export function planDays(
  event: DailyEvent,
  known: DaysMemory | undefined,
  now: number,
  calendar: Calendar,
  recall: (memory: DaysMemory) => DaysMemory = (memory) => memory,
): DaysPlan {
  const { lag, mostDates, latestDate } = RHYTHM[event];
  const today = calendar.dayOf(now);
  // A date in the future was noted under a clock that was wrong; waiting for it could take years.
  const memory = recall(
    known !== undefined && known.settledDate <= today
      ? known
      : { settledDate: calendar.addDays(today, -1 - lag), ...NO_PAUSE },
  );
  const latest = latestDate(calendar, now);
  const free = callsFree(memory, now);
  if (latest <= memory.settledDate || free === 0) return { dates: [], missed: null, memory };
  const firstDue = calendar.addDays(memory.settledDate, 1);
  const earliest = calendar.addDays(latest, 1 - mostDates);
  const first = firstDue > earliest ? firstDue : earliest;
  return {
    dates: datesFrom(first, latest, calendar).slice(0, free),
    missed: firstDue < first ? { from: firstDue, to: calendar.addDays(first, -1) } : null,
    memory,
  };
}

/** What is kept while the answers of a plan are awaited, so that a poll that overtakes this one asks nothing. */
export function awaiting({ memory, dates }: DaysPlan, now: number): DaysMemory {
  return { ...memory, ...asking(memory, now, dates.length) };
}

/**
 * What to fire and to remember, given answers for the dates of the plan in their order. Where they end early the next
 * date could not be asked for, and the service wants no call for `waitMs`. Only today's date can still be open: noon has
 * passed for all others.
 */
export function concludeDays(
  event: DailyEvent,
  plan: DaysPlan,
  answers: readonly RowsOfDate[],
  now: number,
  calendar: Calendar,
  waitMs = 0,
): { readonly fired: readonly DayEvent[]; readonly memory: DaysMemory } {
  const { calls } = asking(plan.memory, now, Math.min(answers.length + 1, plan.dates.length));
  const fired: DayEvent[] = [];
  let { settledDate } = plan.memory;
  for (const [index, date] of plan.dates.entries()) {
    const noon = settledFrom(event, date, calendar);
    const answer = answers[index];
    if (answer === undefined || (answer.empty && now < noon)) {
      const wait = answer === undefined ? waitMs : 0;
      return { fired, memory: { settledDate, calls, pausedUntil: nextCallAt(now, noon, wait) } };
    }
    fired.push(dayEvent(event, date, answer, index === 0 ? plan.missed : null));
    settledDate = date;
  }
  return { fired, memory: { settledDate, calls, pausedUntil: null } };
}

/** One event as an item shows it. */
export function dayEvent(
  event: DailyEvent,
  date: string,
  { empty, rows }: RowsOfDate,
  missed: Missed | null = null,
): DayEvent {
  return {
    event,
    date,
    empty,
    rows: empty ? 0 : rows,
    missedFrom: missed?.from ?? null,
    missedTo: missed?.to ?? null,
  };
}

function settledFrom(event: DailyEvent, date: string, calendar: Calendar): number {
  return calendar.instantOf(calendar.addDays(date, RHYTHM[event].lag), SETTLED_AT);
}

function datesFrom(first: string, last: string, calendar: Calendar): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = calendar.addDays(date, 1)) dates.push(date);
  return dates;
}
