/** Loads whatever the bot runs, so that it is in Node's compile cache, and ends: see scripts/compile.mjs. */
import { flushCompileCache } from 'node:module';
import { NotInWorkerError } from './workers/thread.ts';

await import('./main.ts');
// Loaded later, when settings or a question want them.
await Promise.all([import('./database/postgres.ts'), import('prom-client')]);
for (const worker of ['./readWorker.ts', './importWorker.ts']) {
  await import(worker).catch((error: unknown) => {
    if (!(error instanceof NotInWorkerError)) throw error;
  });
}
flushCompileCache();
process.exit(0);
