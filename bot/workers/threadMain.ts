/** What every thread of the bot runs: it serves the module that it was started for. See thread.ts. */

import { serveInThread } from './thread.ts';
import type { WorkerModule } from './worker.ts';

const [, , file = ''] = process.argv;
serveInThread(async (data: never, signal) => {
  const { open }: WorkerModule = await import(file);
  return open(data, signal);
});
