import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, easterSunday } from 'retail-data-client/calendar/openDays';
import type { DayRange } from '../text/dayRange.ts';
import { TIME_GROUPINGS } from './groupings.ts';

/** An ISO week, Monday to Sunday, or a calendar month. */
export type PeriodUnit = 'week' | 'month';

type Days = Pick<Calendar, 'addDays' | 'weekOf'>;

/** The whole period that `day` is in. */
function periodOf(unit: PeriodUnit, day: string, calendar: Days): DayRange {
  if (unit === 'week') return calendar.weekOf(day);
  const from = `${day.slice(0, 7)}-01`;
  const inNext = calendar.addDays(from, LONGEST_MONTH);
  return { from, to: calendar.addDays(`${inNext.slice(0, 7)}-01`, -1) };
}

const LONGEST_MONTH = 31;

/** The last whole period before the one that `day` is in. */
export function periodBefore(unit: PeriodUnit, day: string, calendar: Days): DayRange {
  return periodOf(unit, calendar.addDays(periodOf(unit, day, calendar).from, -1), calendar);
}

/** The `count` periods before `period`, latest first. */
export function periodsBefore(
  unit: PeriodUnit,
  period: DayRange,
  count: number,
  calendar: Days,
): readonly DayRange[] {
  const periods: DayRange[] = [];
  for (let { from } = period; periods.length < count; ) {
    const before = periodBefore(unit, from, calendar);
    periods.push(before);
    ({ from } = before);
  }
  return periods;
}

const YEAR_OF_WEEKS_DAYS = 52 * 7;

/** Days after Easter Sunday of the holidays that move with it, from Maundy Thursday to Whit Monday. */
const MOVING_HOLIDAYS = [-3, -2, 0, 1, 39, 49, 50];

/**
 * The same month of the year before, or the week 52 weeks before, as `/sales compare` does. A week with a holiday that
 * moves with Easter is compared with the week of that holiday.
 */
export function yearEarlier(unit: PeriodUnit, { from, to }: DayRange, calendar: Days): DayRange {
  const year = Number(to.slice(0, 4));
  if (unit === 'month') return periodOf(unit, `${year - 1}${from.slice(4)}`, calendar);
  const easter = easterSunday(year);
  const isMoving = MOVING_HOLIDAYS.some((after) => {
    const day = dateOf(easter + after);
    return day >= from && day <= to;
  });
  const back = isMoving ? easter - easterSunday(year - 1) : YEAR_OF_WEEKS_DAYS;
  return { from: calendar.addDays(from, -back), to: calendar.addDays(to, -back) };
}

/** 2026-W47 or 2026-11. */
export function keyOf(unit: PeriodUnit, { from }: DayRange): string {
  return TIME_GROUPINGS[unit].keyOf(from);
}

/** The year that people name a period by: a week belongs to the year of its Thursday. */
export function yearOf(unit: PeriodUnit, period: DayRange): string {
  return keyOf(unit, period).slice(0, 4);
}
