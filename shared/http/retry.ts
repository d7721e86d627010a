import type { Clock } from '../clock/clock.ts';
import { inDuration } from '../errors/duration.ts';
import { RetailDataError, type RetailDataErrorKind } from '../errors/errors.ts';
import type { AnnouncedWait } from '../rateLimit/rateLimiter.ts';
import type { Deadline } from './deadline.ts';

/** Which failed calls are repeated, when and how often. */
export interface RetryPolicy {
  readonly kinds: ReadonlySet<RetailDataErrorKind>;
  readonly maxRetries: number;
  /** Before the first retry; each further one waits three times as long. */
  readonly firstDelayMs: number;
  /**
   * No retry begins later than this after the first failure. Waits that were announced are not counted: the caller
   * bounds them.
   */
  readonly maxElapsedMs: number;
}

const MAY_PASS = new Set<RetailDataErrorKind>(['rateLimit', 'server', 'timeout', 'connection', 'truncated']);

/** GETs: three retries, after up to 0.5, 1.5 and 4.5 seconds, none begun later than two minutes after the first failure. */
export const READ_RETRIES: RetryPolicy = {
  kinds: MAY_PASS,
  maxRetries: 3,
  firstDelayMs: 500,
  maxElapsedMs: 120_000,
};

/** Pages of sales: one that is too slow is not asked for again as it is, but made smaller. */
export const PAGE_RETRIES: RetryPolicy = {
  ...READ_RETRIES,
  kinds: new Set(['rateLimit', 'server', 'connection', 'truncated']),
};

/** PUTs: a change of access that is repeated long after it was asked for would surprise people. */
export const CHANGE_RETRIES: RetryPolicy = {
  kinds: MAY_PASS,
  maxRetries: 3,
  firstDelayMs: 300,
  maxElapsedMs: 10_000,
};

/** What bounds retries and the waits before them. */
export interface RetryLimits {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Gives numbers from 0 up to 1; jitter keeps clients from coming back all at once. */
  readonly random: () => number;
  readonly deadline: Deadline;
  /** The longest wait that the service may ask for. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of a wait that the service asked for before it begins. */
  readonly onWait?: ((wait: AnnouncedWait) => void) | undefined;
}

/**
 * The clock of retries, one for a call or for all pages of a read: failures in a row, and the time since the first of
 * them, announced waits left out.
 */
export class Retries {
  readonly #limits: RetryLimits;
  #failures = 0;
  /** When the first attempt failed, moved on by every announced wait since. */
  #since: number | undefined;

  constructor(limits: RetryLimits) {
    this.#limits = limits;
  }

  /** Runs `attempt` until it succeeds, fails for good, or may not be retried; `admit` waits until a call is allowed. */
  async run<T>(attempt: () => Promise<T>, admit?: () => Promise<void>): Promise<T> {
    const { policy, deadline, signal } = this.#limits;
    for (;;) {
      signal?.throwIfAborted();
      if (admit !== undefined) await this.announced(admit);
      try {
        return await attempt();
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof RetailDataError) || !policy.kinds.has(error.kind)) throw error;
        if (deadline.leftMs() === 0) throw deadline.missed(error.message, error);
        await this.afterFailure(error);
      }
    }
  }

  /** Something came of an attempt: what fails from now on is counted anew. */
  succeeded(): void {
    this.#failures = 0;
    this.#since = undefined;
  }

  /** Runs a wait that was announced to the caller; its time does not count. */
  async announced(wait: () => Promise<void>): Promise<void> {
    const { clock } = this.#limits;
    const from = clock.now();
    await wait();
    if (this.#since !== undefined) this.#since += clock.now() - from;
  }

  /** Waits until the next attempt may begin. @throws the error itself when there may be none */
  async afterFailure(error: RetailDataError): Promise<void> {
    const { policy, clock, random } = this.#limits;
    this.#failures += 1;
    if (this.#failures > policy.maxRetries) throw error;
    this.#since ??= clock.now();
    const delayMs = backoff(policy, this.#failures, random);
    const isAnnounced = (error.retryAfterMs ?? 0) > 0;
    if (clock.now() - this.#since + (isAnnounced ? 0 : delayMs) > policy.maxElapsedMs) throw error;
    const pause = () => this.#pause(error, delayMs);
    await (isAnnounced ? this.announced(pause) : pause());
  }

  /** Waits before another, smaller question: that is no retry of the same. */
  async beforeSmaller(error: RetailDataError): Promise<void> {
    await this.announced(() => this.#pause(error, this.#limits.policy.firstDelayMs));
  }

  /**
   * Waits at least as long as the service asked for. A longer wait than the caller allows ends with the error, which
   * says how long; one that would outlast the deadline is not begun either.
   */
  async #pause(error: RetailDataError, delayMs: number): Promise<void> {
    const { clock, deadline, maxWaitMs, signal, onWait } = this.#limits;
    const askedMs = error.retryAfterMs ?? 0;
    if (askedMs > maxWaitMs) throw error;
    const waitMs = Math.max(delayMs, askedMs);
    if (waitMs >= deadline.leftMs()) throw deadline.missed(error.message, error);
    if (askedMs > 0) onWait?.({ waitMs, reason: `Waiting ${inDuration(waitMs)}, as the service asked.` });
    await clock.sleep(waitMs, signal);
  }
}

/** Exponential, with the upper half of each step left to chance. */
function backoff(policy: RetryPolicy, failure: number, random: () => number): number {
  return policy.firstDelayMs * 3 ** (failure - 1) * (0.5 + random() * 0.5);
}
