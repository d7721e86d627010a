import type { DayCoverage } from '../sales/reader.ts';
import { percentOf } from './percent.ts';

/** A figure of one period, in one unit (integer millilitres, or items), and the days it is of. */
export interface PeriodFigure {
  readonly value: number;
  readonly days: readonly DayCoverage[];
}

/** Two periods side by side; the first is the later one. */
export interface Comparison {
  readonly difference: number;
  /** Of the earlier period; undefined when that has nothing, or less than nothing. */
  readonly percent: number | undefined;
  /** What each has per day that is known, and that in per cent; undefined when one of them has no known day. */
  readonly perDay: PerDay | undefined;
  /** Days not read yet, in their order: the sums are without them. */
  readonly missing: readonly string[];
  readonly missingBefore: readonly string[];
  /** False when days are missing, or one period has more of them: then `perDay` compares like with like, the sums do not. */
  readonly isLikeWithLike: boolean;
}

export interface PerDay {
  readonly value: number;
  readonly before: number;
  readonly percent: number | undefined;
}

/**
 * Difference = value − earlier value; per cent = difference / earlier value. A missing day is never taken for a day
 * without sales: it is named, and the mean per known day stands beside the sums.
 */
export function comparePeriods(later: PeriodFigure, earlier: PeriodFigure): Comparison {
  const missing = missingOf(later.days);
  const missingBefore = missingOf(earlier.days);
  const known = later.days.length - missing.length;
  const knownBefore = earlier.days.length - missingBefore.length;
  const difference = later.value - earlier.value;
  return {
    difference,
    percent: percentOf(difference, earlier.value),
    perDay:
      known === 0 || knownBefore === 0
        ? undefined
        : perDayOf(later.value / known, earlier.value / knownBefore),
    missing,
    missingBefore,
    isLikeWithLike:
      missing.length === 0 && missingBefore.length === 0 && later.days.length === earlier.days.length,
  };
}

function perDayOf(value: number, before: number): PerDay {
  return { value, before, percent: percentOf(value - before, before) };
}

function missingOf(days: readonly DayCoverage[]): string[] {
  return days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
}
