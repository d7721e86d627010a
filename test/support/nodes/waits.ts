import { createRequire } from 'node:module';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import './n8n.ts';

const require = createRequire(import.meta.url);
// n8n-workflow hands on whatever stands there when a node asks for it.
const n8nSleep: { sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void> } = createRequire(
  require.resolve('n8n-workflow'),
)('@n8n/utils/sleep');

/** Lets the waits between repeated calls end at once; what the nodes wait for is the client's to test. */
export function skipRetryWaits(): void {
  const real = n8nSleep.sleep;
  beforeEach(() => {
    n8nSleep.sleep = async () => {};
  });
  afterEach(() => {
    n8nSleep.sleep = real;
  });
}

/**
 * Lets every wait end at once and moves the clock by it, so that what was waited for has come. Gives the waits of the
 * test in milliseconds, in order.
 */
export function jumpOverWaits(startAt: number): { readonly waits: readonly number[] } {
  const real = n8nSleep.sleep;
  const waits: number[] = [];
  beforeEach(() => {
    waits.length = 0;
    vi.useFakeTimers({ now: startAt, toFake: ['Date'] });
    n8nSleep.sleep = async (milliseconds) => {
      waits.push(milliseconds);
      vi.setSystemTime(Date.now() + milliseconds);
    };
  });
  afterEach(() => {
    n8nSleep.sleep = real;
    vi.useRealTimers();
  });
  return { waits };
}

/** Calls `begun` when the node under test begins to wait; the wait is as long as it is. */
export function noticeWaits(begun: () => void): void {
  const real = n8nSleep.sleep;
  onTestFinished(() => {
    n8nSleep.sleep = real;
  });
  n8nSleep.sleep = (milliseconds, signal) => {
    const wait = real(milliseconds, signal);
    begun();
    return wait;
  };
}
