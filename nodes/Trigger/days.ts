import type { Calendar } from 'retail-data-client';
import { isTooSoon, pausedAt } from './pause.ts';

/** The events that come with the service's daily refresh. */
export const DAILY_EVENTS = ['stockUpdated', 'salesAvailable'] as const;
export type DailyEvent = (typeof DAILY_EVENTS)[number];

/** What is remembered between polls. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface DaysMemory {
  /** The last date that was fired, or is older than the trigger: everything behind it is still to come. */
  readonly settledDate: string;
  /** When a date that was not there yet, or could not be asked for, was last asked for. */
  readonly askedAt: number | null;
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

/** Decides which dates to ask for now. A trigger without memory begins with the refresh of today. */
export function planDays(
  event: DailyEvent,
  known: DaysMemory | undefined,
  now: number,
  calendar: Calendar,
): DaysPlan {
  const { lag, mostDates, latestDate } = RHYTHM[event];
  const today = calendar.dayOf(now);
  // A date in the future was noted under a clock that was wrong; waiting for it could take years.
  const memory =
    known !== undefined && known.settledDate <= today
      ? known
      : { settledDate: calendar.addDays(today, -1 - lag), askedAt: null };
  const latest = latestDate(calendar, now);
  if (latest <= memory.settledDate || isTooSoon(memory.askedAt, now)) {
    return { dates: [], missed: null, memory };
  }
  const firstDue = calendar.addDays(memory.settledDate, 1);
  const earliest = calendar.addDays(latest, 1 - mostDates);
  const first = firstDue > earliest ? firstDue : earliest;
  return {
    dates: datesFrom(first, latest, calendar),
    missed: firstDue < first ? { from: firstDue, to: calendar.addDays(first, -1) } : null,
    memory,
  };
}

/**
 * What to fire and to remember, given an answer for each date of the plan. Only the newest date can still be open: noon
 * has passed for all others.
 */
export function concludeDays(
  event: DailyEvent,
  plan: DaysPlan,
  answers: readonly RowsOfDate[],
  now: number,
  calendar: Calendar,
): { readonly fired: readonly DayEvent[]; readonly memory: DaysMemory } {
  const fired: DayEvent[] = [];
  let memory = plan.memory;
  for (const [index, date] of plan.dates.entries()) {
    const answer = answers[index];
    if (answer === undefined)
      throw new Error(`No answer was given for ${date}. Ask for each date of the plan.`);
    if (answer.empty && now < settledFrom(event, date, calendar))
      return { fired, memory: pausedAt(memory, now) };
    const missed = index === 0 ? plan.missed : null;
    fired.push({
      event,
      date,
      empty: answer.empty,
      rows: answer.empty ? 0 : answer.rows,
      missedFrom: missed?.from ?? null,
      missedTo: missed?.to ?? null,
    });
    memory = { settledDate: date, askedAt: null };
  }
  return { fired, memory };
}

function settledFrom(event: DailyEvent, date: string, calendar: Calendar): number {
  return calendar.instantOf(calendar.addDays(date, RHYTHM[event].lag), SETTLED_AT);
}

function datesFrom(first: string, last: string, calendar: Calendar): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = calendar.addDays(date, 1)) dates.push(date);
  return dates;
}
