import fc from 'fast-check';
import { seedOfRun } from './seed.ts';

fc.configureGlobal({ seed: seedOfRun() });

/** fast-check with the seed of the run. */
export default fc;
