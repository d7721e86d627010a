export { createRandom, type Random } from '../random.ts';

/** The seed of PROOF_SEED, to play a run again; otherwise a new one for each run. */
export function seedOfRun(): number {
  const given = process.env.PROOF_SEED;
  if (given === undefined || given === '') return Math.floor(Math.random() * 2 ** 31);
  if (/^\d{1,10}$/.test(given)) return Number(given);
  throw new Error(`PROOF_SEED is "${given}", but it must be the whole number that an earlier run printed.`);
}

/** True in `npm run test:long`. */
export const isLong = process.env.PROOFS === 'long';
