import type { BudgetWait } from '../budget/budget.ts';
import type { Clock } from '../clock/clock.ts';
import type { Deadline } from './deadline.ts';
import { inDuration } from './duration.ts';
import { RetailDataError } from './errors.ts';

/** When and how often a call that may be repeated is repeated. */
export interface RetryPolicy {
  /** Calls in all, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** No further attempt begins later than this after the first; a longer Retry-After ends the retries at once. */
  readonly budgetMs: number;
}

/** GETs: four attempts within two minutes. */
export const READ_RETRIES: RetryPolicy = {
  attempts: 4,
  firstDelayMs: 500,
  longestDelayMs: 20_000,
  budgetMs: 120_000,
};

/** PUTs: a change of access that is repeated long after it was asked for would surprise people. */
export const CHANGE_RETRIES: RetryPolicy = {
  attempts: 4,
  firstDelayMs: 300,
  longestDelayMs: 3_000,
  budgetMs: 10_000,
};

const REPEATABLE = new Set(['throttled', 'serviceFailure', 'timeout', 'unreachable', 'truncated']);

export interface RetrySetting {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly deadline: Deadline;
  /** Gives numbers from 0 up to 1; jitter keeps clients from coming back all at once. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Told of a wait that the service asked for before it begins. */
  readonly onWait?: ((wait: BudgetWait) => void) | undefined;
  /** Asked before each wait for a repetition and after it; false ends the retries with the last error. */
  readonly mayRepeat?: (error: RetailDataError) => boolean;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy ends it. Waits at least as long as the service's
 * Retry-After asks; a longer one than the policy allows ends with the error, which says how long. A wait that would
 * outlast the deadline is not begun.
 */
export async function withRetries<T>(attempt: () => Promise<T>, setting: RetrySetting): Promise<T> {
  const { policy, clock, deadline, random, signal, onWait, mayRepeat } = setting;
  const startedAt = clock.now();
  for (let number = 1; ; number += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RetailDataError) || !REPEATABLE.has(error.kind)) throw error;
      if (deadline.leftMs() === 0) throw deadline.missed(error.message, error);
      if (number >= policy.attempts || mayRepeat?.(error) === false) throw error;
      const wait = Math.max(backoff(policy, number, random), error.retryAfterMs ?? 0);
      if (clock.now() + wait > startedAt + policy.budgetMs) throw error;
      if (wait >= deadline.leftMs()) throw deadline.missed(error.message, error);
      if (error.retryAfterMs !== undefined && error.retryAfterMs > 0) {
        onWait?.({ waitMs: wait, reason: `Waiting ${inDuration(wait)}, as the service asked.` });
      }
      await clock.sleep(wait, signal);
      if (mayRepeat?.(error) === false) throw error;
    }
  }
}

/** Exponential, with the upper half of each step left to chance. */
function backoff(policy: RetryPolicy, attempt: number, random: () => number): number {
  const step = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  return step * (0.5 + random() * 0.5);
}
