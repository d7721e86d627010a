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
/** Nothing is asked of the service or of Slack for so long, and as many sleep as before: the bot is at rest. */
const QUIET_MS = 30;
/** The same before the clock moves, when nobody knows how many sleep at rest. */
const FIRST_QUIET_MS = 400;
/** The same when fewer sleep than before: one who slept has gone. */
const LONG_QUIET_MS = 3_000;
const PATIENCE_MS = 30_000;
const LOOK_MS = 5;

/** `calls`: how many calls the bot has made so far. */
export function createMover(clock: DemoClock, calls: () => number): Mover {
  let moving: Promise<void> | undefined;

  /** Waits until nothing has changed for `quiet`, by how many sleep. */
  const rest = async (quiet: (sleepers: number) => number) => {
    const from = performance.now();
    let since = from;
    let before = [calls(), clock.sleepers()];
    for (let now = from; now - since < quiet(clock.sleepers()) && now - from < PATIENCE_MS; ) {
      await delay(LOOK_MS);
      now = performance.now();
      const next = [calls(), clock.sleepers()];
      if (next.some((count, at) => count !== before[at])) since = now;
      before = next;
    }
  };
  const move = async (instant: number, onStop: () => void) => {
    onStop();
    await rest(() => FIRST_QUIET_MS);
    const atRest = clock.sleepers();
    for (const stop of stopsUntil(clock.now(), instant + UNTIL_POSTED_MS)) {
      clock.moveTo(stop);
      await rest((sleepers) => (sleepers >= atRest ? QUIET_MS : LONG_QUIET_MS));
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
