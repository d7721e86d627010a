import { describe, expect, test } from 'vitest';
import { createThreadPool } from '../../../../bot/workers/pool.ts';
import type { Thread } from '../../../../bot/workers/thread.ts';

interface Started extends Thread {
  readonly calls: string[];
  /** Answers the oldest call that waits. */
  answer(): Promise<void>;
  die(): void;
}

function startPool(prepare = (thread: Thread) => thread.call('prepare')) {
  const threads: Started[] = [];
  const pool = createThreadPool({
    start() {
      const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
      const calls: string[] = [];
      let isGone = false;
      const thread: Started = {
        calls,
        call(method) {
          calls.push(method);
          return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
        },
        isGone: () => isGone,
        async end() {
          isGone = true;
        },
        async answer() {
          waiting.shift()?.resolve('answer');
          for (let turns = 0; turns < 5; turns += 1) await null;
        },
        die() {
          isGone = true;
          for (const { reject } of waiting.splice(0)) reject(new Error('dead'));
        },
      };
      threads.push(thread);
      return thread;
    },
    most: 2,
    prepare,
    idleMs: 60_000,
    patienceMs: 1_000,
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
    expect(at(1).calls).toEqual(['prepare']);
    await at(1).answer();
    asked.push(pool.call('four', []));
    expect(at(1).calls).toEqual(['prepare', 'four']);
    for (let answered = 0; answered < 3; answered += 1) await at(0).answer();
    await at(1).answer();
    expect(await Promise.all(asked)).toEqual(Array(4).fill('answer'));
    await pool.end();
  });

  test('asks one thread alone where that is asked for, and starts no other for it', async () => {
    const { pool, threads, at } = startPool();
    const asked = [pool.call('one', [], true), pool.call('two', [], true)];
    expect(threads).toHaveLength(1);
    await at(0).answer();
    await at(0).answer();
    await Promise.all(asked);
    await pool.end();
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
    await pool.end();
  });

  test('ends one that is being started too, and asks it nothing any more', async () => {
    const { pool, at } = startPool();
    void pool.call('one', []);
    void pool.call('two', []);
    await pool.end();
    expect([at(0).isGone(), at(1).isGone()]).toEqual([true, true]);
    await at(1).answer();
    void pool.call('three', []);
    expect(at(1).calls).toEqual(['prepare']);
    await pool.end();
  });

  test('goes on with the threads it has when a further one cannot be prepared', async () => {
    const { pool, threads, at } = startPool(() => Promise.reject(new Error('no memory')));
    void pool.call('one', []);
    void pool.call('two', []);
    expect(threads).toHaveLength(2);
    for (let turns = 0; turns < 5; turns += 1) await null;
    expect(at(1).isGone()).toBe(true);
    void pool.call('three', []);
    expect(at(0).calls).toEqual(['one', 'two', 'three']);
    await pool.end();
  });
});
