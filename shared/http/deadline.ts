import type { Clock } from '../clock/clock.ts';
import { checkDuration, inLimit } from '../errors/duration.ts';
import type { RetailDataError } from '../errors/errors.ts';
import { failureOf, type Origin } from '../errors/failures.ts';

/** The time that a whole call or read may take, its retries and waits included. It runs from its creation. */
export interface Deadline {
  /** Milliseconds until it is over, 0 once it is, infinite when the caller set none. */
  leftMs(): number;
  /** The error of what cannot be done in time. `why` completes the sentence: the last failure, or the wait ahead. */
  missed(why: string, cause?: unknown): RetailDataError;
}

/**
 * Begins a deadline. It needs no timer: each call is given no more time than is left, and a wait that would outlast the
 * deadline is not begun.
 */
export function startDeadline(
  clock: Pick<Clock, 'now'>,
  deadlineMs: number | undefined,
  origin: Origin,
): Deadline {
  const limitMs =
    deadlineMs === undefined ? Number.POSITIVE_INFINITY : checkDuration('deadlineMs', deadlineMs);
  const endsAt = clock.now() + limitMs;
  return {
    leftMs: () => Math.max(0, endsAt - clock.now()),
    missed: (why, cause) => failureOf('deadline', origin, { limit: inLimit(limitMs), why }, { cause }),
  };
}
