import { nextTurn } from '../workers/yieldToEventLoop.ts';

/** Lets what arrives go before what is being answered. */
export interface Turns {
  /** Something has arrived. */
  arrived(): void;
  /** Resolves when work that takes a millisecond or so may be done. */
  turn(): Promise<void>;
}

/** A request is read one turn after its connection is taken. */
const QUIET_TURNS = 2;
/** So many at once hold up an arrival by a few milliseconds. */
const AT_ONCE = 3;
/** Work that has stepped aside so often goes on, however much still arrives. */
const LONGEST_TURNS = 300;

/**
 * Node takes one new connection a turn. Were each request answered as it comes, the last of a hundred at once would wait
 * for the answers to all others before it is even read, and a second later Slack may have given it up: so answering
 * waits for a turn in which nothing arrives, and is done a few at a time.
 */
export function createTurns(): Turns {
  const waiting: { readonly since: number; readonly go: () => void }[] = [];
  let arrivals = 0;
  let turns = 0;
  let isTaking = false;

  const takeTurns = async () => {
    if (isTaking) return;
    isTaking = true;
    for (let quiet = 0; waiting.length > 0; ) {
      const before = arrivals;
      await nextTurn();
      turns += 1;
      quiet = arrivals === before ? quiet + 1 : 0;
      const oldest = waiting[0]?.since ?? turns;
      if (quiet < QUIET_TURNS && turns - oldest < LONGEST_TURNS) continue;
      for (const { go } of waiting.splice(0, AT_ONCE)) go();
    }
    isTaking = false;
  };

  return {
    arrived() {
      arrivals += 1;
    },
    turn: () =>
      new Promise((resolve) => {
        waiting.push({ since: turns, go: resolve });
        void takeTurns();
      }),
  };
}
