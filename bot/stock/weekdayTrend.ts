import type { Calendar } from 'retail-data-client/calendar/calendar';
import { isHoliday } from 'retail-data-client/calendar/holidays';
import type { DayCoverage } from '../sales/reader.ts';
import { percentOf } from '../text/numbers.ts';

/** The sales of recent days compared with the usual on the same weekdays, or why there is no such figure. */
export type WeekdayTrend =
  | (TrendDays & {
      readonly kind: 'trend';
      /** The sum of the compared recent days, in the unit of `figureOf`. */
      readonly recent: number;
      /** The sum of the means of the same weekdays before; can be a fraction. */
      readonly usual: number;
      /** The difference in per cent of `usual`; undefined when that is 0 or negative. */
      readonly percent: number | undefined;
    })
  | (TrendDays & { readonly kind: 'none'; readonly reason: 'nothingToCompare' });

interface TrendDays {
  /** How many recent days were compared. */
  readonly recentDays: number;
  /** Days, recent or before, that aren't stored yet, in order. */
  readonly missing: readonly string[];
  /** Days, recent or before, that are left out as holidays, in order. */
  readonly holidays: readonly string[];
}

export interface TrendInput {
  /** The last of the recent days. */
  readonly to: string;
  /** The recent days and the weeks before; a day that isn't listed counts as missing. */
  readonly coverage: readonly DayCoverage[];
  /** The figure of a known day, in integer millilitres or items. */
  readonly figureOf: (day: string) => number;
}

const RECENT_DAYS = 7;
const USUAL_WEEKS = 4;
/** The recent days, and the weeks before them that define the usual. */
export const TREND_DAYS = RECENT_DAYS + 7 * USUAL_WEEKS;

/**
 * Trend = sum of the last days − sum over them of the mean of the same weekday in the weeks before.
 *
 * - The weeks before end before the first recent day, so that no recent day counts as usual.
 * - Missing days are left out on both sides, and so are recent days without a known weekday before. Empty days count as
 *   days without sales.
 * - Holidays, and eves on which stores close early, are left out on both sides: they aren't usual weekdays.
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
    // Call both, since each also notes the days it leaves out.
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
