import { weekdayOf } from 'retail-data-client/calendar/calendar';
import type { SalesGroupSum } from '../reader.ts';

/** The sums of a product, store, day or week in two periods; undefined for a period without sales. */
export interface PairedGroup {
  readonly key: string;
  /** The key in the earlier period, for days and weeks, which are compared by place; undefined when it's the same. */
  readonly keyBefore: string | undefined;
  readonly now: SalesGroupSum | undefined;
  readonly before: SalesGroupSum | undefined;
}

/** Compares products or stores by number, ordered by volume in the later period. */
export function comparedByKey(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
): PairedGroup[] {
  const [here, earlier] = [now, before].map((groups) => new Map(groups.map((group) => [group.key, group])));
  const volume = (group: SalesGroupSum | undefined) => group?.millilitres ?? 0;
  return [...new Set([...now, ...before].map(({ key }) => key))]
    .map((key) => ({ key, keyBefore: undefined, now: here?.get(key), before: earlier?.get(key) }))
    .sort(
      (one, other) =>
        volume(other.now) - volume(one.now) ||
        volume(other.before) - volume(one.before) ||
        (one.key < other.key ? -1 : 1),
    );
}

/** The key of a day or week that the other period has no counterpart for. */
export const NO_ROW = '–';

/** Whether both periods have the row. */
export function isPaired({ key, keyBefore }: PairedGroup): boolean {
  return key !== NO_ROW && keyBefore !== NO_ROW;
}

/**
 * Compares days by weekday: the second Monday of one period with the second Monday of the other. Days of the earlier
 * period without a counterpart come last.
 */
export function comparedByWeekday(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
  days: readonly string[],
  daysBefore: readonly string[],
): PairedGroup[] {
  const placeOf = (all: readonly string[]) => {
    const seen = new Map<number, number>();
    return all.map((day) => {
      const weekday = weekdayOf(day);
      const nth = (seen.get(weekday) ?? 0) + 1;
      seen.set(weekday, nth);
      return `${nth} ${weekday}`;
    });
  };
  const [places, placesBefore] = [placeOf(days), placeOf(daysBefore)];
  const earlier = new Map(placesBefore.map((place, at) => [place, daysBefore[at]]));
  const here = new Set(places);
  const left = daysBefore.filter((_, at) => !here.has(placesBefore[at] ?? ''));
  return comparedByPlace(now, before, days, [...places.map((place) => earlier.get(place)), ...left]);
}

/** Compares days or weeks by their place in the period. A key of `keysBefore` is undefined without a counterpart. */
export function comparedByPlace(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
  keys: readonly string[],
  keysBefore: readonly (string | undefined)[],
): PairedGroup[] {
  const here = new Map(now.map((group) => [group.key, group]));
  const earlier = new Map(before.map((group) => [group.key, group]));
  return Array.from({ length: Math.max(keys.length, keysBefore.length) }, (_, at) => {
    const [key, keyBefore] = [keys[at], keysBefore[at]];
    return {
      key: key ?? NO_ROW,
      keyBefore: keyBefore ?? NO_ROW,
      now: here.get(key ?? ''),
      before: earlier.get(keyBefore ?? ''),
    };
  }).filter((group) => group.now !== undefined || group.before !== undefined);
}
