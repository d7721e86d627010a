/** A thread that answers; what it does when it is opened and closed is said by its data. */
import { workerData } from 'node:worker_threads';
import { serveWorker } from '../../../../bot/workers/thread.ts';
import { yieldToEventLoop } from '../../../../bot/workers/yieldToEventLoop.ts';

serveWorker(async (signal) => {
  if (workerData === 'broken') throw new Error('no database');
  return {
    service: {
      double: async (value: number) => value * 2,
      untilClosed: () =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'), { once: true })),
      exit: async () => process.exit(3),
    },
    async close() {
      // Work that stops still answers.
      await yieldToEventLoop();
      if (workerData === 'stubborn') await new Promise((resolve) => setInterval(resolve, 2 ** 30));
    },
  };
});
