import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
