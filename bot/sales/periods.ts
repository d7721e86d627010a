import { type Calendar, isoWeekOf } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { DayRange } from '../text/dayRange.ts';
import type { Coverage } from './reader.ts';

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

/** The same month of the year before, or the week 52 weeks before, as `/sales compare` does. */
export function yearEarlier(unit: PeriodUnit, { from, to }: DayRange, calendar: Days): DayRange {
  if (unit === 'month') return periodOf(unit, `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`, calendar);
  return {
    from: calendar.addDays(from, -YEAR_OF_WEEKS_DAYS),
    to: calendar.addDays(to, -YEAR_OF_WEEKS_DAYS),
  };
}

/** 2026-W47 or 2026-11. */
export function keyOf(unit: PeriodUnit, { from }: DayRange): string {
  return unit === 'week' ? isoWeekOf(from) : from.slice(0, 7);
}

/** The year that people name a period by: a week belongs to the year of its Thursday. */
export function yearOf(unit: PeriodUnit, period: DayRange): string {
  return keyOf(unit, period).slice(0, 4);
}

/**
 * The days of a range whose sales lack. A day on which stores are closed isn't waited for, though it settles only later.
 */
export function lackingDays({ missing }: Pick<Coverage, 'missing'>, within?: DayRange): readonly string[] {
  const isWithin = (day: string) => within === undefined || (day >= within.from && day <= within.to);
  return missing.filter((day) => isWithin(day) && isOpenDay(dayOf(day)));
}

/** Open days that are stored and have no sales. */
export function emptyDays({ days }: Pick<Coverage, 'days'>): readonly string[] {
  return days
    .filter(({ state, salesDate }) => state === 'empty' && isOpenDay(dayOf(salesDate)))
    .map(({ salesDate }) => salesDate);
}
