/** Loads whatever the bot runs, so that it is in Node's compile cache, and ends: see scripts/compile.mjs. */
import { flushCompileCache } from 'node:module';
import { NoThreadError } from './workers/server.ts';

await import('./main.ts');
// Loaded later, when settings or a question want them.
await Promise.all([import('./database/postgres.ts'), import('prom-client')]);
for (const thread of ['./readerWorker.ts', './stockImportWorker.ts', './salesImportWorker.ts']) {
  await import(thread).catch((error: unknown) => {
    if (!(error instanceof NoThreadError)) throw error;
  });
}
flushCompileCache();
process.exit(0);
