/** True in `npm run test:long`. */
export const isLong = process.env.PROOFS === 'long';

const SEED = 20_261_121;

/**
 * The seed of what a test draws by chance: always the same, so that a change fails for what it changed and for nothing
 * else; a new one in `npm run test:long`, which says so. TEST_SEED plays a run again.
 */
export function seedOfRun(): number {
  const given = process.env.TEST_SEED ?? '';
  if (given !== '' && !/^\d{1,10}$/.test(given)) {
    throw new Error(`TEST_SEED is "${given}", but it must be the whole number that an earlier run printed.`);
  }
  if (given !== '') return Number(given);
  if (!isLong) return SEED;
  const drawn = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`seed ${drawn}; again with TEST_SEED=${drawn}\n`);
  return drawn;
}
