import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Until the end of the test, timers move only by `vi.advanceTimersByTime`. What is on the wire goes on by itself. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets what is on the wire arrive until the condition holds. */
export async function turnsUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Lets what was written to a socket of this process be read at its other end. */
export async function settleWire(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await turn();
}

/** Lets time pass, a millisecond with each turn, until the condition holds. */
export async function passUntil(condition: () => boolean): Promise<void> {
  await turnsUntil(() => {
    if (condition()) return true;
    vi.advanceTimersByTime(1);
    return false;
  });
}
