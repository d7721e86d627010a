import { type Calendar, SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { RetailDataError } from 'retail-data-client/portable';
import { type Look, MINUTE_MS, type Sighting } from './settled.ts';

/** The events that come with the service's daily refresh. */
export const DAILY_EVENTS = ['stockUpdated', 'salesAvailable'] as const;
export type DailyEvent = (typeof DAILY_EVENTS)[number];

/** Dates, both included. */
export interface Missed {
  readonly from: string;
  readonly to: string;
}

/** When polls were made. Instants and durations in milliseconds. */
export interface PollTimes {
  /** The last poll on schedule, whether it asked or not. */
  readonly polledAt: number;
  /** When the service was last asked, and for how long it is left alone since. */
  readonly askedAt: number;
  readonly waitMs: number;
}

/** What is known between polls. */
export interface DaysNotes extends PollTimes {
  /** The last date that is done with: fired, empty or missed. */
  readonly lastDate: string;
  /** A date after `lastDate` that had no rows at the last look; once it is over, it counts as empty, not as missed. */
  readonly emptyDate: string | null;
  /** Dates whose event will never come, until the next event has listed them. */
  readonly missed: Missed | null;
  /** Dates that have rows and are not settled. */
  readonly sightings: Readonly<Record<string, Sighting>>;
  /** True while notes of before are gone and no poll has looked which date may have fired. */
  readonly isLost: boolean;
}

/** One fired event. A type, not an interface, so that n8n takes it for the json of an item. */
export type DayEvent = {
  event: DailyEvent;
  /** The date of the stock, or the sales date. */
  date: string;
  /** True for a day without rows, such as a Sunday. */
  empty: boolean;
  rows: number;
  /** False when the data was still changing, or nothing shows that it wasn't. */
  settled: boolean;
  /** Dates before this one for which no event was or will be fired; null when there are none. */
  missedFrom: string | null;
  missedTo: string | null;
};

/** From then on after a refresh, the service is asked less often. */
const REFRESH_TAKES_MS = 30 * MINUTE_MS;
/** Just under five minutes, so that a poll every five minutes that begins a little early still asks. */
export const PAUSE_MS = 4.5 * MINUTE_MS;
/** The same for a quarter of an hour, in the afternoon. */
const LATE_PAUSE_MS = 14.5 * MINUTE_MS;
/** What the service says of its quota may be wrong, or be over: after an hour it is asked all the same. */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** A date without rows by this local time, on the day of its refresh, counts as empty. */
const NOON = '12:00';
/** So many dates are caught up. */
const MOST_DATES = 7;

/** `lag`: days from the date of the data to the day of its refresh. */
const RHYTHM: Readonly<Record<DailyEvent, { readonly lag: number; readonly refresh: string }>> = {
  stockUpdated: { lag: 0, refresh: STOCK_REFRESH },
  salesAvailable: { lag: 1, refresh: SALES_REFRESH },
};

/** The newest date whose refresh is due. */
export function latestDate(event: DailyEvent, now: number, calendar: Calendar): string {
  return event === 'stockUpdated' ? calendar.latestStockDay(now) : calendar.latestSalesDay(now);
}

/** What a poll has to find out. */
export interface DaysPlan {
  readonly event: DailyEvent;
  /** The open dates, oldest first; none while the service is left alone. */
  readonly dates: readonly string[];
  /** The newest date whose refresh is due. */
  readonly latest: string;
  /** True from noon on the day of its refresh. */
  readonly isLate: boolean;
  /** For how long the service is left alone while `latest` has no rows. */
  readonly pauseMs: number;
  readonly notes: DaysNotes;
}

/** `known` is undefined for a trigger that begins, 'lost' for one that may have fired for the latest date. */
export function planDays(
  event: DailyEvent,
  known: DaysNotes | 'lost' | undefined,
  now: number,
  calendar: Calendar,
): DaysPlan {
  const { lag, refresh } = RHYTHM[event];
  const latest = latestDate(event, now, calendar);
  const day = calendar.addDays(latest, lag);
  const isLate = now >= calendar.instantOf(day, NOON);
  const isRefreshing = now < calendar.instantOf(day, refresh) + REFRESH_TAKES_MS;
  const pauseMs = isLate ? LATE_PAUSE_MS : isRefreshing ? 0 : PAUSE_MS;
  const notes = notesAt(known, calendar.addDays(calendar.dayOf(now), -lag), latest, calendar);
  return {
    event,
    dates: mayAsk(notes, now) ? openDates(notes.lastDate, latest, calendar) : [],
    latest,
    isLate,
    // The next refresh ends every pause.
    pauseMs: Math.min(pauseMs, calendar.instantOf(calendar.addDays(day, 1), refresh) - now),
    notes,
  };
}

/** A trigger begins with the refresh of today, one that lost its notes with the latest. */
function notesAt(
  known: DaysNotes | 'lost' | undefined,
  today: string,
  latest: string,
  calendar: Calendar,
): DaysNotes {
  // A date in the future was noted under a clock that was wrong; waiting for it could take years.
  if (known !== undefined && known !== 'lost' && known.lastDate <= today) return known;
  const isLost = known === 'lost';
  return {
    lastDate: calendar.addDays(isLost ? latest : today, -1),
    polledAt: 0,
    askedAt: 0,
    waitMs: 0,
    emptyDate: null,
    missed: null,
    sightings: {},
    isLost,
  };
}

/** False while the service is left alone. A clock that was set back holds nothing up. */
export function mayAsk({ askedAt, waitMs }: Omit<PollTimes, 'polledAt'>, now: number): boolean {
  return now < askedAt || now >= askedAt + waitMs;
}

/** The wait after a failed call: the usual one, or as long as the service wants, though no longer than an hour. */
export function pauseAfter(error: unknown): number {
  const retryAfterMs = error instanceof RetailDataError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(PAUSE_MS, Math.min(retryAfterMs, LONGEST_PAUSE_MS));
}

function openDates(lastDate: string, latest: string, calendar: Calendar): string[] {
  const dates: string[] = [];
  for (let date = latest; date > lastDate && dates.length < MOST_DATES; date = calendar.addDays(date, -1)) {
    dates.unshift(date);
  }
  return dates;
}

/** A look, and what the rule says of it; undefined while a later look has to tell. */
export interface Finding {
  readonly look: Look;
  readonly settled: boolean | undefined;
}

/**
 * What to fire and what to note, given what was found of dates of the plan, oldest first. Dates between the last one
 * that is done with and the first finding can no longer be read.
 */
export function concludeDays(
  { event, latest, isLate, notes }: DaysPlan,
  findings: readonly Finding[],
  emitEmptyDays: boolean,
  calendar: Calendar,
): { readonly fired: readonly DayEvent[]; readonly notes: DaysNotes } {
  const fired: DayEvent[] = [];
  let { lastDate, emptyDate, missed } = notes;
  const conclude = (date: string, rows: number, settled: boolean) => {
    lastDate = date;
    if (rows === 0 && !emitEmptyDays) return;
    fired.push(dayEvent(event, date, rows, settled, missed));
    missed = null;
  };
  for (const { look, settled } of findings) {
    const isEmpty = look.count === 0;
    const verdict = isEmpty ? look.date < latest || (isLate && emitEmptyDays) || undefined : settled;
    if (verdict === undefined) {
      const staysEmpty = isLate || emitEmptyDays || !isOpenDay(dayOf(look.date));
      if (isEmpty) emptyDate = staysEmpty ? look.date : null;
      else if (emptyDate === look.date) emptyDate = null;
      break;
    }
    if (emptyDate !== null && emptyDate < look.date) conclude(emptyDate, 0, true);
    const next = calendar.addDays(lastDate, 1);
    if (next < look.date) missed = { from: missed?.from ?? next, to: calendar.addDays(look.date, -1) };
    conclude(look.date, look.count, verdict);
    emptyDate = null;
  }
  return { fired, notes: { ...notes, lastDate, emptyDate, missed } };
}

/** One event as an item shows it. */
export function dayEvent(
  event: DailyEvent,
  date: string,
  rows: number,
  settled: boolean,
  missed: Missed | null = null,
): DayEvent {
  return {
    event,
    date,
    empty: rows === 0,
    rows,
    settled,
    missedFrom: missed?.from ?? null,
    missedTo: missed?.to ?? null,
  };
}
