import type { DayRange } from '../../text/dayRange.ts';
import {
  type DateContext,
  formatDays,
  lengthOf,
  MONTHS_IN,
  type MonthUnit,
  monthNumber,
  monthsAway,
  monthsOf,
  type ParsedPeriod,
  UNITS,
  unitOf,
  weekdayOf,
} from './period.ts';

/**
 * The range that a range is compared with when none is named. Whole months, so quarters and years too, have as many
 * months before them; a month, quarter or year to date has the same days of the one before; anything else has the same
 * weekdays of the weeks before. `unit` says which of them a period to date is of where it was typed; else the dates do.
 */
export function periodBefore(days: DayRange, context: DateContext, unit?: MonthUnit): DayRange {
  const whole = wholeMonthsOf(days, context);
  if (whole !== undefined) return monthsEarlier(days, whole, context);
  const toDate = unit ?? unitToDate(days, context);
  if (toDate !== undefined) return monthsEarlier(days, MONTHS_IN[toDate], context);
  return weeksEarlier(days, Math.ceil(lengthOf(days) / 7), context);
}

/** What the days of a period are compared with when no other is named; of a feast, as many days as are over. */
export function comparedAlone(period: ParsedPeriod, days: DayRange, context: DateContext): DayRange {
  const { yearEarlier, unit, to } = period;
  if (yearEarlier === undefined) return periodBefore(days, context, unit);
  if (days.to === to) return yearEarlier;
  const { from } = yearEarlier;
  return { from, to: context.calendar.addDays(from, lengthOf(days) - 1) };
}

/** The same range of the year before: the dates of months and of periods to date, else the same weekdays. */
export function yearBefore(days: DayRange, context: DateContext, unit?: MonthUnit): DayRange {
  const isOfMonths =
    unit !== undefined ||
    wholeMonthsOf(days, context) !== undefined ||
    unitToDate(days, context) !== undefined;
  return isOfMonths ? monthsEarlier(days, 12, context) : weeksEarlier(days, 52, context);
}

/**
 * Two periods of one unit, one of which is not over, to the same date or weekday of it: 23 days of November beside 23 of
 * October, Monday and Tuesday beside Monday and Tuesday. Others stay as they are.
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

/** What a period that was named is one of; undefined for days in digits and for "last 7 days". */
function countedIn({ from, to, unit, isNamed }: ParsedPeriod): MonthUnit | 'week' | undefined {
  if (unit !== undefined) return unit;
  return isNamed && weekdayOf(from) === 1 && lengthOf({ from, to }) === 7 ? 'week' : undefined;
}

/**
 * The whole of the month, week or other unit that an earlier period is the beginning of, as long as it is compared with
 * the beginning of another such; undefined when one of them is whole.
 */
export function wholeOf(
  days: DayRange,
  against: DayRange,
  context: Pick<DateContext, 'calendar'>,
): DayRange | undefined {
  const isBeginning = (period: DayRange, { from, to }: DayRange) => period.from === from && period.to < to;
  const wholesAt = (day: string): readonly DayRange[] => [
    ...UNITS.map((unit) => unitOf(unit, day, 0, context)),
    context.calendar.weekOf(day),
  ];
  const isWhole = (period: DayRange) =>
    wholesAt(period.from).some(({ from, to }) => period.from === from && period.to === to);
  // A whole month is the beginning of a quarter too, but nobody means that.
  if (isWhole(days) || isWhole(against)) return undefined;
  const later = wholesAt(days.from);
  const whole = wholesAt(against.from).find(
    (each, at) => isBeginning(against, each) && isBeginning(days, later[at] ?? days),
  );
  return whole && { from: whole.from, to: whole.to };
}

/** How an earlier range goes with a range; what it is called is the reader's language's to say. */
export type PeriodRelation =
  /** As many whole months right before: a quarter is three from January, April …, a year twelve from January. */
  | { readonly kind: 'before'; readonly of: MonthUnit }
  | { readonly kind: 'monthsBefore'; readonly months: number }
  /** The same months, or the same dates, so many months earlier. */
  | { readonly kind: 'sameMonths'; readonly months: number }
  | { readonly kind: 'sameDates'; readonly of: MonthUnit }
  | { readonly kind: 'sameWeekdays'; readonly weeks: number };

/** Why `against` is what `days` are compared with; undefined when somebody chose it freely. */
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

function weeksEarlier(
  { from, to }: DayRange,
  weeks: number,
  { calendar }: Pick<DateContext, 'calendar'>,
): DayRange {
  return { from: calendar.addDays(from, -7 * weeks), to: calendar.addDays(to, -7 * weeks) };
}

function monthsEarlier(days: DayRange, months: number, context: Pick<DateContext, 'calendar'>): DayRange {
  const to =
    wholeMonthsOf(days, context) === undefined
      ? monthsAway(days.to, -months, context)
      : monthsOf(days.to, { offset: -months }, context).to;
  return { from: monthsAway(days.from, -months, context), to };
}

/** How many whole months the range has; undefined when it is not made of such. */
function wholeMonthsOf({ from, to }: DayRange, context: Pick<DateContext, 'calendar'>): number | undefined {
  if (!from.endsWith('-01') || monthsOf(to, {}, context).to !== to) return undefined;
  return monthNumber(to) - monthNumber(from) + 1;
}

/** What a range from the first of a month to the newest day is of; a single day is none. */
function unitToDate({ from, to }: DayRange, { newest }: DateContext): MonthUnit | undefined {
  if (to !== newest || from === to || !from.endsWith('-01')) return undefined;
  const months = monthNumber(to) - monthNumber(from) + 1;
  if (months === 1) return 'month';
  if (from.endsWith('-01-01') && months <= 12) return 'year';
  const first = Number(from.slice(5, 7));
  if (first % 3 === 1 && months <= 3) return 'quarter';
  return first % 6 === 1 && months <= 6 ? 'half-year' : undefined;
}
