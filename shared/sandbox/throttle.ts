import type { Settings } from './options.ts';
import { Refusal } from './reply.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Two sliding windows over every call, refused ones included: who goes on calling waits longer. The wait that is
 * named always suffices when nothing else calls meanwhile. ("Limits" of the interface.)
 */
export class Throttle {
  readonly #limits: Settings['throttle'];
  #calls: number[] = [];

  constructor(limits: Settings['throttle']) {
    this.#limits = limits;
  }

  /** Counts a call at the instant (epoch ms) and gives the refusal it earns, if any. */
  count(instant: number): Refusal | undefined {
    this.#calls = this.#calls.filter((call) => call > instant - DAY);
    this.#calls.push(instant);
    const { perMinute, perDay } = this.#limits;
    const wait = Math.max(this.#wait(perDay, DAY, instant), this.#wait(perMinute, MINUTE, instant));
    if (wait === 0) return undefined;
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
    return new Refusal(429, message, { 'retry-after': String(seconds) });
  }

  /** Milliseconds until a further call fits into the window; 0 when the one just counted fits. */
  #wait(limit: number, window: number, instant: number): number {
    const inWindow = this.#calls.filter((call) => call > instant - window);
    if (inWindow.length <= limit) return 0;
    const mustLeave = inWindow[inWindow.length - limit] ?? instant;
    return mustLeave + window - instant;
  }
}
