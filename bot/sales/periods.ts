import type { Calendar } from 'retail-data-client/calendar/calendar';
import { TIME_GROUPINGS } from '../figures/rows.ts';
import { weekdaysYearBefore } from '../parse/dates/comparison.ts';
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

/** The same month of the year before, or the week that `/sales compare` sets beside a week of this year. */
export function yearEarlier(unit: PeriodUnit, days: DayRange, calendar: Calendar): DayRange {
  return unit === 'month' ? monthBefore(days.from, 12, calendar) : weekdaysYearBefore(days, { calendar });
}

/** 2026-W47 or 2026-11. */
export function keyOf(unit: PeriodUnit, { from }: DayRange): string {
  return TIME_GROUPINGS[unit].keyOf(from);
}
