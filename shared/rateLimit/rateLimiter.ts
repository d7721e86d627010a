import { instantInWords } from '../calendar/days.ts';
import type { Clock } from '../clock/clock.ts';
import { inDuration, inLimit } from '../errors/duration.ts';
import { RateLimitError } from '../errors/errors.ts';

/** At most `calls` in any stretch of `windowMs` milliseconds. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
}

/**
 * The limits of accumulated stock (interface: "Limits"), each window a little longer than stated: the network can
 * bunch calls that left farther apart.
 */
export const STOCK_RATE_LIMITS: readonly RateLimit[] = [
  { calls: 20, windowMs: 61_000 },
  { calls: 400, windowMs: 24 * 3_600_000 + 60_000 },
];

export type Acquired =
  | { readonly acquired: true }
  | {
      readonly acquired: false;
      readonly retryAt: number;
      /** Until when the service said that it takes no calls, when that is later than `retryAt`. */
      readonly refusedUntil?: number | undefined;
    };

/**
 * The calls a subscription key may still make, shared by everyone who uses the key through the same store.
 * Instants are milliseconds since 1970.
 */
export interface RateLimiter {
  /** Takes one call, atomically, or says when the next one is allowed. */
  tryAcquire(): Promise<Acquired>;
  /**
   * No call before that instant: the service refused one, so it knows of calls that are not counted here.
   * @param refusedUntil when it said that it would take calls again, if that is later
   */
  blockUntil(instant: number, refusedUntil?: number): Promise<void>;
  /** Calls that could be made right now, the least of all windows. */
  remaining(): Promise<number>;
  /** When the next call is allowed; now or earlier when one is free. */
  nextAllowedAt(): Promise<number>;
}

export interface AnnouncedWait {
  readonly waitMs: number;
  /** One sentence for a person: how long and why. */
  readonly reason: string;
}

export interface AcquireOptions {
  readonly maxWaitMs: number;
  /** What is left of the caller's deadline; a wait that would outlast it is refused as one beyond `maxWaitMs` is. */
  readonly leftMs?: number | undefined;
  readonly onWait?: ((wait: AnnouncedWait) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes one call, waiting for it if need be.
 * @throws RateLimitError when the wait would be longer than `maxWaitMs` or than what is left of the deadline, with the wait in `retryAfterMs`.
 */
export async function acquire(
  rateLimiter: RateLimiter,
  clock: Clock,
  options: AcquireOptions,
): Promise<void> {
  const { maxWaitMs, leftMs = Number.POSITIVE_INFINITY } = options;
  const latest = clock.now() + Math.min(maxWaitMs, leftMs);
  for (;;) {
    options.signal?.throwIfAborted();
    const result = await rateLimiter.tryAcquire();
    if (result.acquired) return;
    const waitMs = Math.max(1, result.retryAt - clock.now());
    if (clock.now() + waitMs > latest) {
      const { refusedUntil } = result;
      const wait = inDuration(waitMs);
      const [limit, cure] =
        leftMs < maxWaitMs
          ? [`, later than the deadline, which is in ${inLimit(leftMs)}`, ', or allow more time']
          : maxWaitMs === 0
            ? [', and waiting is turned off', ', or allow a wait']
            : [`, longer than the longest wait of ${inLimit(maxWaitMs)}`, ', or allow a longer wait'];
      throw new RateLimitError(
        refusedUntil === undefined
          ? `Accumulated stock: the next call is allowed in ${wait}${limit}.`
          : `Accumulated stock: the service refused a call and said that it takes none until ${instantInWords(refusedUntil)}. The next one is tried in ${wait}${limit}.`,
        `Try again in ${wait}${cure}. The service takes 20 calls a minute and 400 a day.`,
        { operation: 'accumulatedStock', retryAfterMs: waitMs },
      );
    }
    options.onWait?.({
      waitMs,
      reason: `Waiting ${inDuration(waitMs)}: the service takes 20 calls a minute and 400 a day for accumulated stock.`,
    });
    await clock.sleep(waitMs, options.signal);
  }
}
