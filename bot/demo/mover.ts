import { setTimeout as delay } from 'node:timers/promises';
import { type DemoClock, stopsUntil } from './demoClock.ts';

/** Moves the clock from stop to stop, and lets the bot do at each what is due. */
export interface Mover {
  isMoving(): boolean;
  /** Resolves when the clock moves no more. */
  arrived(): Promise<void>;
  /** Moves on, unless it moves already; resolves when what is due by then is done. */
  moveTo(instant: number, onStop: () => void): Promise<void>;
}

/** Stock counts once two looks, a minute apart, have seen the same; what waits for it is posted then. */
const UNTIL_POSTED_MS = 2 * 60_000;
/** Processes and threads of the bot at work; those that wait for work don't keep this process alive. */
const ELSEWHERE = /^(?:ProcessWrap|MessagePort|Worker)$/;
/** How often in a row nothing must have changed. Whatever the bot does in this process comes in between. */
const LOOKS = 12;
const LOOK_MS = 2;
const PATIENCE_MS = 30_000;

/** `calls`: how many calls the bot has made so far. */
export function createMover(clock: DemoClock, calls: () => number): Mover {
  let moving: Promise<void> | undefined;
  // What a test has started, such as a browser, isn't the bot's.
  const foreign = workElsewhere();

  /** Resolves when the bot is at rest: nothing is asked, nobody wakes, and no other process works for it. */
  const rest = async () => {
    const giveUp = performance.now() + PATIENCE_MS;
    let before = '';
    for (let looks = 0; looks < LOOKS && performance.now() < giveUp; looks += 1) {
      await delay(LOOK_MS);
      const now = `${calls()} ${clock.sleepers()}`;
      if (now !== before || workElsewhere() > foreign) looks = 0;
      before = now;
    }
  };
  const move = async (instant: number, onStop: () => void) => {
    onStop();
    await rest();
    for (const stop of stopsUntil(clock.now(), instant + UNTIL_POSTED_MS)) {
      clock.moveTo(stop);
      await rest();
      onStop();
    }
  };
  return {
    isMoving: () => moving !== undefined,
    arrived: async () => moving,
    async moveTo(instant, onStop) {
      moving ??= move(instant, onStop).finally(() => {
        moving = undefined;
        onStop();
      });
      await moving;
    },
  };
}

function workElsewhere(): number {
  return process.getActiveResourcesInfo().filter((kind) => ELSEWHERE.test(kind)).length;
}
