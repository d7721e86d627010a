import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWorkerPool } from '../../../../bot/workers/pool.ts';
import type { Worker } from '../../../../bot/workers/worker.ts';

interface Started extends Worker {
  readonly calls: string[];
  /** Answers the oldest call that waits. */
  answer(): Promise<void>;
  die(): void;
}

const IDLE_MS = 60_000;

function startPool(warmUp = (thread: Worker) => thread.call('warmUp', [])) {
  const threads: Started[] = [];
  const pool = createWorkerPool({
    start() {
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
    maxThreads: 2,
    warmUp,
    stickyMethods: new Set(['cached']),
    idleMs: IDLE_MS,
    closeTimeoutMs: 1_000,
  });
  const at = (place: number): Started => {
    const thread = threads[place];
    if (thread === undefined) throw new Error(`thread ${place} was not started`);
    return thread;
  };
  return { pool, threads, at };
}

describe('a pool of threads', () => {
  test('asks a further thread nothing before it is ready; the first goes on answering', async () => {
    const { pool, threads, at } = startPool();
    const asked = [pool.call('one', []), pool.call('two', []), pool.call('three', [])];
    expect(threads).toHaveLength(2);
    expect(at(0).calls).toEqual(['one', 'two', 'three']);
    expect(at(1).calls).toEqual(['warmUp']);
    await at(1).answer();
    asked.push(pool.call('four', []));
    expect(at(1).calls).toEqual(['warmUp', 'four']);
    for (let answered = 0; answered < 3; answered += 1) await at(0).answer();
    await at(1).answer();
    expect(await Promise.all(asked)).toEqual(Array(4).fill('answer'));
    await pool.close();
  });

  test('calls one thread alone for what is cached there, and starts no other for it', async () => {
    const { pool, threads, at } = startPool();
    const asked = [pool.call('cached', []), pool.call('cached', [])];
    expect(threads).toHaveLength(1);
    await at(0).answer();
    await at(0).answer();
    await Promise.all(asked);
    await pool.close();
  });

  test('replaces a thread that has died with the next call', async () => {
    const { pool, threads, at } = startPool();
    const lost = expect(pool.call('one', [])).rejects.toThrow('dead');
    at(0).die();
    await lost;
    const again = pool.call('two', []);
    expect(threads).toHaveLength(2);
    await at(1).answer();
    expect(await again).toBe('answer');
    await pool.close();
  });

  test('ends one that is being started too, and asks it nothing any more', async () => {
    const { pool, at } = startPool();
    void pool.call('one', []);
    void pool.call('two', []);
    await pool.close();
    expect([at(0).hasExited(), at(1).hasExited()]).toEqual([true, true]);
    await at(1).answer();
    void pool.call('three', []);
    expect(at(1).calls).toEqual(['warmUp']);
    await pool.close();
  });

  test('goes on with the threads it has when a further one cannot be warmed up', async () => {
    const { pool, threads, at } = startPool(() => Promise.reject(new Error('no memory')));
    void pool.call('one', []);
    void pool.call('two', []);
    expect(threads).toHaveLength(2);
    for (let turns = 0; turns < 5; turns += 1) await null;
    expect(at(1).hasExited()).toBe(true);
    void pool.call('three', []);
    expect(at(0).calls).toEqual(['one', 'two', 'three']);
    await pool.close();
  });

  test('closes its threads when nobody has called for a while, and starts one with the next call', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { pool, threads, at } = startPool();
    const asked = pool.call('one', []);
    vi.advanceTimersByTime(2 * IDLE_MS);
    expect(at(0).hasExited()).toBe(false);
    await at(0).answer();
    await asked;
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(at(0).hasExited()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(at(0).hasExited()).toBe(true);
    void pool.call('two', []);
    expect(threads).toHaveLength(2);
    await pool.close();
  });
});
