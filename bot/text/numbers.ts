/** A part in per cent of a total, with one decimal; undefined when that is nothing, or less than nothing. */
export function shareOf(part: number, total: number): number | undefined {
  return total > 0 ? Math.round((part / total) * 1000) / 10 : undefined;
}

/** A difference in per cent of what it differs from; undefined when that is nothing, or less than nothing. */
export function percentOf(difference: number, whole: number): number | undefined {
  return whole > 0 ? (difference / whole) * 100 : undefined;
}

/** Quantities are kept as integers of this part of an item, so that their sums are exact too. */
const PARTS_OF_ITEM = 1_000_000;

/** An item count as the integer it is kept as: exact to the millionth. */
export function toMillionths(quantity: number): number {
  return Math.round(quantity * PARTS_OF_ITEM);
}

export function fromMillionths(millionths: number): number {
  return millionths / PARTS_OF_ITEM;
}

/** A fall by fewer than this says nothing about a short list. */
const FEWEST_MISSING = 20;
/** A list is short when this part of it is missing. */
const PART = 5;

/** Whether a list lacks so much of the one `before` that the answer may have been cut: a fifth, and 20 at least. */
export function isFarShorter(count: number, before: number): boolean {
  return count < fewestOf(before);
}

/** How long a list must be to be taken for whole after one of `before`; 1 at least. */
export function fewestOf(before: number): number {
  return Math.max(1, before - Math.max(FEWEST_MISSING, Math.ceil(before / PART)) + 1);
}

/** An id as the number it is, so that it is found with and without leading zeros; null when it is none. */
export function numberOf(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** The same for ids that differ by leading zeros only. */
export function idKey(id: string): number | string {
  return numberOf(id) ?? id;
}

/** The order of ids by their numbers, then as texts. */
export function byNumber(one: string, other: string): number {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== null && second !== null && first !== second) return first - second;
  return one < other ? -1 : Number(one > other);
}
