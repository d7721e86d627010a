import type { SalesGroupSum } from '../sales/reader.ts';

/** A sum beside the same of an earlier period; undefined where a period has none. */
export interface ComparedGroup {
  readonly key: string;
  /** What it is called in the earlier period when that differs: a day or week is compared by its place. */
  readonly keyBefore: string | undefined;
  readonly now: SalesGroupSum | undefined;
  readonly before: SalesGroupSum | undefined;
}

/** Products and stores are compared by their number. */
export function comparedByKey(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
): ComparedGroup[] {
  const earlier = new Map(before.map((group) => [group.key, group]));
  const here = new Set(now.map(({ key }) => key));
  const volume = ({ now, before }: ComparedGroup) =>
    Math.max(now?.millilitres ?? 0, before?.millilitres ?? 0);
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
  ].sort((one, other) => volume(other) - volume(one) || (one.key < other.key ? -1 : 1));
}

/** Days and weeks are compared by their place in the period. */
export function comparedByPlace(
  now: readonly SalesGroupSum[],
  before: readonly SalesGroupSum[],
  keys: readonly string[],
  keysBefore: readonly string[],
): ComparedGroup[] {
  const here = new Map(now.map((group) => [group.key, group]));
  const earlier = new Map(before.map((group) => [group.key, group]));
  return Array.from({ length: Math.max(keys.length, keysBefore.length) }, (_, at) => {
    const [key, keyBefore] = [keys[at], keysBefore[at]];
    return {
      key: key ?? '–',
      keyBefore: keyBefore ?? '–',
      now: here.get(key ?? ''),
      before: earlier.get(keyBefore ?? ''),
    };
  }).filter((group) => group.now !== undefined || group.before !== undefined);
}
