import { nextTurn } from '../nextTurn.ts';

/** Lets what comes in be acknowledged before anything is answered. */
export interface Arrivals {
  /** Called when something has come and is acknowledged; resolves when nothing else comes, or after a while. */
  over(): Promise<void>;
}

const LONGEST_MS = 100;

/**
 * Node takes one new connection a turn: were each answered as it comes, the last of a hundred at once would wait for the
 * answers to all others before it is even read.
 */
export function createArrivals(): Arrivals {
  let arrived = 0;
  return {
    async over() {
      arrived += 1;
      const latest = performance.now() + LONGEST_MS;
      for (let seen = 0; seen !== arrived && performance.now() < latest; ) {
        seen = arrived;
        await nextTurn();
        await nextTurn();
      }
    },
  };
}
