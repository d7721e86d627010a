import type { Clock } from '../clock/clock.ts';
import { inDuration } from '../errors/duration.ts';
import { RetailDataError } from '../errors/errors.ts';
import type { AnnouncedWait } from '../rateLimit/rateLimiter.ts';
import type { Deadline } from './deadline.ts';

/** When and how often a failed call is repeated. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /**
   * No retry begins later than this after the first failure. Waits that were announced are not counted: the caller
   * bounds them.
   */
  readonly maxElapsedMs: number;
}

/** GETs: up to three retries, the last of them begun within two minutes of the first failure. */
export const READ_RETRIES: RetryPolicy = {
  maxRetries: 3,
  firstDelayMs: 500,
  longestDelayMs: 20_000,
  maxElapsedMs: 120_000,
};

/** PUTs: a change of access that is repeated long after it was asked for would surprise people. */
export const CHANGE_RETRIES: RetryPolicy = {
  maxRetries: 3,
  firstDelayMs: 300,
  longestDelayMs: 3_000,
  maxElapsedMs: 10_000,
};

const RETRYABLE = new Set(['rateLimit', 'server', 'timeout', 'connection', 'truncated']);

/** What bounds a wait before a retry. */
export interface Pause {
  readonly clock: Clock;
  readonly deadline: Deadline;
  /** The longest wait that the service may ask for. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of a wait that the service asked for before it begins. */
  readonly onWait?: ((wait: AnnouncedWait) => void) | undefined;
}

export interface RetrySetting extends Pause {
  readonly policy: RetryPolicy;
  /** Gives numbers from 0 up to 1; jitter keeps clients from coming back all at once. */
  readonly random: () => number;
  /** Waits until a call is allowed, before each attempt. */
  readonly admit?: (() => Promise<void>) | undefined;
  /** Asked before each pause and after it; false ends the retries with the last error. */
  readonly shouldRetry?: (error: RetailDataError) => boolean;
}

/** Runs `attempt` until it succeeds, fails for good, or the policy ends it. */
export async function withRetries<T>(attempt: () => Promise<T>, setting: RetrySetting): Promise<T> {
  const { policy, clock, deadline, random, signal, admit, shouldRetry } = setting;
  /** When the first attempt failed, moved on by every announced wait since. */
  let retryingSince: number | undefined;
  const announced = async (wait: () => Promise<void>) => {
    const from = clock.now();
    await wait();
    if (retryingSince !== undefined) retryingSince += clock.now() - from;
  };
  for (let number = 1; ; number += 1) {
    signal?.throwIfAborted();
    if (admit !== undefined) await announced(admit);
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RetailDataError) || !RETRYABLE.has(error.kind)) throw error;
      if (deadline.leftMs() === 0) throw deadline.missed(error.message, error);
      if (number > policy.maxRetries || shouldRetry?.(error) === false) throw error;
      retryingSince ??= clock.now();
      const isAnnounced = (error.retryAfterMs ?? 0) > 0;
      const delayMs = backoff(policy, number, random);
      if (clock.now() - retryingSince + (isAnnounced ? 0 : delayMs) > policy.maxElapsedMs) throw error;
      const pause = () => pauseAfter(error, delayMs, setting);
      await (isAnnounced ? announced(pause) : pause());
      if (shouldRetry?.(error) === false) throw error;
    }
  }
}

/**
 * Waits before a retry, at least as long as the service asked for. A longer wait than the caller allows ends with
 * the error, which says how long; one that would outlast the deadline is not begun either.
 */
export async function pauseAfter(error: RetailDataError, delayMs: number, pause: Pause): Promise<void> {
  const { clock, deadline, maxWaitMs, signal, onWait } = pause;
  const askedMs = error.retryAfterMs ?? 0;
  if (askedMs > maxWaitMs) throw error;
  const waitMs = Math.max(delayMs, askedMs);
  if (waitMs >= deadline.leftMs()) throw deadline.missed(error.message, error);
  if (askedMs > 0) onWait?.({ waitMs, reason: `Waiting ${inDuration(waitMs)}, as the service asked.` });
  await clock.sleep(waitMs, signal);
}

/** Exponential, with the upper half of each step left to chance. */
function backoff(policy: RetryPolicy, attempt: number, random: () => number): number {
  const step = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  return step * (0.5 + random() * 0.5);
}
