/** Mixes 32 bits so that neighbouring inputs give unrelated outputs; a permutation: no two inputs share an output. */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A pseudorandom 32-bit unsigned number that depends on the keys alone. */
export function random(...keys: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const key of keys) mixed = scatter(mixed ^ Math.imul(key, 0x85ebca6b)) + 0x6d2b79f5;
  return scatter(mixed);
}

/** The service orders by id as a number, whatever zeros it begins with. */
export function byNumber<Entry extends { readonly number: number }>(
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.toSorted((one, other) => one.number - other.number);
}

/** Maps a random number to a whole number from `least` to `most`, both included. */
export function between(bits: number, least: number, most: number): number {
  return least + (bits % (most - least + 1));
}

/** Maps a random number to a fraction from 0 up to but not including 1. */
export function fraction(bits: number): number {
  return bits / 0x1_0000_0000;
}

/** The entry at an index that goes round and round the list. */
export function pick<Entry>(list: readonly Entry[], index: number): Entry {
  const entry = list[index % list.length];
  if (entry === undefined) throw new RangeError('There is nothing to pick from an empty list.');
  return entry;
}
