import type { Clock } from 'retail-data-client/core';

/**
 * Does `work` now and at every full step of the clock after it, one at a time, until `signal` is aborted. A step that
 * passed while `work` was busy is not made up for.
 */
export async function repeat(
  work: () => Promise<void>,
  everyMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    try {
      await clock.sleep(everyMs - (clock.now() % everyMs), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
