import type { Clock } from './clock.ts';

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    let giveUp = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        giveUp = () => {
          clearTimeout(timer);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp);
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  },
};
