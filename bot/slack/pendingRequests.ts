import { createTurns } from './turns.ts';

/** Work that was acknowledged to Slack and is not done yet; Bolt itself does not wait for it when it stops. */
export interface InFlight {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when it is the turn of work for an answer: acknowledging what arrives goes first. */
  turn(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const underWay = new Set<Promise<unknown>>();
  const { arrived, turn } = createTurns();
  return {
    // Whoever is alone holds up nobody.
    turn: () => (underWay.size > 1 ? turn() : Promise.resolve()),
    async track(work) {
      arrived();
      underWay.add(work);
      try {
        return await work;
      } finally {
        underWay.delete(work);
      }
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
