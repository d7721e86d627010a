import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from 'retail-data-client';

/** Pauses shorter than that are part of an answer and take their real time; longer ones wait for the clock to be moved. */
const SHORT_MS = 5_000;

/** A clock that shows the same time until it is moved, so that no answer depends on how fast this machine is. */
export interface StandingClock extends Clock {
  /** How many short pauses are under way: the bot is busy as long as there are any. */
  pauses(): number;
  /** Moves forward and wakes whoever has slept long enough. */
  advance(milliseconds: number): void;
  /** Moves forward and wakes nobody. */
  tick(milliseconds: number): void;
  /** Shows that time; wakes nobody. */
  setTo(instant: number): void;
}

interface Sleeper {
  readonly wakesAt: number;
  wake(): void;
}

export function createStandingClock(instant: number): StandingClock {
  let now = instant;
  const sleepers = new Set<Sleeper>();
  let pauses = 0;

  const pause = async (milliseconds: number, signal: AbortSignal | undefined) => {
    pauses += 1;
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } finally {
      pauses -= 1;
    }
  };

  const sleepLong = (milliseconds: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        wakesAt: now + milliseconds,
        wake() {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
    });

  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      milliseconds < SHORT_MS ? pause(milliseconds, signal) : sleepLong(milliseconds, signal),
    pauses: () => pauses,
    advance(milliseconds) {
      now += milliseconds;
      for (const sleeper of [...sleepers]) if (sleeper.wakesAt <= now) sleeper.wake();
    },
    tick(milliseconds) {
      now += milliseconds;
    },
    setTo(to) {
      now = to;
    },
  };
}
