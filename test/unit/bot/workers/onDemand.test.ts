import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createOnDemandWorker } from '../../../../bot/workers/onDemand.ts';
import type { Worker } from '../../../../bot/workers/worker.ts';

interface Started extends Worker {
  readonly calls: string[];
  /** Answers the oldest call that waits. */
  answer(): Promise<void>;
  die(): void;
}

const IDLE_MS = 60_000;

function startOnDemand() {
  const threads: Started[] = [];
  const worker = createOnDemandWorker(
    () => {
      const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
      const calls: string[] = [];
      let hasExited = false;
      const thread: Started = {
        calls,
        call(method) {
          calls.push(method);
          return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
        },
        hasExited: () => hasExited,
        async close() {
          hasExited = true;
        },
        async answer() {
          waiting.shift()?.resolve('answer');
          for (let turns = 0; turns < 5; turns += 1) await null;
        },
        die() {
          hasExited = true;
          for (const { reject } of waiting.splice(0)) reject(new Error('dead'));
        },
      };
      threads.push(thread);
      return thread;
    },
    IDLE_MS,
    1_000,
  );
  const at = (place: number): Started => {
    const thread = threads[place];
    if (thread === undefined) throw new Error(`thread ${place} was not started`);
    return thread;
  };
  return { worker, threads, at };
}

describe('a thread on demand', () => {
  test('is one for all calls', async () => {
    const { worker, threads, at } = startOnDemand();
    const asked = [worker.call('one', []), worker.call('two', [])];
    expect(threads).toHaveLength(1);
    expect(at(0).calls).toEqual(['one', 'two']);
    for (const _ of asked) await at(0).answer();
    expect(await Promise.all(asked)).toEqual(['answer', 'answer']);
    await worker.close();
    expect(at(0).hasExited()).toBe(true);
  });

  test('that has died is replaced by the next call', async () => {
    const { worker, threads, at } = startOnDemand();
    const lost = expect(worker.call('one', [])).rejects.toThrow('dead');
    at(0).die();
    await lost;
    const again = worker.call('two', []);
    expect(threads).toHaveLength(2);
    await at(1).answer();
    expect(await again).toBe('answer');
    await worker.close();
  });

  test('is closed when nobody has called for a while, and started again by the next call', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { worker, threads, at } = startOnDemand();
    const asked = worker.call('one', []);
    vi.advanceTimersByTime(2 * IDLE_MS);
    expect(at(0).hasExited()).toBe(false);
    await at(0).answer();
    await asked;
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(at(0).hasExited()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(at(0).hasExited()).toBe(true);
    void worker.call('two', []);
    expect(threads).toHaveLength(2);
    await worker.close();
  });
});
