import { type Calendar, isoWeekOf } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf } from 'retail-data-client/calendar/openDays';
import { monthsOf } from '../parse/dates/period.ts';
import { type DayRange, lengthOf } from '../text/dayRange.ts';

/** An ISO week, Monday to Sunday, or a calendar month. */
export type PeriodUnit = 'week' | 'month';

/** What these days are exactly one of; undefined for others. */
export function unitOf({ from, to }: DayRange): PeriodUnit | undefined {
  if (lengthOf({ from, to }) === 7 && isoWeekOf(from) === isoWeekOf(to)) return 'week';
  const isMonth =
    from.endsWith('-01') && to.startsWith(from.slice(0, 7)) && dateOf(dayOf(to) + 1).endsWith('-01');
  return isMonth ? 'month' : undefined;
}

/** The last whole period before the one that `day` is in. */
export function periodBefore(unit: PeriodUnit, day: string, calendar: Calendar): DayRange {
  if (unit === 'week') return calendar.weekOf(calendar.addDays(day, -7));
  const { from, to } = monthsOf(day, { offset: -1 }, { calendar });
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
