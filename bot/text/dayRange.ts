import { isCalendarDay, weekdayOf } from 'retail-data-client/calendar/calendar';

/** Days of a range (yyyy-MM-dd), both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  /** Only these weekdays, in order, where they are said: Monday is 1. */
  readonly weekdays?: readonly number[] | undefined;
}

/** The possible meanings of digits: days, or a time of day. */
export type Reading = DayRange | { readonly time: string };

/** A date from the data service: a day (yyyy-MM-dd), or the text if it isn't a valid day. */
export type ServedDate = { readonly day: string } | { readonly unreadable: string };

export function servedDate(text: string): ServedDate {
  return isCalendarDay(text) ? { day: text } : { unreadable: text };
}

/** How many days there are from the first to the last. */
export function lengthOf({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The days of a range, in order. */
export function daysIn({ from, to, weekdays }: DayRange): string[] {
  const first = Date.parse(from);
  const length = Math.max(0, lengthOf({ from, to }));
  const days = Array.from({ length }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
  return days.filter((day) => isAsked(day, { weekdays }));
}

/** Whether a day of the range is on one of its weekdays. */
export function isAsked(day: string, { weekdays }: Pick<DayRange, 'weekdays'>): boolean {
  return weekdays === undefined || weekdays.includes(weekdayOf(day));
}

const DAY_MS = 86_400_000;
