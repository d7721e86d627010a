/** When the service was asked, and until when it is left alone. Instants are milliseconds since 1970. */
export interface Pause {
  /** The calls of the last hour, oldest first. */
  readonly calls: readonly number[];
  /** No call before this instant, since the last one left something open; null when it did not. */
  readonly pausedUntil: number | null;
}

export const NO_PAUSE: Pause = { calls: [], pausedUntil: null };

/** Between two calls for the same thing, which makes three in any hour, however often n8n polls. */
export const PAUSE_MS = 20 * 60_000;
const HOUR_MS = 60 * 60_000;
const MOST_CALLS = 3;
const LONGEST_PAUSE_MS = 24 * HOUR_MS;

/** How many calls may be made now. A clock that was set back does not hold up the next one. */
export function callsFree({ calls, pausedUntil }: Pause, now: number): number {
  const isPaused = pausedUntil !== null && now < pausedUntil && (calls.at(-1) ?? 0) <= now;
  return isPaused ? 0 : MOST_CALLS - recent(calls, now).length;
}

/** The calls of the last hour with `count` of now, and nothing more for a while unless their answers say otherwise. */
export function asking(pause: Pause, now: number, count: number): Pause {
  const calls = [...recent(pause.calls, now), ...new Array<number>(count).fill(now)];
  return { calls, pausedUntil: now + PAUSE_MS };
}

/**
 * The next call, at the end of a pause or after a longer wait that the service wants. The last one before `deadline`
 * leaves so much room that the one at the deadline comes in time.
 */
export function nextCallAt(now: number, deadline: number, waitMs = 0): number {
  const next = now + PAUSE_MS;
  const inTime = now < deadline && next > deadline - PAUSE_MS ? deadline : next;
  return Math.max(inTime, now + Math.min(waitMs, LONGEST_PAUSE_MS));
}

function recent(calls: readonly number[], now: number): number[] {
  return calls.filter((at) => at <= now && at > now - HOUR_MS);
}
