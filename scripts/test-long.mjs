// `npm run test:long`: the crash, replica, calendar and model tests of the digest at full length, an hour or two. They
// print their seed; PROOF_SEED=<seed> plays a run again. On PostgreSQL they use a server of their own where Debian's
// package is installed, and PGlite where it is not. Parameters go on to vitest.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithTotals, runVitest } from './vitest.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.env.PROOFS = 'long';
const folder = join('test', 'bot', 'proofs');
// One after the other: each of them fills the machine, and virtual time wants processes that are not starved.
const parameters = ['--no-file-parallelism', folder, ...process.argv.slice(2)];
endWithTotals(runVitest(root, join('test', 'vitest.config.ts'), parameters));
