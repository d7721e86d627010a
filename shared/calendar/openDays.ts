import { isCalendarDay } from './days.ts';

/** A calendar date as whole days since 1970-01-01, free of zones. */
export type Day = number;

const MILLISECONDS_PER_DAY = 86_400_000;

/** The day of a `yyyy-MM-dd` text, or undefined when there is no such date. */
export function parseDate(text: string): Day | undefined {
  return isCalendarDay(text) ? Date.parse(`${text}T00:00:00Z`) / MILLISECONDS_PER_DAY : undefined;
}

/** The day of a date known to be real; throws a RangeError otherwise. */
export function dayOf(date: string): Day {
  const day = parseDate(date);
  if (day === undefined) throw new RangeError(`"${date}" is not a date. Give a real day as yyyy-MM-dd.`);
  return day;
}

/** The `yyyy-MM-dd` text of a day. */
export function dateOf(day: Day): string {
  const known = dateOfDay.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
  dateOfDay.set(day, date);
  return date;
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
  // 1970-01-01 was a Thursday.
  return (((day + 3) % 7) + 7) % 7;
}

const SATURDAY = 5;
export const SUNDAY = 6;

export interface NamedDay {
  readonly day: Day;
  readonly name: string;
}

/** The Norwegian public holidays of a year, Sundays among them included. */
export function publicHolidays(year: number): readonly NamedDay[] {
  const known = holidaysOfYear.get(year);
  if (known !== undefined) return known;
  const easter = easterSunday(year);
  const named = [
    { day: dayIn(year, 1, 1), name: '1. nyttårsdag' },
    { day: easter - 3, name: 'Skjærtorsdag' },
    { day: easter - 2, name: 'Langfredag' },
    { day: easter, name: '1. påskedag' },
    { day: easter + 1, name: '2. påskedag' },
    { day: dayIn(year, 5, 1), name: '1. mai' },
    { day: dayIn(year, 5, 17), name: '17. mai' },
    { day: easter + 39, name: 'Kristi himmelfartsdag' },
    { day: easter + 49, name: '1. pinsedag' },
    { day: easter + 50, name: '2. pinsedag' },
    { day: dayIn(year, 12, 25), name: '1. juledag' },
    { day: dayIn(year, 12, 26), name: '2. juledag' },
  ];
  holidaysOfYear.set(year, named);
  return named;
}

/** It is a short day, but no eve. */
export const WEDNESDAY_BEFORE_EASTER = 'Onsdag før skjærtorsdag';

/** The eves on which stores are open for a shorter time. */
export function shortDays(year: number): readonly NamedDay[] {
  const easter = easterSunday(year);
  return [
    { day: easter - 4, name: WEDNESDAY_BEFORE_EASTER },
    { day: easter - 1, name: 'Påskeaften' },
    { day: easter + 48, name: 'Pinseaften' },
    { day: dayIn(year, 12, 24), name: 'Julaften' },
    { day: dayIn(year, 12, 31), name: 'Nyttårsaften' },
  ];
}

/** The name of the public holiday that day is; undefined for any other day. */
export function publicHolidayOn(day: Day): string | undefined {
  return publicHolidays(yearOf(day)).find((holiday) => holiday.day === day)?.name;
}

/** False on Sundays and Norwegian public holidays, when no store sells. */
export function isOpenDay(day: Day): boolean {
  return weekdayOf(day) !== SUNDAY && publicHolidayOn(day) === undefined;
}

/** True on open days from Monday to Friday. */
export function isWorkingDay(day: Day): boolean {
  return isOpenDay(day) && weekdayOf(day) < SATURDAY;
}

/** The last open day at or before the given one. */
export function openDayAtOrBefore(day: Day): Day {
  let candidate = day;
  while (!isOpenDay(candidate)) candidate -= 1;
  return candidate;
}

/** The first open day at or after the given one. */
export function openDayAtOrAfter(day: Day): Day {
  let candidate = day;
  while (!isOpenDay(candidate)) candidate += 1;
  return candidate;
}

export function yearOf(day: Day): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCFullYear();
}

// Memories of pure functions: they never change an answer.
const dateOfDay = new Map<Day, string>();
const holidaysOfYear = new Map<number, readonly NamedDay[]>();

/** Easter by the Gregorian computus. */
export function easterSunday(year: number): Day {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - lunarCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((goldenNumber + 11 * epact + 22 * toSunday) / 451);
  const daysAfterMarch = epact + toSunday - 7 * lateMoon + 114;
  return dayIn(year, Math.floor(daysAfterMarch / 31), (daysAfterMarch % 31) + 1);
}

function dayIn(year: number, month: number, dayOfMonth: number): Day {
  return Date.UTC(year, month - 1, dayOfMonth) / MILLISECONDS_PER_DAY;
}
