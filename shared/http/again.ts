import type { Clock } from '../clock/clock.ts';
import { inDuration } from '../errors/duration.ts';
import { BadRequestError, checkWhole, RetailDataError } from '../errors/errors.ts';
import type { AnnouncedWait } from '../rateLimit/rateLimiter.ts';
import type { Deadline } from './deadline.ts';

/** How often a failed call is repeated, and when. */
export interface RetryPolicy {
  readonly maxRetries: number;
  /** Before the first retry; each further one waits three times as long. */
  readonly firstDelayMs: number;
  /**
   * No retry begins later than this after the first failure. Waits that were announced are not counted: the caller
   * bounds them.
   */
  readonly maxElapsedMs: number;
}

/** GETs: after up to 0.5, 1.5 and 4.5 seconds. */
export const READ_RETRIES: RetryPolicy = { maxRetries: 3, firstDelayMs: 500, maxElapsedMs: 120_000 };

/** PUTs: a change of access that is repeated long after it was asked for would surprise people. */
export const CHANGE_RETRIES: RetryPolicy = { maxRetries: 3, firstDelayMs: 300, maxElapsedMs: 10_000 };

/** A page is made no smaller than this; a service that cannot give so few in time is not helped by fewer. */
const SMALLEST_PAGE = 100;
/** The first smaller page, in rows. */
const FIRST_SMALLER_PAGE = 50_000;
/** Page sizes after a call that timed out without a byte; the timeout after the last ends the read. */
const PAGES_AFTER_SILENCE = [FIRST_SMALLER_PAGE, 1_000];
/**
 * A failure after so long without a byte is slowness: Azure's gateway reports a service that is over its time as 500, as
 * others do by a reset. The first such call is repeated, those after it ask for a tenth.
 */
const SLOW_MS = 20_000;
const MOST_SLOW_CALLS = 6;

export interface AgainLimits {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Gives numbers from 0 up to 1; jitter keeps clients from coming back all at once. */
  readonly random: () => number;
  readonly deadline: Deadline;
  /** The longest wait that the service may ask for. */
  readonly maxWaitMs: number;
  readonly maxRetries: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Told of a wait that the service asked for before it begins. */
  readonly onWait: ((wait: AnnouncedWait) => void) | undefined;
  /** True for pages of any size: those that take too long are made smaller. */
  readonly mayShrink?: boolean;
  /** Told of a page size that was refused with 400; true when another one is asked for in its place. */
  readonly refusedSize?: (asked: number) => boolean;
}

/** A page that failed: rows asked for, whether any of its rows was given, and whether it was asked for after the end. */
export interface FailedPage {
  readonly asked: number | undefined;
  readonly gaveRows: boolean;
  readonly isAfterEnd?: boolean;
}

/**
 * The one place that decides what follows a call that failed: the same again, a smaller page, or the end. It counts
 * failures in a row and the time since the first of them, for one call or for all pages of a read.
 */
export class Again {
  readonly #limits: AgainLimits;
  readonly #maxRetries: number;
  /** Rows that the next page may have at most. */
  largestPage = Number.POSITIVE_INFINITY;
  #attempts = 0;
  #failures = 0;
  /** When the first attempt failed, moved on by every announced wait since. */
  #since: number | undefined;
  #slowCalls = 0;
  #silentCalls = 0;
  /** Of the call that was begun last. */
  #begunAt = 0;
  #gaveBytes = false;

  constructor(limits: AgainLimits) {
    const { maxRetries = limits.policy.maxRetries } = limits;
    checkWhole('maxRetries', maxRetries, 0);
    this.#limits = limits;
    this.#maxRetries = maxRetries;
  }

  /** A call is sent; gives its number, 1 for the first since one succeeded. */
  begin(): number {
    this.#begunAt = this.#limits.clock.now();
    this.#gaveBytes = false;
    this.#attempts += 1;
    return this.#attempts;
  }

  /** A byte of its body came. */
  cameByte(): void {
    this.#gaveBytes = true;
  }

  /** Something came of an attempt: what fails from now on is counted anew. */
  succeeded(): void {
    this.#attempts = 0;
    this.#failures = 0;
    this.#since = undefined;
    this.#slowCalls = 0;
    this.#silentCalls = 0;
  }

  /** Runs `attempt` until it succeeds or may not be repeated. */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      this.#limits.signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        await this.afterFailure(error);
      }
    }
  }

  /** Runs a wait that was announced to the caller; its time does not count. */
  async announced(wait: () => Promise<void>): Promise<void> {
    const { clock } = this.#limits;
    const from = clock.now();
    await wait();
    if (this.#since !== undefined) this.#since += clock.now() - from;
  }

  /**
   * Resolves when the next call may begin, for a smaller page if need be; with `end` where the failure says that nothing
   * follows: a 400 for what lies after the last row. @throws what ends the call or read
   */
  async afterFailure(error: unknown, page?: FailedPage): Promise<'again' | 'end'> {
    const { signal, deadline, policy, refusedSize } = this.#limits;
    signal?.throwIfAborted();
    if (!(error instanceof RetailDataError)) throw error;
    if (page?.gaveRows === true) this.succeeded();
    if (error instanceof BadRequestError && page !== undefined) {
      if (page.isAfterEnd === true && !page.gaveRows) return 'end';
      if (page.asked !== undefined && refusedSize?.(page.asked) === true) return 'again';
    }
    if (!error.isTemporary) throw error;
    if (deadline.leftMs() === 0) throw deadline.missed(error.message, error);
    if (page !== undefined && this.#shrinks(error, page)) {
      // A smaller question is no retry of the same.
      await this.announced(() => this.#pause(error, policy.firstDelayMs));
    } else await this.#repeat(error);
    return 'again';
  }

  /** Makes the next page smaller after a call that took too long; false when the same is asked for again. */
  #shrinks(error: RetailDataError, { asked = Number.POSITIVE_INFINITY }: FailedPage): boolean {
    const { mayShrink, clock } = this.#limits;
    if (mayShrink !== true) return false;
    const isSilent = !this.#gaveBytes;
    if (error.kind === 'timeout' && error.status === undefined && isSilent) {
      const size = PAGES_AFTER_SILENCE[this.#silentCalls];
      this.#silentCalls += 1;
      if (size === undefined) throw error;
      this.largestPage = Math.min(this.largestPage, size);
      return true;
    }
    this.#silentCalls = 0;
    if (error.kind === 'timeout') return this.#askFor(Math.floor(asked / 2), asked);
    const isSlow = isSilent && error.kind !== 'rateLimit' && clock.now() - this.#begunAt >= SLOW_MS;
    if (!isSlow) return false;
    this.#slowCalls += 1;
    if (this.#slowCalls === MOST_SLOW_CALLS) throw this.#tooSlow(error, asked);
    return this.#slowCalls > 1 && this.#askFor(Math.floor(asked / 10), asked);
  }

  #askFor(rows: number, asked: number): boolean {
    if (asked <= SMALLEST_PAGE) return false;
    this.largestPage = Math.max(SMALLEST_PAGE, Math.min(FIRST_SMALLER_PAGE, rows));
    return true;
  }

  #tooSlow(error: RetailDataError, asked: number): RetailDataError {
    const pageSize = Math.max(10, Math.floor(Math.min(asked, FIRST_SMALLER_PAGE) / 10));
    error.advice = `The service takes too long for an answer of this size. Read with a page size of ${pageSize} (pageSize), or ask for a shorter period; if that fails too, tell the operator of the service.`;
    return error;
  }

  async #repeat(error: RetailDataError): Promise<void> {
    const { policy, clock, random } = this.#limits;
    this.#failures += 1;
    if (this.#failures > this.#maxRetries) throw error;
    this.#since ??= clock.now();
    // Exponential, with the upper half of each step left to chance.
    const delayMs = policy.firstDelayMs * 3 ** (this.#failures - 1) * (0.5 + random() * 0.5);
    const isAnnounced = (error.retryAfterMs ?? 0) > 0;
    if (clock.now() - this.#since + (isAnnounced ? 0 : delayMs) > policy.maxElapsedMs) throw error;
    const pause = () => this.#pause(error, delayMs);
    await (isAnnounced ? this.announced(pause) : pause());
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
