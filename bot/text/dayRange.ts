import { isCalendarDay } from 'retail-data-client/calendar/calendar';

/** Days of a range (yyyy-MM-dd), both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What digits can mean: days, a date of any year, or a time of day. */
export type Reading =
  | DayRange
  | { readonly month: number; readonly date: number }
  | { readonly time: string };

/** A date as the data service gives it: a day (yyyy-MM-dd), or text that is no such day. */
export type ServedDate = { readonly day: string } | { readonly unreadable: string };

export function servedDate(text: string): ServedDate {
  return isCalendarDay(text) ? { day: text } : { unreadable: text };
}

/** The days of a range, one after the other. */
export function daysIn({ from, to }: DayRange): string[] {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  const days = Math.max(0, (last - first) / DAY_MS + 1);
  return Array.from({ length: days }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const DAY_MS = 86_400_000;
