/** A difference in per cent of what it differs from; undefined when that is nothing, or less than nothing. */
export function percentOf(difference: number, whole: number): number | undefined {
  return whole > 0 ? (difference / whole) * 100 : undefined;
}
