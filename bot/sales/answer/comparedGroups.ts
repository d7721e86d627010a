import { weekdayOf } from '../../parse/dates/period.ts';
import type { SalesGroupSum } from '../reader.ts';

/** A sum beside the same of an earlier period; undefined where a period has none. */
export interface ComparedGroup {
  readonly key: string;
  /** What it is called in the earlier period when that differs: a day or week is compared by its place. */
  readonly keyBefore: string | undefined;
  readonly now: SalesGroupSum | undefined;
  readonly before: SalesGroupSum | undefined;
}

/** Products and stores are compared by their number, in the order of what was sold in the later period. */
export function comparedByKey(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
): ComparedGroup[] {
  const earlier = new Map(before.map((group) => [group.key, group]));
  const here = new Set(now.map(({ key }) => key));
  const volume = (group: SalesGroupSum | undefined) => group?.millilitres ?? 0;
  return [
    ...now.map((group) => ({
      key: group.key,
      keyBefore: undefined,
      now: group,
      before: earlier.get(group.key),
    })),
    ...before
      .filter(({ key }) => !here.has(key))
      .map((group) => ({ key: group.key, keyBefore: undefined, now: undefined, before: group })),
  ].sort(
    (one, other) =>
      volume(other.now) - volume(one.now) ||
      volume(other.before) - volume(one.before) ||
      (one.key < other.key ? -1 : 1),
  );
}

/** Stands for a day or week that the other period has no counterpart of. */
export const NO_ROW = '–';

/**
 * Days are compared by their weekday: the second Monday of a month with the second Monday of another. Days that have no
 * counterpart stay alone, those of the earlier period at the end.
 */
export function comparedByWeekday(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
  days: readonly string[],
  daysBefore: readonly string[],
): ComparedGroup[] {
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

/** Days and weeks are compared by their place in the period; undefined where one has no counterpart. */
export function comparedByPlace(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
  keys: readonly string[],
  keysBefore: readonly (string | undefined)[],
): ComparedGroup[] {
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
