import type { Clock } from '../clock/clock.ts';
import { type Acquired, type RateLimit, type RateLimiter, STOCK_RATE_LIMITS } from './rateLimiter.ts';

/** A rate limiter of this process alone: it knows nothing of calls that other processes make with the same key. */
export function createInProcessRateLimiter(
  clock: Pick<Clock, 'now'>,
  limits: readonly RateLimit[] = STOCK_RATE_LIMITS,
): RateLimiter {
  const longestWindow = Math.max(...limits.map((limit) => limit.windowMs));
  let calls: number[] = [];
  let blocked: { at: number; until: number; refusedUntil: number | undefined } = {
    at: 0,
    until: 0,
    refusedUntil: undefined,
  };

  /** A clock set back would otherwise leave calls, and a block, in a future that is far away. */
  const forgetOld = (now: number) => {
    calls = calls.map((at) => Math.min(at, now)).filter((at) => at > now - longestWindow);
    if (blocked.at > now) blocked = { ...blocked, at: now, until: blocked.until - (blocked.at - now) };
  };
  const used = (limit: RateLimit, now: number) => calls.filter((at) => at > now - limit.windowMs).length;
  const freeAt = (now: number) => {
    forgetOld(now);
    let instant = blocked.until;
    for (const limit of limits) {
      if (used(limit, now) < limit.calls) continue;
      const oldestCounted = calls[calls.length - limit.calls] ?? now;
      instant = Math.max(instant, oldestCounted + limit.windowMs);
    }
    return instant;
  };

  return {
    async tryAcquire(): Promise<Acquired> {
      const now = clock.now();
      const instant = freeAt(now);
      if (instant > now) {
        const refusedUntil = instant === blocked.until ? blocked.refusedUntil : undefined;
        return { acquired: false, retryAt: instant, refusedUntil };
      }
      calls.push(now);
      return { acquired: true };
    },
    async blockUntil(instant, refusedUntil) {
      const now = clock.now();
      forgetOld(now);
      if (instant > blocked.until) blocked = { at: now, until: instant, refusedUntil };
    },
    async remaining() {
      const now = clock.now();
      forgetOld(now);
      if (blocked.until > now) return 0;
      return Math.max(0, Math.min(...limits.map((limit) => limit.calls - used(limit, now))));
    },
    async nextAllowedAt() {
      return freeAt(clock.now());
    },
  };
}

/** Gives the same rate limiter for the same name each time: the service counts by key, whoever asks with it. */
export function createNamedRateLimiters(clock: Pick<Clock, 'now'>): (name: string) => RateLimiter {
  const limiters = new Map<string, RateLimiter>();
  return (name) => {
    const limiter = limiters.get(name) ?? createInProcessRateLimiter(clock);
    limiters.set(name, limiter);
    return limiter;
  };
}
