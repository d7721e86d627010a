/** Mixes 32 bits so that neighbouring inputs give unrelated outputs; one input has one output and the reverse. */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A 32-bit unsigned number that depends on every key and on nothing else. */
export function draw(...keys: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const key of keys) mixed = scatter(mixed ^ Math.imul(key, 0x85ebca6b)) + 0x6d2b79f5;
  return scatter(mixed);
}

/** A whole number from `least` to `most`, both included. */
export function between(drawn: number, least: number, most: number): number {
  return least + (drawn % (most - least + 1));
}

/** A fraction from 0 up to but not including 1. */
export function fraction(drawn: number): number {
  return drawn / 0x1_0000_0000;
}
