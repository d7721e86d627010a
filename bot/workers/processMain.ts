/** What every process of the bot runs: it serves the module that it was started for. See process.ts. */
import { serveInProcess } from './process.ts';
import type { WorkerModule } from './worker.ts';

const [, , file = ''] = process.argv;
serveInProcess(async (data: never, signal) => {
  const { open }: WorkerModule = await import(file);
  return open(data, signal);
});
