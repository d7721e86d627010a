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
import type { ParseWords } from '../words/en.ts';
import { parseWords } from '../words/words.ts';

/** What days are relative to. */
export interface DateContext {
  readonly calendar: Calendar;
  readonly today: string;
  /** The latest day with sales, or with stock for days of stock. */
  readonly newest: string;
  /**
   * Set where days to come are meant: the first of them. A weekday is the next one from there on, and a date without a
   * year isn't more than a month before.
   */
  readonly comingFrom?: string;
}

/** A date without a year means the past day if that was at most this long ago, not the day eleven months ahead. */
export const NEAR_DAYS = 31;

/** The last day that a date without a year can mean: today, or nearly a year ahead where days to come are meant. */
export function lastMeant({ calendar, today, comingFrom }: DateContext): string {
  return comingFrom === undefined ? today : calendar.addDays(comingFrom, 364 - NEAR_DAYS);
}

export function dateContextOf(calendar: Calendar, now: number): DateContext {
  return { calendar, today: calendar.dayOf(now), newest: calendar.latestSalesDay(now) };
}

/** The context for days of stock. */
export function stockContextOf(calendar: Calendar, now: number): DateContext {
  return { calendar, today: calendar.dayOf(now), newest: calendar.latestStockDay(now) };
}

/** The context for days from `comingFrom` on. */
export function comingContextOf(calendar: Calendar, today: string, comingFrom = today): DateContext {
  const newest = lastMeant({ calendar, today, newest: today, comingFrom });
  return { calendar, today, newest, comingFrom };
}

/** Units of a period that consist of months. */
export type MonthUnit = 'month' | 'quarter' | 'half-year' | 'year';

export const MONTHS_IN: Readonly<Record<MonthUnit, number>> = {
  month: 1,
  quarter: 3,
  'half-year': 6,
  year: 12,
};

/** The days as typed, before checking that they have sales. */
export interface ParsedPeriod extends DayRange {
  /** True for a named stretch such as "this month", whose days after the latest one with data are cut off. */
  readonly isNamed: boolean;
  /**
   * Set for months, quarters, half-years and years, even if only part of one is over. The previous period is counted in
   * it.
   */
  readonly unit?: MonthUnit;
  /** Set for "last 7 days", whose dates mean no month, also where they begin one. */
  readonly isRolling?: true;
  /** Set for a feast or a season: the same one of the year before, to compare with. */
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

/** The first to the last day of `months` months. The last of them is `offset` months after the month of `day`. */
export function monthsOf(
  day: string,
  { offset = 0, months = 1 }: { offset?: number; months?: number },
  { calendar }: Pick<DateContext, 'calendar'>,
): ParsedPeriod {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + offset;
  const firstOf = (month: number) => dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
  return stretch(firstOf(at - months + 1), calendar.addDays(firstOf(at + 1), -1));
}

/** The unit that is `offset` units after the one that contains `day`. */
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

/** The same date some months away, or the last day of a shorter month. */
export function monthsAway(day: string, months: number, context: Pick<DateContext, 'calendar'>): string {
  const { to } = monthsOf(day, { offset: months }, context);
  return dayOf(
    Number(to.slice(0, 4)),
    Number(to.slice(5, 7)),
    Math.min(Number(day.slice(8)), Number(to.slice(8))),
  );
}

/** The latest day with this month and date that exists and isn't after `limit`. */
export function latestDay(month: number, day: number, limit: string): string | undefined {
  const year = Number(limit.slice(0, 4));
  // 29 February can be eight years back.
  for (let back = 0; back <= 8; back += 1) {
    const found = dayOf(year - back, month, day);
    if (found <= limit && isCalendarDay(found)) return found;
  }
  return undefined;
}

/** Earlier years are typing mistakes. */
const FIRST_DAY = '1900-01-01';

/** A range of at most two years, because an answer in Slack can't show more. */
const LONGEST_DAYS = 731;

/** The suggestion has other days than those that were typed. */
const REPLACED = { leavesOut: true };

/**
 * The days of a period that have sales.
 * @throws ParseError that suggests days, if these have no sales yet, run backwards or span more than two years
 */
export function daysWithSales(period: ParsedPeriod, context: DateContext): DayRange {
  // Nothing is sold on Sundays and holidays, so suggest the last open day.
  const latest = dateOf(openDayAtOrBefore(numberOfDay(context.newest)));
  const comes = (day: string) => context.calendar.addDays(day, 1);
  return daysOver(period, context, {
    latest,
    words: (t) => parseWords(t).days,
    notYet: (day) => (t) => parseWords(t).days.notYet(day, comes(day), SALES_REFRESH, latest),
  });
}

/** The days of a period that have stock. @throws ParseError as `daysWithSales` */
export function daysWithStock(period: ParsedPeriod, context: DateContext): DayRange {
  const latest = context.newest;
  return daysOver(period, context, {
    latest,
    words: (t) => parseWords(t).days.stock,
    notYet: (day) => (t) => parseWords(t).days.stock.notYet(day, STOCK_REFRESH, latest),
  });
}

/** Which day to suggest instead of days without data, and how to say why they have none. */
interface DayFigures {
  readonly latest: string;
  readonly words: (t: Catalog) => Pick<ParseWords['days'], 'tooEarly' | 'inFuture'>;
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
      (t) => parseWords(t).days.backwards(from, to),
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
  throw new ParseError((t) => parseWords(t).days.tooLong(days), formatDays(shorter), [], REPLACED);
}

function withinTwoYears({ from, to }: DayRange, { calendar }: DateContext): DayRange {
  const first = calendar.addDays(to, 1 - LONGEST_DAYS);
  return { from: from < first ? first : from, to };
}

/** A range as it could be typed. */
export function formatDays({ from, to }: DayRange): string {
  return from === to ? from : `${from}..${to}`;
}

export const UNITS: readonly MonthUnit[] = ['month', 'quarter', 'half-year', 'year'];

export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
