import { isoWeekOf, weekdayOf } from 'retail-data-client/calendar/calendar';
import { type DayRange, daysIn } from '../text/dayRange.ts';

/** What the rows of a query can be. */
export const ROWS = ['product', 'group', 'store', 'day', 'week', 'month', 'weekday'] as const;
export type Group = (typeof ROWS)[number];
export type TimeGroup = Exclude<Group, 'product' | 'group' | 'store'>;

/** Whether rows are sorted by time; products, groups and stores are sorted by volume. */
export function isInTime(by: Group): by is TimeGroup {
  return by !== 'product' && by !== 'group' && by !== 'store';
}

interface TimeGrouping {
  /** The key of the row that a day belongs to; rows are sorted by key. */
  keyOf(day: string): string;
  /** All possible keys, where two periods are compared key by key instead of by place. */
  readonly all?: readonly string[];
}

export const TIME_GROUPINGS: Readonly<Record<TimeGroup, TimeGrouping>> = {
  day: { keyOf: (day) => day },
  /** 2026-W47 */
  week: { keyOf: isoWeekOf },
  /** 2026-11 */
  month: { keyOf: (day) => day.slice(0, 7) },
  /** Monday is 1. */
  weekday: { keyOf: (day) => String(weekdayOf(day)), all: ['1', '2', '3', '4', '5', '6', '7'] },
};

/** The key of the row for all products without a group. */
export const NO_GROUP = '';

/** The key of a day or week that the other period has no counterpart for. */
export const NO_ROW = '–';

/** The row of a product, store, day or week in one period or two; undefined for a period without it. */
export interface Pair<Sum> {
  readonly key: string;
  /** The key of the second grouping; undefined where there is one grouping. */
  readonly second?: string | undefined;
  /** The key in the earlier period, for days and weeks, which are compared by place; undefined when it's the same. */
  readonly keyBefore?: string | undefined;
  readonly now?: Sum | undefined;
  readonly before?: Sum | undefined;
}

/** Whether both periods have the row. */
export function isPaired({ key, keyBefore }: Pair<unknown>): boolean {
  return key !== NO_ROW && keyBefore !== NO_ROW;
}

type Keyed = { readonly key: string };

interface Sums<Sum> {
  readonly days: DayRange;
  readonly sums: readonly Sum[];
}

/** Pairs the rows of two periods: products and stores by their number, days and weeks by their place in the period. */
export function pairs<Sum extends Keyed>(now: Sums<Sum>, before: Sums<Sum>, by: Group): Pair<Sum>[] {
  const [here, earlier] = [now, before].map(({ sums }) => new Map(sums.map((sum) => [sum.key, sum])));
  if (!isInTime(by)) {
    const keys = new Set([...now.sums, ...before.sums].map(({ key }) => key));
    return [...keys].map((key) => ({ key, now: here?.get(key), before: earlier?.get(key) }));
  }
  const [keys, keysBefore] =
    by === 'day'
      ? byWeekday(daysIn(now.days), daysIn(before.days))
      : [keysOf(now.days, by), keysOf(before.days, by)];
  return Array.from({ length: Math.max(keys.length, keysBefore.length) }, (_, at) => {
    const [key = NO_ROW, keyBefore = NO_ROW] = [keys[at], keysBefore[at]];
    return { key, keyBefore, now: here?.get(key), before: earlier?.get(keyBefore) };
  }).filter((pair) => pair.now !== undefined || pair.before !== undefined);
}

/**
 * Pairs days by weekday: the second Monday of one period with the second Monday of the other. Days of the earlier period
 * without a counterpart come last.
 */
function byWeekday(
  days: readonly string[],
  daysBefore: readonly string[],
): readonly [readonly string[], readonly (string | undefined)[]] {
  const placesOf = (all: readonly string[]) => {
    const seen = new Map<number, number>();
    return all.map((day) => {
      const weekday = weekdayOf(day);
      const nth = (seen.get(weekday) ?? 0) + 1;
      seen.set(weekday, nth);
      return `${nth} ${weekday}`;
    });
  };
  const [places, placesBefore] = [placesOf(days), placesOf(daysBefore)];
  const earlier = new Map(placesBefore.map((place, at) => [place, daysBefore[at]]));
  const here = new Set(places);
  const left = daysBefore.filter((_, at) => !here.has(placesBefore[at] ?? ''));
  return [days, [...places.map((place) => earlier.get(place)), ...left]];
}

/** The keys of a range's rows, in order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}
