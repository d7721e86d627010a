/** `part` in per cent of `total`, with one decimal; undefined unless `total` is positive. */
export function shareOf(part: number, total: number): number | undefined {
  return total > 0 ? Math.round((part / total) * 1000) / 10 : undefined;
}

/** `difference` in per cent of `whole`; undefined unless `whole` is positive. */
export function percentOf(difference: number, whole: number): number | undefined {
  return whole > 0 ? (difference / whole) * 100 : undefined;
}

/** A per cent of fewer units says nothing. */
const LEAST_UNITS = 10;

/** As `percentOf`; undefined where `whole` is of fewer than LEAST_UNITS `units`. */
export function percentOver(difference: number, whole: number, units: number): number | undefined {
  return units < LEAST_UNITS ? undefined : percentOf(difference, whole);
}

/** Quantities are stored as integers in this fraction of a unit, so that sums are exact. */
const PARTS_OF_ITEM = 1_000_000;

/** A quantity as the stored integer, exact to the millionth. */
export function toMillionths(quantity: number): number {
  return Math.round(quantity * PARTS_OF_ITEM);
}

export function fromMillionths(millionths: number): number {
  return millionths / PARTS_OF_ITEM;
}

/** A list that is shorter by fewer entries than this isn't suspicious. */
const MIN_MISSING = 20;
/** A list is suspiciously short when one in PART entries is missing. */
const PART = 5;

/**
 * Whether a list is so much shorter than the one `before` that the answer may have been cut: by a fifth, and at least
 * 20 entries.
 */
export function isFarShorter(count: number, before: number): boolean {
  return count < fewestOf(before);
}

/**
 * Whether a list takes the place of one of `before` entries. An answer may be cut, so a far shorter one does only where
 * an earlier reading, `refused`, had the same entries, and an empty one never does. Lists with the same entries have the
 * same `hash`.
 */
export function isBelieved(
  { count, hash }: { readonly count: number; readonly hash: string },
  before: number,
  refused: string | undefined,
): boolean {
  return count > 0 && (!isFarShorter(count, before) || hash === refused);
}

/** The shortest list that is accepted as complete after one of `before` entries; at least 1. */
export function fewestOf(before: number): number {
  return Math.max(1, before - Math.max(MIN_MISSING, Math.ceil(before / PART)) + 1);
}

/** An id as a number, so that it matches with and without leading zeros; null if it isn't a number. */
export function numberOf(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** A key that is equal for ids that differ only in leading zeros. */
export function idKey(id: string): number | string {
  return numberOf(id) ?? id;
}

/** Sorts ids by number, then as text. */
export function byNumber(one: string, other: string): number {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== null && second !== null && first !== second) return first - second;
  return one < other ? -1 : Number(one > other);
}
