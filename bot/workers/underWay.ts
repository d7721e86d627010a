import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from 'retail-data-client/clock/clock';

/** What a bot is working at: its start, requests, rounds of jobs, and reads from the service that several wait for. */
export interface UnderWay {
  /** Counts `work` until it ends. Work that begins it is not counted meanwhile, since it waits for it. */
  track<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Waits for `awaited` in the current work, which isn't counted meanwhile: for the clock, or for work that is counted
   * itself and that others have begun.
   */
  wait<Result>(awaited: Promise<Result>): Promise<Result>;
  /** The same clock; work that sleeps on it isn't counted meanwhile. */
  waiting(clock: Clock): Clock;
  /** How much is counted now. */
  count(): number;
  /** Resolves when nothing is counted. Work that only waits for the clock is idle. */
  idle(): Promise<void>;
  /** Resolves when all work has ended, also what waits for the clock. */
  ended(): Promise<void>;
}

interface Work {
  /** For how many things it waits. */
  waits: number;
  hasEnded: boolean;
}

const current = new AsyncLocalStorage<Work>();

export function createUnderWay(): UnderWay {
  const tracked = new Set<Promise<unknown>>();
  let count = 0;
  let idlers: (() => void)[] = [];
  const add = (change: 1 | -1) => {
    count += change;
    if (count > 0) return;
    for (const wake of idlers) wake();
    idlers = [];
  };

  const wait = async <Result>(awaited: Promise<Result>): Promise<Result> => {
    const work = current.getStore();
    if (work === undefined || work.hasEnded) return awaited;
    work.waits += 1;
    if (work.waits === 1) add(-1);
    try {
      return await awaited;
    } finally {
      work.waits -= 1;
      if (work.waits === 0 && !work.hasEnded) add(1);
    }
  };

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own: Work = { waits: 0, hasEnded: false };
    add(1);
    try {
      return await current.run(own, work);
    } finally {
      own.hasEnded = true;
      if (own.waits === 0) add(-1);
    }
  };

  return {
    async track(work) {
      const running = run(work);
      tracked.add(running);
      try {
        return await wait(running);
      } finally {
        tracked.delete(running);
      }
    },
    wait,
    waiting: ({ now, sleep }) => ({
      now,
      sleep: (milliseconds, signal) => wait(sleep(milliseconds, signal)),
    }),
    count: () => count,
    async ended() {
      while (tracked.size > 0) await Promise.allSettled(tracked);
    },
    async idle() {
      // Whatever has just been woken or has just ended goes on before the next turn.
      for (await turn(); count > 0; await turn()) await new Promise<void>((resolve) => idlers.push(resolve));
    },
  };
}
