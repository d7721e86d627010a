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
