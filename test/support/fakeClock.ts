import type { Clock } from 'retail-data-client';

interface Sleeper {
  readonly wakesAt: number;
  wake(): void;
}

/** A clock that stands still until the test moves it; whoever sleeps wakes when it passes their time. */
export interface FakeClock extends Clock {
  /** The time that has passed, which no jump changes. */
  monotonic(): number;
  /** The durations asked for, in order. */
  readonly sleeps: readonly number[];
  /** Moves forward, waking sleepers at their own instants and letting them act there; stands still once `signal` is aborted. */
  advance(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Jumps without waking anyone, as a corrected system clock does. */
  set(instant: number): void;
  /** Goes wrong by so much from now on, for whoever reads it; sleepers keep to the right time, as timers do. */
  setAhead(milliseconds: number): void;
  /** What a right clock says. */
  right(): number;
  /** Moves from sleeper to sleeper until nobody sleeps. */
  runUntilIdle(): Promise<void>;
}

export const NOON = Date.parse('2026-11-20T12:00:00Z');

/** @param settle resolves when everybody who was woken has done what there is to do */
export function createFakeClock(startAt: number = NOON, settle: () => Promise<void> = settled): FakeClock {
  let now = startAt;
  /** How far jumps have moved it. */
  let jumped = 0;
  let ahead = 0;
  const sleeps: number[] = [];
  const sleepers = new Set<Sleeper>();

  const next = () => [...sleepers].toSorted((one, other) => one.wakesAt - other.wakesAt)[0];
  const wakeNext = async (until: number, signal?: AbortSignal): Promise<boolean> => {
    await settle();
    if (signal?.aborted) return false;
    const sleeper = next();
    if (sleeper === undefined || sleeper.wakesAt > until) return false;
    now = Math.max(now, sleeper.wakesAt);
    sleeper.wake();
    return true;
  };

  return {
    sleeps,
    now: () => now + ahead,
    right: () => now,
    monotonic: () => now - jumped,
    sleep(milliseconds, signal) {
      sleeps.push(milliseconds);
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const giveUp = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          // A clock shows whole milliseconds, also after a pause of a part of one.
          wakesAt: Math.ceil(now + milliseconds),
          wake() {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
    async advance(milliseconds, signal) {
      const until = now + milliseconds;
      while (await wakeNext(until, signal));
      if (signal?.aborted) return;
      now = Math.max(now, until);
      await settle();
    },
    set(instant) {
      jumped += instant - now;
      now = instant;
    },
    setAhead(milliseconds) {
      ahead = milliseconds;
    },
    async runUntilIdle() {
      while (await wakeNext(Number.POSITIVE_INFINITY));
    },
  };
}

/** A clock that moves by itself: every sleep is over at once, and the time it took has passed. */
export function createJumpingClock(startAt: number = NOON): Clock & { readonly sleeps: readonly number[] } {
  let now = startAt;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
    },
  };
}

/** Lets every promise that can go on do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
