import type { RateLimit } from './rateLimiter.ts';

/** What a rate limiter knows of the calls that count; instants are milliseconds since 1970. */
export interface KnownCalls {
  readonly now: number;
  /** The newest first. */
  readonly calls: readonly number[];
  readonly blockedUntil: number;
}

/** When that many further calls are allowed, each as early as the limits let it, if nobody else makes any. */
export function scheduleCalls(known: KnownCalls, limits: readonly RateLimit[], count: number): number[] {
  const counted = known.calls.toReversed();
  const first = counted.length;
  for (let number = 0; number < count; number += 1) {
    let instant = Math.max(known.now, known.blockedUntil);
    for (const limit of limits) {
      const oldest = counted[counted.length - limit.calls];
      if (oldest !== undefined) instant = Math.max(instant, oldest + limit.windowMs);
    }
    counted.push(instant);
  }
  return counted.slice(first);
}
