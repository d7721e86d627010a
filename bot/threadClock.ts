import { systemClock } from 'retail-data-client';
import type { Clock } from 'retail-data-client/core';

/** A clock that goes on from the bot's time: a demo and a test have a time of their own. */
export function clockFrom(now: number): Clock {
  const offset = now - performance.now();
  return { now: () => Math.round(performance.now() + offset), sleep: systemClock.sleep };
}
