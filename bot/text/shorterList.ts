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
