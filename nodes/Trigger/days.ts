import type { Calendar } from 'retail-data-client/calendar/calendar';

/** The events that come with the service's daily refresh. */
export const DAILY_EVENTS = ['stockUpdated', 'salesAvailable'] as const;
export type DailyEvent = (typeof DAILY_EVENTS)[number];

/** What the service has of a date. Two equal looks some minutes apart say that the date is whole. */
export interface Look {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Rows. */
  readonly count: number;
  /** The newest change among them, in the service's words; null where the count comes from a total. */
  readonly lastChange: string | null;
}

/** Dates, both included. */
export interface Missed {
  readonly from: string;
  readonly to: string;
}

/** What is known between polls. */
export interface DaysNotes {
  /** The last date that is settled: fired, or without rows for good. */
  readonly lastDate: string;
  /** When the service was last asked, and for how long it is left alone since; milliseconds. */
  readonly askedAt: number;
  readonly waitMs: number;
  /** The last look at the newest date, while that one is open. */
  readonly look: Look | null;
  /** Dates whose event will never come, until the next event has named them. */
  readonly missed: Missed | null;
}

/** One fired event. A type, not an interface, so that n8n takes it for the json of an item. */
export type DayEvent = {
  event: DailyEvent;
  /** The date of the stock, or the sales date. */
  date: string;
  /** True when noon came without a row, as on Sundays and holidays. */
  empty: boolean;
  rows: number;
  /** Dates before this one for which no event was or will be fired; null when there are none. */
  missedFrom: string | null;
  missedTo: string | null;
};

const MINUTE_MS = 60_000;
/** Between two looks at a date that has rows. */
const LOOKS_APART_MS = 5 * MINUTE_MS;
/** Before another call for a date without rows, or after one that failed. */
export const PAUSE_MS = 10 * MINUTE_MS;
/** The same in the afternoon, when rows are hardly to be expected any more. */
const LATE_PAUSE_MS = 60 * MINUTE_MS;
const LONGEST_PAUSE_MS = 24 * 60 * MINUTE_MS;
/** A date without a row by this local time, on the day of its refresh, counts as empty. */
const NOON = '12:00';

interface Rhythm {
  /** Days from the date of the data to the day of its refresh. */
  readonly lag: number;
  /** Sales of past dates can still be read. Stock is a state: only the newest can. */
  readonly mostDates: number;
  latestDate(calendar: Calendar, now: number): string;
}

const RHYTHM: Readonly<Record<DailyEvent, Rhythm>> = {
  stockUpdated: { lag: 0, mostDates: 1, latestDate: (calendar, now) => calendar.latestStockDay(now) },
  salesAvailable: { lag: 1, mostDates: 7, latestDate: (calendar, now) => calendar.latestSalesDay(now) },
};

/** What a poll has to find out. */
export interface DaysPlan {
  readonly event: DailyEvent;
  /** The dates to look at now, oldest first. */
  readonly dates: readonly string[];
  /** The newest date whose refresh is due, and the one before it. */
  readonly latest: string;
  readonly eve: string;
  /** True from noon on the day of that refresh. */
  readonly isLate: boolean;
  /** What is known before the looks; to be noted when there is nothing to look at. */
  readonly notes: DaysNotes;
}

export function planDays(
  event: DailyEvent,
  known: DaysNotes | undefined,
  now: number,
  calendar: Calendar,
): DaysPlan {
  const { lag, latestDate } = RHYTHM[event];
  const latest = latestDate(calendar, now);
  const isLate = now >= calendar.instantOf(calendar.addDays(latest, lag), NOON);
  const notes = notesAt(event, known, now, calendar);
  const dates = mayAsk(notes, now) ? datesDue(event, notes, latest, calendar) : [];
  return {
    event,
    dates,
    latest,
    eve: calendar.addDays(latest, -1),
    isLate,
    notes: { ...notes, missed: missedBefore(dates[0], notes, calendar) },
  };
}

/** A trigger without notes begins with the refresh of today. */
function notesAt(
  event: DailyEvent,
  known: DaysNotes | undefined,
  now: number,
  calendar: Calendar,
): DaysNotes {
  const today = calendar.dayOf(now);
  // A date in the future was noted under a clock that was wrong; waiting for it could take years.
  if (known !== undefined && known.lastDate <= today) return known;
  const lastDate = calendar.addDays(today, -1 - RHYTHM[event].lag);
  return { lastDate, askedAt: 0, waitMs: 0, look: null, missed: null };
}

/** False while the service is left alone. A clock that was set back holds nothing up. */
export function mayAsk({ askedAt, waitMs }: Pick<DaysNotes, 'askedAt' | 'waitMs'>, now: number): boolean {
  return now < askedAt || now >= askedAt + waitMs;
}

/** The wait after a failed call: the usual one, or as long as the service wants, though no longer than a day. */
export function pauseAfter(retryAfterMs = 0): number {
  return Math.max(PAUSE_MS, Math.min(retryAfterMs, LONGEST_PAUSE_MS));
}

function datesDue(
  event: DailyEvent,
  { lastDate, look }: DaysNotes,
  latest: string,
  calendar: Calendar,
): string[] {
  if (latest <= lastDate) return look?.date === latest ? [latest] : [];
  const dates: string[] = [];
  for (let back = 0; back < RHYTHM[event].mostDates; back += 1) {
    const date = calendar.addDays(latest, -back);
    if (date > lastDate) dates.unshift(date);
  }
  return dates;
}

function missedBefore(
  first: string | undefined,
  { lastDate, missed }: DaysNotes,
  calendar: Calendar,
): Missed | null {
  const firstOpen = calendar.addDays(lastDate, 1);
  if (first === undefined || first <= firstOpen) return missed;
  return { from: missed?.from ?? firstOpen, to: calendar.addDays(first, -1) };
}

/**
 * What to fire and to note, given looks at the dates of the plan, in their order. They end early where a date could not
 * be read; null is a date that changed while it was looked at.
 */
export function concludeDays(
  plan: DaysPlan,
  looks: readonly (Look | null)[],
  emitEmptyDays: boolean,
  now: number,
): { readonly fired: readonly DayEvent[]; readonly notes: DaysNotes } {
  const { event, latest, eve, isLate } = plan;
  const fired: DayEvent[] = [];
  let { lastDate, look, missed } = plan.notes;
  for (const [index, date] of plan.dates.entries()) {
    const seen = looks[index];
    if (seen === undefined || seen === null) break;
    const isNewest = date === latest;
    const isEmpty = seen.count === 0;
    const isSettled = !isNewest || (isEmpty ? isLate && emitEmptyDays : isWhole(seen, look, isLate));
    if (isNewest) look = isSettled ? null : seen;
    if (isSettled && (!isEmpty || emitEmptyDays)) {
      fired.push(dayEvent(event, seen, missed));
      missed = null;
    }
    // Sales that come in the afternoon can still be read tomorrow; stock cannot, and its empty day is none missed.
    if (isSettled || (isEmpty && isLate && RHYTHM[event].mostDates === 1)) lastDate = date;
    // Stock that comes after all opens its date again: if it is never seen whole, the date is a missed one.
    else if (lastDate === date) lastDate = eve;
  }
  return { fired, notes: { lastDate, askedAt: now, waitMs: waitFor(look, isLate), look, missed } };
}

/** Two equal looks; from noon on a first one is enough, so that a trigger that is activated then fires at once. */
function isWhole(look: Look, before: Look | null, isLate: boolean): boolean {
  if (before?.date !== look.date) return isLate;
  return before.count === look.count && before.lastChange === look.lastChange;
}

function waitFor(look: Look | null, isLate: boolean): number {
  if (look !== null && look.count > 0) return LOOKS_APART_MS;
  return look !== null && isLate ? LATE_PAUSE_MS : PAUSE_MS;
}

/** One event as an item shows it. */
export function dayEvent(event: DailyEvent, { date, count }: Look, missed: Missed | null = null): DayEvent {
  return {
    event,
    date,
    empty: count === 0,
    rows: count,
    missedFrom: missed?.from ?? null,
    missedTo: missed?.to ?? null,
  };
}
