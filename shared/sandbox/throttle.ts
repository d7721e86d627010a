import type { Settings } from './options.ts';
import { Refusal } from './reply.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Two sliding windows over every call, refused ones included: who goes on calling waits longer. The wait that is
 * named always suffices when nothing else calls meanwhile. ("Limits" of the interface.)
 */
export class Throttle {
  readonly #settings: Settings;
  #calls: number[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Counts a call at the instant (epoch ms) and gives the refusal it earns, if any. */
  count(instant: number): Refusal | undefined {
    const { throttle, throttleStatus } = this.#settings;
    this.#calls = this.#calls.filter((call) => call > instant - DAY);
    this.#calls.push(instant);
    const dailyWait = this.#wait(throttle.perDay, DAY, instant);
    if (dailyWait > 0) return tooManyCalls(429, dailyWait);
    const wait = this.#wait(throttle.perMinute, MINUTE, instant);
    return wait > 0 ? tooManyCalls(throttleStatus, wait) : undefined;
  }

  /** Milliseconds until a further call fits into the window; 0 when the one just counted fits. */
  #wait(limit: number, window: number, instant: number): number {
    const inWindow = this.#calls.filter((call) => call > instant - window);
    if (inWindow.length <= limit) return 0;
    const mustLeave = inWindow[inWindow.length - limit] ?? instant;
    return mustLeave + window - instant;
  }
}

function tooManyCalls(status: number, wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
  return new Refusal(status, message, status === 429 ? { 'retry-after': String(seconds) } : {});
}
