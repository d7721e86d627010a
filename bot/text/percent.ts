/** A part in per cent of a total, with one decimal; undefined when that is nothing, or less than nothing. */
export function shareOf(part: number, total: number): number | undefined {
  return total > 0 ? Math.round((part / total) * 1000) / 10 : undefined;
}

/** A difference in per cent of what it differs from; undefined when that is nothing, or less than nothing. */
export function percentOf(difference: number, whole: number): number | undefined {
  return whole > 0 ? (difference / whole) * 100 : undefined;
}
