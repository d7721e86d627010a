import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { percentOf } from '../text/percent.ts';
import type { DayCoverage } from './reader.ts';

/** A figure of one period, in one unit (integer millilitres, or items), and the days it is of. */
export interface PeriodFigure {
  readonly value: number;
  /** Days that are read and on which stores were open. */
  readonly openDays: number;
}

/** Two periods side by side; the first is the later one. */
export interface Comparison {
  readonly difference: number;
  /** Of the earlier period; undefined when that has nothing, or less than nothing. */
  readonly percent: number | undefined;
  /** Set when the periods have different numbers of open days: then this compares like with like, the sums do not. */
  readonly perOpenDay: PerOpenDay | undefined;
}

export interface PerOpenDay {
  readonly openDays: number;
  readonly openDaysBefore: number;
  /** Means of an open day, rounded to the unit of the figure. */
  readonly value: number;
  readonly before: number;
  readonly percent: number | undefined;
}

/** Difference = value − earlier value; per cent = difference / earlier value. A day that is missing is no open day. */
export function comparePeriods(later: PeriodFigure, earlier: PeriodFigure): Comparison {
  const difference = later.value - earlier.value;
  return {
    difference,
    percent: percentOf(difference, earlier.value),
    perOpenDay: perOpenDay(later, earlier),
  };
}

function perOpenDay(later: PeriodFigure, earlier: PeriodFigure): PerOpenDay | undefined {
  const { openDays } = later;
  const { openDays: openDaysBefore } = earlier;
  if (openDays === openDaysBefore || openDays === 0 || openDaysBefore === 0) return undefined;
  const [value, before] = [later.value / openDays, earlier.value / openDaysBefore];
  return {
    openDays,
    openDaysBefore,
    value: Math.round(value),
    before: Math.round(before),
    percent: percentOf(value - before, before),
  };
}

/** A period's open days: those with any sale, or those of the calendar where the service gave sums without days. */
export function openDaysOf(days: DayRange, coverage: readonly DayCoverage[] | undefined): number {
  if (coverage !== undefined) return coverage.filter(({ state }) => state === 'held').length;
  return daysIn(days).filter((day) => isOpenDay(dayOf(day))).length;
}

/** More open days than that without any sales are no holiday: their sales are not known. */
const OPEN_DAYS_OF_WEEK = 6;

/** Whether sales that go on for so long would have been seen in these days. */
export function isLong(days: DayRange): boolean {
  return openDaysOf(days, undefined) > OPEN_DAYS_OF_WEEK;
}
