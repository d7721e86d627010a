import {
  type Calendar,
  isCalendarDay,
  SALES_REFRESH,
  STOCK_REFRESH,
} from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf as numberOfDay, openDayAtOrBefore } from 'retail-data-client/calendar/openDays';
import type { Catalog, Worded } from '../../language/language.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { ParseError } from '../parseError.ts';

/** What days are counted from. */
export interface DateContext {
  readonly calendar: Calendar;
  readonly today: string;
  /** The newest day that has sales, or stock where days of stock are asked for. */
  readonly newest: string;
}

export function dateContextOf(calendar: Calendar, now: number): DateContext {
  return { calendar, today: calendar.dayOf(now), newest: calendar.latestSalesDay(now) };
}

/** The same for days of stock. */
export function stockContextOf(calendar: Calendar, now: number): DateContext {
  return { calendar, today: calendar.dayOf(now), newest: calendar.latestStockDay(now) };
}

/** Months of a year that a period is counted in. */
export type MonthUnit = 'month' | 'quarter' | 'half-year' | 'year';
const MONTHS_IN: Readonly<Record<MonthUnit, number>> = { month: 1, quarter: 3, 'half-year': 6, year: 12 };

/** Days as they were said, before anybody looked whether they have sales. */
export interface ParsedPeriod extends DayRange {
  /** A stretch with a name, such as "this month": it ends with the newest day when its own end is still to come. */
  readonly isNamed: boolean;
  /** Set for months, quarters, half-years and years: what the period before it is counted in, though only part of it is over. */
  readonly unit?: MonthUnit;
  /** Set for a feast or a season, which is compared with that of the year before. */
  readonly yearEarlier?: DayRange;
}

export function oneDay(day: string): ParsedPeriod {
  return { from: day, to: day, isNamed: false };
}

export function stretch(from: string, to: string): ParsedPeriod {
  return { from, to, isNamed: true };
}

/** The day as yyyy-MM-dd, whether or not it exists. */
export function dayOf(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The first to the last day of `months` months, the last of which is `offset` months after that of `day`. */
export function monthsOf(
  day: string,
  { offset = 0, months = 1 }: { offset?: number; months?: number },
  { calendar }: Pick<DateContext, 'calendar'>,
): ParsedPeriod {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + offset;
  const firstOf = (month: number) => dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
  return stretch(firstOf(at - months + 1), calendar.addDays(firstOf(at + 1), -1));
}

/** The month, quarter, half-year or year that is `offset` of them after the one `day` is in. */
export function unitOf(
  unit: MonthUnit,
  day: string,
  offset: number,
  context: Pick<DateContext, 'calendar'>,
): ParsedPeriod {
  const months = MONTHS_IN[unit];
  const into = (Number(day.slice(5, 7)) - 1) % months;
  return { ...monthsOf(day, { offset: months - 1 - into + months * offset, months }, context), unit };
}

/** The same date some months away, or the last day of that month when it is shorter. */
export function monthsAway(day: string, months: number, context: Pick<DateContext, 'calendar'>): string {
  const { to } = monthsOf(day, { offset: months }, context);
  return dayOf(
    Number(to.slice(0, 4)),
    Number(to.slice(5, 7)),
    Math.min(Number(day.slice(8)), Number(to.slice(8))),
  );
}

/** The latest year in which the day exists and is not after `limit`; sales are always of the past. */
export function latestDay(month: number, day: number, limit: string): string | undefined {
  const year = Number(limit.slice(0, 4));
  // 29 February can be eight years back.
  for (let back = 0; back <= 8; back += 1) {
    const found = dayOf(year - back, month, day);
    if (found <= limit && isCalendarDay(found)) return found;
  }
  return undefined;
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

/** Nobody asks for sales before that; a year that was mistyped is not looked for. */
const FIRST_DAY = '1900-01-01';
/** A range of at most two years: one answer in Slack is not the place for more. */
const LONGEST_DAYS = 731;
/** Other days than those that were asked for. */
const REPLACED = { leavesOut: true };

/**
 * The days of a period that have sales.
 * @throws ParseError, with days in their place, for days that have none yet, run backwards or are more than two years
 */
export function daysWithSales(period: ParsedPeriod, context: DateContext): DayRange {
  // Nothing is sold on Sundays and holidays, so that one of them tells nothing new.
  const latest = dateOf(openDayAtOrBefore(numberOfDay(context.newest)));
  const comes = (day: string) => context.calendar.addDays(day, 1);
  return daysOver(period, context, {
    latest,
    words: ({ parser }) => parser.days,
    notYet: (day) => (t) => t.parser.days.notYet(day, comes(day), SALES_REFRESH, latest),
  });
}

/** The days of a period that have stock. @throws ParseError as `daysWithSales` */
export function daysWithStock(period: ParsedPeriod, context: DateContext): DayRange {
  const latest = context.newest;
  return daysOver(period, context, {
    latest,
    words: ({ parser }) => parser.days.stock,
    notYet: (day) => (t) => t.parser.days.stock.notYet(day, STOCK_REFRESH, latest),
  });
}

/** What days have: the latest day that is offered instead of others, and why others have none. */
interface DayFigures {
  readonly latest: string;
  readonly words: (t: Catalog) => Pick<Catalog['parser']['days'], 'tooEarly' | 'inFuture'>;
  readonly notYet: (day: string) => Worded;
}

function daysOver(
  { from, to, isNamed }: ParsedPeriod,
  context: DateContext,
  { latest, words, notYet }: DayFigures,
): DayRange {
  const { newest, today } = context;
  if (from > to) {
    throw new ParseError(
      (t) => t.parser.days.backwards(from, to),
      formatDays(withinTwoYears({ from: to, to: from }, context)),
    );
  }
  if (from < FIRST_DAY) {
    throw new ParseError((t) => words(t).tooEarly(from, latest), latest, [], REPLACED);
  }
  if (to <= newest || (isNamed && from <= newest)) {
    return requireShort({ from, to: to < newest ? to : newest }, context);
  }
  const instead = from < latest ? formatDays(withinTwoYears({ from, to: newest }, context)) : latest;
  const missing = from > newest ? from : to;
  if (missing > today) {
    throw new ParseError((t) => words(t).inFuture(missing, latest), instead, [], REPLACED);
  }
  throw new ParseError(notYet(missing), instead, [], REPLACED);
}

function requireShort(days: DayRange, context: DateContext): DayRange {
  const shorter = withinTwoYears(days, context);
  if (shorter.from === days.from) return days;
  throw new ParseError((t) => t.parser.days.tooLong(days), formatDays(shorter), [], REPLACED);
}

function withinTwoYears({ from, to }: DayRange, { calendar }: DateContext): DayRange {
  const first = calendar.addDays(to, 1 - LONGEST_DAYS);
  return { from: from < first ? first : from, to };
}

/** A range as it could be typed. */
export function formatDays({ from, to }: DayRange): string {
  return from === to ? from : `${from}..${to}`;
}

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

const UNITS: readonly MonthUnit[] = ['month', 'quarter', 'half-year', 'year'];
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

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
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

function lengthOf({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
