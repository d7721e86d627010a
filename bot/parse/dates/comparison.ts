import { weekdayOf } from 'retail-data-client/calendar/calendar';
import { dateOf, easterSunday } from 'retail-data-client/calendar/openDays';
import { type DayRange, lengthOf } from '../../text/dayRange.ts';
import {
  type DateContext,
  formatDays,
  MONTHS_IN,
  type MonthUnit,
  monthNumber,
  monthsAway,
  monthsOf,
  type ParsedPeriod,
  UNITS,
} from './period.ts';

/**
 * The range that `days` are compared with by default. Whole months, quarters and years get as many months before them.
 * A month, quarter or year to date gets the same dates of the one before. Anything else gets the same weekdays of the
 * weeks before, and so do the last days. `unit` is that of a period to date; derived from the dates where it wasn't typed.
 */
export function periodBefore(
  days: DayRange,
  context: DateContext,
  { unit, isRolling }: Pick<ParsedPeriod, 'unit' | 'isRolling'> = {},
): DayRange {
  if (isRolling) return weeksEarlier(days, Math.ceil(lengthOf(days) / 7), context);
  const whole = wholeMonthsOf(days, context);
  if (whole !== undefined) return monthsEarlier(days, whole, context);
  const toDate = unit ?? unitToDate(days, context);
  if (toDate !== undefined) return monthsEarlier(days, MONTHS_IN[toDate], context);
  return weeksEarlier(days, Math.ceil(lengthOf(days) / 7), context);
}

/** The range that a period is compared with by default. For a feast that isn't over, as many days as have passed. */
export function comparedAlone(period: ParsedPeriod, days: DayRange, context: DateContext): DayRange {
  const { yearEarlier, to } = period;
  if (yearEarlier === undefined) return periodBefore(days, context, period);
  if (days.to === to) return yearEarlier;
  const { from } = yearEarlier;
  return { from, to: context.calendar.addDays(from, lengthOf(days) - 1) };
}

/** The same range of the year before: the same dates for months and periods to date, otherwise the same weekdays. */
export function yearBefore(days: DayRange, context: DateContext, unit?: MonthUnit): DayRange {
  const isOfMonths =
    unit !== undefined ||
    wholeMonthsOf(days, context) !== undefined ||
    unitToDate(days, context) !== undefined;
  return isOfMonths ? monthsEarlier(days, 12, context) : weekdaysYearBefore(days, context);
}

/** Days after Easter Sunday of the holidays that move with it, from Maundy Thursday to Whit Monday. */
const MOVING_HOLIDAYS = [-3, -2, 0, 1, 39, 49, 50];
/** A longer range has so many other days that a holiday decides little. */
const FORTNIGHT_DAYS = 14;

/**
 * The same weekdays 52 weeks before. Up to a fortnight with a holiday that moves with Easter gets the days of that
 * holiday.
 */
export function weekdaysYearBefore(days: DayRange, context: Pick<DateContext, 'calendar'>): DayRange {
  const year = Number(days.to.slice(0, 4));
  const easter = easterSunday(year);
  const isMoving = MOVING_HOLIDAYS.map((after) => dateOf(easter + after)).some(
    (day) => day >= days.from && day <= days.to,
  );
  const back = isMoving && lengthOf(days) <= FORTNIGHT_DAYS ? easter - easterSunday(year - 1) : 52 * 7;
  return weeksEarlier(days, back / 7, context);
}

/**
 * When one of two periods of the same unit is still running, cuts both at the same date or weekday: the first 23 days
 * of November and of October, Monday and Tuesday of both weeks. Leaves other periods unchanged.
 */
export function cutAlike(
  one: ParsedPeriod,
  other: ParsedPeriod,
  context: DateContext,
): { readonly one: ParsedPeriod; readonly other: ParsedPeriod } {
  const unit = countedIn(one);
  if (unit === undefined || countedIn(other) !== unit) return { one, other };
  const { calendar, newest } = context;
  const isRunning = ({ from, to }: DayRange) => from <= newest && to > newest;
  const sameEnd = (period: DayRange, running: DayRange) => {
    const end =
      unit === 'week'
        ? calendar.addDays(period.from, lengthOf({ from: running.from, to: newest }) - 1)
        : monthsAway(newest, monthNumber(period.from) - monthNumber(running.from), context);
    return end < period.to ? end : period.to;
  };
  if (isRunning(one) === isRunning(other)) return { one, other };
  return isRunning(one)
    ? { one, other: { ...other, to: sameEnd(other, one) } }
    : { one: { ...one, to: sameEnd(one, other) }, other };
}

/** The unit of a named period; undefined for days in digits and for "last 7 days". */
function countedIn({ from, to, unit, isNamed }: ParsedPeriod): MonthUnit | 'week' | undefined {
  if (unit !== undefined) return unit;
  return isNamed && weekdayOf(from) === 1 && lengthOf({ from, to }) === 7 ? 'week' : undefined;
}

/** How an earlier range relates to a range. The catalogues put it into words. */
export type PeriodRelation =
  /** As many whole months directly before: a quarter is three from January, April …, a year twelve from January. */
  | { readonly kind: 'before'; readonly of: MonthUnit }
  | { readonly kind: 'monthsBefore'; readonly months: number }
  /** The same months or dates, some months earlier. */
  | { readonly kind: 'sameMonths'; readonly months: number }
  | { readonly kind: 'sameDates'; readonly of: MonthUnit }
  | { readonly kind: 'sameWeekdays'; readonly weeks: number };

/** How `against` relates to `days`; undefined for freely chosen ranges. */
export function relationOf(
  days: DayRange,
  against: DayRange,
  context: Pick<DateContext, 'calendar'>,
): PeriodRelation | undefined {
  const isAgainst = (range: DayRange) => formatDays(range) === formatDays(against);
  const months = wholeMonthsOf(days, context);
  if (months !== undefined) {
    if (isAgainst(monthsEarlier(days, months, context))) {
      const unit = UNITS.find(
        (each) => MONTHS_IN[each] === months && (Number(days.from.slice(5, 7)) - 1) % months === 0,
      );
      return unit === undefined ? { kind: 'monthsBefore', months } : { kind: 'before', of: unit };
    }
    if (isAgainst(monthsEarlier(days, 12, context))) return { kind: 'sameMonths', months };
  }
  const weeks = Math.round((Date.parse(days.from) - Date.parse(against.from)) / WEEK_MS);
  if (weeks > 0 && isAgainst(weeksEarlier(days, weeks, context))) return { kind: 'sameWeekdays', weeks };
  const unit = UNITS.find((each) => isAgainst(monthsEarlier(days, MONTHS_IN[each], context)));
  return unit === undefined ? undefined : { kind: 'sameDates', of: unit };
}

const WEEK_MS = 7 * 86_400_000;

/** The same weekdays so many weeks before. */
export function weeksEarlier(
  { from, to }: DayRange,
  weeks: number,
  { calendar }: Pick<DateContext, 'calendar'>,
): DayRange {
  return { from: calendar.addDays(from, -7 * weeks), to: calendar.addDays(to, -7 * weeks) };
}

/** The same dates so many months before; whole months stay whole. */
export function monthsEarlier(
  days: DayRange,
  months: number,
  context: Pick<DateContext, 'calendar'>,
): DayRange {
  const to =
    wholeMonthsOf(days, context) === undefined
      ? monthsAway(days.to, -months, context)
      : monthsOf(days.to, { offset: -months }, context).to;
  return { from: monthsAway(days.from, -months, context), to };
}

/** The number of whole months in the range; undefined if it doesn't consist of whole months. */
function wholeMonthsOf({ from, to }: DayRange, context: Pick<DateContext, 'calendar'>): number | undefined {
  if (!from.endsWith('-01') || monthsOf(to, {}, context).to !== to) return undefined;
  return monthNumber(to) - monthNumber(from) + 1;
}

/** The unit of a range from the first of a month to the latest day; undefined for a single day or a week. */
function unitToDate({ from, to }: DayRange, { newest }: DateContext): MonthUnit | undefined {
  const isWeek = weekdayOf(from) === 1 && lengthOf({ from, to }) === 7;
  if (to !== newest || from === to || isWeek || !from.endsWith('-01')) return undefined;
  const months = monthNumber(to) - monthNumber(from) + 1;
  if (months === 1) return 'month';
  if (from.endsWith('-01-01') && months <= 12) return 'year';
  const first = Number(from.slice(5, 7));
  if (first % 3 === 1 && months <= 3) return 'quarter';
  return first % 6 === 1 && months <= 6 ? 'half-year' : undefined;
}
