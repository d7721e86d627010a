/** Numbers that look drawn and follow from the seed: a run that failed can be played again. */
export interface Random {
  readonly seed: number;
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}

/** The seed of PROOF_SEED, to play a run again; otherwise a new one for each run. */
export function seedOfRun(): number {
  const given = process.env.PROOF_SEED;
  if (given === undefined || given === '') return Math.floor(Math.random() * 2 ** 31);
  if (/^\d{1,10}$/.test(given)) return Number(given);
  throw new Error(`PROOF_SEED is "${given}", but it must be the whole number that an earlier run printed.`);
}

/** True in `npm run test:long`. */
export const isLong = process.env.PROOFS === 'long';
