import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Requests that were acknowledged to Slack and are not done yet; Bolt itself does not wait for them when it stops. */
export interface PendingRequests {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when work that takes a millisecond or so may be done: acknowledging what arrives goes first. */
  whenQuiet(): Promise<void>;
  /** Resolves when nothing is pending. */
  settled(): Promise<void>;
}

/** A request is read one turn of the event loop after its connection is taken. */
const QUIET_TURNS = 2;
/** So many at once delay an arrival by a few milliseconds. */
const MAX_PER_TURN = 3;
/** Work that has waited so many turns goes on, however much still arrives. */
const MAX_TURNS = 300;

/**
 * Node takes one new connection a turn. Were each request answered as it comes, the last of a hundred at once would wait
 * for the answers to all others before it is even read, and a second later Slack may have given it up: so answering
 * waits for a turn in which nothing arrives, and is done a few at a time.
 */
export function createPendingRequests(): PendingRequests {
  const pending = new Set<Promise<unknown>>();
  const waiting: { readonly since: number; readonly resume: () => void }[] = [];
  let arrivals = 0;
  let turns = 0;
  let isResuming = false;

  const resumeWaiting = async () => {
    if (isResuming) return;
    isResuming = true;
    for (let quiet = 0; waiting.length > 0; ) {
      const before = arrivals;
      await yieldToEventLoop();
      turns += 1;
      quiet = arrivals === before ? quiet + 1 : 0;
      const longestWaiting = waiting[0]?.since ?? turns;
      if (quiet < QUIET_TURNS && turns - longestWaiting < MAX_TURNS) continue;
      for (const { resume } of waiting.splice(0, MAX_PER_TURN)) resume();
    }
    isResuming = false;
  };

  return {
    async track(work) {
      arrivals += 1;
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    async whenQuiet() {
      // A request that is alone delays nobody.
      if (pending.size <= 1) return;
      await new Promise<void>((resolve) => {
        waiting.push({ since: turns, resume: resolve });
        void resumeWaiting();
      });
    },
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
