import { Refusal } from './reply.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface ThrottleLimits {
  readonly perMinute: number;
  readonly perDay: number;
  /** The status once the daily quota is spent. */
  readonly quotaRefusal: 429 | 403;
  /** The status once the calls of a minute are spent, default 429. */
  readonly minuteRefusal?: 429 | 403 | 503;
}

/**
 * Two sliding windows over every call, refused ones included: who goes on knocking waits longer. The wait that is
 * named always suffices when nothing else calls meanwhile. ("Limits" of the interface.)
 */
export class Throttle {
  readonly #limits: ThrottleLimits;
  #calls: number[] = [];

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  /** Counts a call at the instant (epoch ms) and gives the refusal it earns, if any. */
  count(instant: number): Refusal | undefined {
    this.#calls = this.#calls.filter((call) => call > instant - DAY);
    this.#calls.push(instant);
    const dailyWait = this.#wait(this.#limits.perDay, DAY, instant);
    if (dailyWait > 0) return this.#limits.quotaRefusal === 403 ? quotaSpent(dailyWait) : tooFast(dailyWait);
    const wait = this.#wait(this.#limits.perMinute, MINUTE, instant);
    return wait > 0 ? tooFast(wait, this.#limits.minuteRefusal) : undefined;
  }

  /** Milliseconds until a further call fits into the window; 0 when the one just counted fits. */
  #wait(limit: number, window: number, instant: number): number {
    const inWindow = this.#calls.filter((call) => call > instant - window);
    if (inWindow.length <= limit) return 0;
    const mustLeave = inWindow[inWindow.length - limit] ?? instant;
    return mustLeave + window - instant;
  }
}

function tooFast(wait: number, status: 429 | 403 | 503 = 429): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
  return new Refusal(status, message, status === 429 ? { 'retry-after': String(seconds) } : {});
}

function quotaSpent(wait: number): Refusal {
  const seconds = Math.ceil(wait / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return new Refusal(403, `Out of call volume quota. Quota will be replenished in ${clock}.`);
}
