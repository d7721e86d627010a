import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, easterSunday } from 'retail-data-client/calendar/openDays';
import { TIME_GROUPINGS } from '../figures/rows.ts';
import { monthsOf } from '../parse/dates/period.ts';
import type { DayRange } from '../text/dayRange.ts';

/** An ISO week, Monday to Sunday, or a calendar month. */
export type PeriodUnit = 'week' | 'month';

/** The last whole period before the one that `day` is in. */
export function periodBefore(unit: PeriodUnit, day: string, calendar: Calendar): DayRange {
  return unit === 'month' ? monthBefore(day, 1, calendar) : calendar.weekOf(calendar.addDays(day, -7));
}

function monthBefore(day: string, months: number, calendar: Calendar): DayRange {
  const { from, to } = monthsOf(day, { offset: -months }, { calendar });
  return { from, to };
}

/** The `count` periods before `period`, latest first. */
export function periodsBefore(
  unit: PeriodUnit,
  period: DayRange,
  count: number,
  calendar: Calendar,
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
export function yearEarlier(unit: PeriodUnit, { from, to }: DayRange, calendar: Calendar): DayRange {
  const year = Number(to.slice(0, 4));
  if (unit === 'month') return monthBefore(from, 12, calendar);
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
