import {
  dayOf,
  publicHolidays,
  shortDays,
  WEDNESDAY_BEFORE_EASTER,
  yearOf,
} from 'retail-data-client/open-days';

/**
 * True for a Norwegian public holiday, and for the eves of Christmas, New Year, Easter and Whitsun: days that say nothing
 * about an ordinary day of the same name. `day` is yyyy-MM-dd.
 */
export function isHoliday(day: string): boolean {
  const wanted = dayOf(day);
  const year = yearOf(wanted);
  const eves = shortDays(year).filter(({ name }) => name !== WEDNESDAY_BEFORE_EASTER);
  return [...publicHolidays(year), ...eves].some((named) => named.day === wanted);
}
