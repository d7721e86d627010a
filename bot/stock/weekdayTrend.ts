import type { Calendar } from 'retail-data-client/calendar/calendar';
import { isHoliday } from 'retail-data-client/calendar/holidays';
import type { DayCoverage } from '../sales/reader.ts';
import { percentOf } from '../text/numbers.ts';

/** The last days beside what is usual on the same weekdays, or why there is no such figure. */
export type WeekdayTrend =
  | (TrendDays & {
      readonly kind: 'trend';
      /** The sum of the days that could be compared, in the unit that was given. */
      readonly recent: number;
      /** What the same weekdays before had, for the same number of days; may be a fraction. */
      readonly usual: number;
      /** Of what is usual; undefined when nothing, or less than nothing, is usual. */
      readonly percent: number | undefined;
    })
  | (TrendDays & { readonly kind: 'none'; readonly reason: 'nothingToCompare' });

/** What a trend rests on. */
interface TrendDays {
  /** How many of the last days were compared. */
  readonly recentDays: number;
  /** Days, recent or before, that are not read yet, in their order. */
  readonly missing: readonly string[];
  /** Days, recent or before, that are left out because they are holidays, in their order. */
  readonly holidays: readonly string[];
}

export interface TrendInput {
  /** The last of the recent days. */
  readonly to: string;
  /** What is known of the recent days and of the weeks before; a day that is not in it counts as missing. */
  readonly coverage: readonly DayCoverage[];
  /** The figure of a day that is known, in one unit: integer millilitres, or items. */
  readonly figureOf: (day: string) => number;
}

const RECENT_DAYS = 7;
const USUAL_WEEKS = 4;
/** The recent days, and the weeks before them that show what is usual. */
export const TREND_DAYS = RECENT_DAYS + 7 * USUAL_WEEKS;

/**
 * Trend = sum of the last days − sum over them of the mean of the same weekday in the weeks before.
 *
 * - The weeks before are those that end before the first recent day, so that no day is compared with a recent one.
 * - A day that is not read yet is left out on both sides, and so is a recent day none of whose weekdays before is known:
 *   neither counts as a day without sales. A day that was read and is empty does.
 * - A holiday, and the eves on which stores close early, is left out on both sides: it is no usual Monday.
 */
export function weekdayTrend(input: TrendInput, calendar: Calendar): WeekdayTrend {
  const { to, figureOf } = input;
  const known = new Set(
    input.coverage.filter(({ state }) => state !== 'missing').map(({ salesDate }) => salesDate),
  );
  const missing: string[] = [];
  const holidays: string[] = [];
  const isComparable = (day: string): boolean => {
    if (isHoliday(day)) holidays.push(day);
    else if (known.has(day)) return true;
    else missing.push(day);
    return false;
  };
  const sum = { recent: 0, usual: 0, recentDays: 0 };
  for (let back = 0; back < RECENT_DAYS; back += 1) {
    const day = calendar.addDays(to, -back);
    const before = Array.from({ length: USUAL_WEEKS }, (_, week) => calendar.addDays(day, -7 * (1 + week)));
    // Both are looked at in any case: what is left out is told.
    const isKnown = isComparable(day);
    const usual = before.filter(isComparable);
    if (!isKnown || usual.length === 0) continue;
    sum.recent += figureOf(day);
    sum.usual += usual.reduce((total, earlier) => total + figureOf(earlier), 0) / usual.length;
    sum.recentDays += 1;
  }
  const rests = {
    recentDays: sum.recentDays,
    missing: missing.sort(),
    holidays: holidays.sort(),
  };
  if (sum.recentDays === 0) return { kind: 'none', reason: 'nothingToCompare', ...rests };
  const { recent, usual } = sum;
  return { kind: 'trend', recent, usual, percent: percentOf(recent - usual, usual), ...rests };
}
