import fc from 'fast-check';
import { isLong, seedOfRun } from './seed.ts';

fc.configureGlobal({ seed: seedOfRun() });

/** So many runs in `npm run test:long`; each change gets fast-check's own 100. */
export const longRuns = (runs: number): number => (isLong ? runs : 100);

/** fast-check with the seed of the run. */
export default fc;
