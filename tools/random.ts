/** Numbers that look drawn and follow from the seed: a run that failed can be played again. */
export interface Random {
  readonly seed: number;
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  shuffled<T>(values: readonly T[]): T[];
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    shuffled(values) {
      const result = [...values];
      for (let at = result.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        const held = result[at];
        const swapped = result[other];
        if (held === undefined || swapped === undefined) continue;
        result[at] = swapped;
        result[other] = held;
      }
      return result;
    },
  };
}
