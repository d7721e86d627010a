import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** What a worker serves in tests; what it does when it is opened and closed is said by its data. */
export async function openTestService(data: string | undefined, signal: AbortSignal) {
  if (data === 'broken') throw new Error('no database');
  return {
    service: {
      double: async (value: number) => value * 2,
      pid: async () => process.pid,
      untilClosed: () =>
        new Promise((resolve) => {
          if (signal.aborted) resolve('stopped');
          signal.addEventListener('abort', () => resolve('stopped'), { once: true });
        }),
      exit: async () => process.exit(3),
    },
    async close() {
      // Work that stops still answers.
      await yieldToEventLoop();
      if (data === 'stubborn') await new Promise((resolve) => setInterval(resolve, 2 ** 30));
    },
  };
}
