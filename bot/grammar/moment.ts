import { type Calendar, isCalendarDay } from 'retail-data-client/core';

/** The instant at which something was typed, as days are counted from it. */
export interface Moment {
  readonly calendar: Calendar;
  readonly today: string;
  /** The newest day that has sales. */
  readonly newest: string;
}

export function momentOf(calendar: Calendar, now: number): Moment {
  return { calendar, today: calendar.dayOf(now), newest: calendar.latestSalesDay(now) };
}

/** Nobody asks for sales before that; a year that was mistyped is not looked for. */
export const FIRST_DAY = '1900-01-01';

/** Days as they were said. */
export interface SaidDays {
  readonly from: string;
  readonly to: string;
  /** A stretch with a name, such as "this month": it ends with the newest day when its own end is still to come. */
  readonly isNamed: boolean;
}

export function oneDay(day: string): SaidDays {
  return { from: day, to: day, isNamed: false };
}

export function stretch(from: string, to: string): SaidDays {
  return { from, to, isNamed: true };
}

export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** The day as yyyy-MM-dd, whether or not it exists. */
export function written(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The first to the last day of `months` months that end with the month `offset` months after that of `day`. */
export function monthsOf(
  day: string,
  { offset = 0, months = 1 }: { offset?: number; months?: number },
  calendar: Calendar,
): SaidDays {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + offset;
  const firstOf = (month: number) => written(Math.floor(month / 12), (month % 12) + 1, 1);
  return stretch(firstOf(at - months + 1), calendar.addDays(firstOf(at + 1), -1));
}

/** The latest year in which the day exists and is not after `limit`; sales are always of the past. */
export function latestDay(month: number, day: number, limit: string): string | undefined {
  const year = Number(limit.slice(0, 4));
  // 29 February can be eight years back.
  for (let back = 0; back <= 8; back += 1) {
    const found = written(year - back, month, day);
    if (found <= limit && isCalendarDay(found)) return found;
  }
  return undefined;
}
