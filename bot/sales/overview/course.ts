import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { keyIn } from '../../figures/rows.ts';
import type { DateContext } from '../../parse/dates/period.ts';
import { type DayRange, daysIn, lengthOf } from '../../text/dayRange.ts';
import { periodsBefore, unitOf } from '../periods.ts';
import type { SalesPeriod, SalesResult } from '../query.ts';
import { NO_SALES } from '../sums.ts';

/** Weeks or months of the chart of one of them, with it. */
const PERIODS = 13;
const DAYS = 30;
/** Longer ranges are drawn by week, and from MAX_WEEKS on by month. */
const MAX_DAYS = 62;
const MAX_WEEKS = 26;

/** The course of the sales up to the end of a period. */
export interface Course {
  readonly by: 'day' | 'week' | 'month';
  /** In order. Millilitres are undefined for a point that isn't wholly stored. */
  readonly points: readonly { readonly key: string; readonly millilitres: number | undefined }[];
}

/** A week among weeks, a month among months, other days with those before them: from what `stored` gives. */
export async function readCourse(
  { days, totals }: SalesPeriod,
  stored: (of: DayRange, rows: 'day') => Promise<SalesResult>,
  { calendar }: Pick<DateContext, 'calendar'>,
): Promise<Course> {
  const unit = unitOf(days);
  const by = unit ?? byLength(lengthOf(days));
  const first = calendar.addDays(days.to, 1 - DAYS);
  const from =
    unit === undefined
      ? by === 'day' && first < days.from
        ? first
        : days.from
      : (periodsBefore(unit, days, PERIODS - 1, calendar).at(-1)?.from ?? days.from);
  const { now, rows } = await stored({ from, to: days.to }, 'day');
  const keyOf = (day: string) => keyIn(by, day);
  const lacking = new Set(now.source.missing);
  const sold = new Map(rows.map(({ key, now: sum = NO_SALES }) => [key, sum.millilitres]));
  // Days on which stores were closed are left out instead of drawn at 0.
  const open = daysIn(now.days).filter((day) => sold.has(day) || isOpenDay(dayOf(day)));
  const points = [...Map.groupBy(open, keyOf)].map(([key, of]) => ({
    key,
    millilitres: of.some((day) => lacking.has(day))
      ? undefined
      : of.reduce((sum, day) => sum + (sold.get(day) ?? 0), 0),
  }));
  const own = unit && keyOf(days.from);
  const all = points.map((point) =>
    point.key === own ? { ...point, millilitres: totals.millilitres } : point,
  );
  const begin = all.findIndex(({ millilitres }) => millilitres !== undefined);
  return { by, points: begin === -1 ? [] : all.slice(begin) };
}

function byLength(days: number): Course['by'] {
  if (days <= MAX_DAYS) return 'day';
  return days <= MAX_WEEKS * 7 ? 'week' : 'month';
}
