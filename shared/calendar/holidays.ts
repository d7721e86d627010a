import { dayOf, publicHolidayOn, shortDays, WEDNESDAY_BEFORE_EASTER, yearOf } from './openDays.ts';

/**
 * True for a Norwegian public holiday, and for the eves of Christmas, New Year, Easter and Whitsun: days that say nothing
 * about an ordinary day of the same name. `day` is yyyy-MM-dd.
 */
export function isHoliday(day: string): boolean {
  const wanted = dayOf(day);
  const eves = shortDays(yearOf(wanted)).filter(({ name }) => name !== WEDNESDAY_BEFORE_EASTER);
  return publicHolidayOn(wanted) !== undefined || eves.some((named) => named.day === wanted);
}

/** True for a Norwegian public holiday (yyyy-MM-dd). */
export function isPublicHoliday(day: string): boolean {
  return publicHolidayOn(dayOf(day)) !== undefined;
}
