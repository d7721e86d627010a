import type { Clock } from '../clock/clock.ts';
import { type CallBudget, type CallLimit, STOCK_LIMITS, type Taken } from './budget.ts';
import { scheduleCalls } from './schedule.ts';

/** A budget of this process alone: it knows nothing of calls that other processes make with the same key. */
export function createInProcessBudget(
  clock: Pick<Clock, 'now'>,
  limits: readonly CallLimit[] = STOCK_LIMITS,
): CallBudget {
  const longestWindow = Math.max(...limits.map((limit) => limit.windowMs));
  let calls: number[] = [];
  let closed = { at: 0, until: 0 };

  /** A clock set back would otherwise leave calls, and a closing, in a future that is far away. */
  const forgetOld = (now: number) => {
    calls = calls.map((at) => Math.min(at, now)).filter((at) => at > now - longestWindow);
    if (closed.at > now) closed = { at: now, until: closed.until - (closed.at - now) };
  };
  const used = (limit: CallLimit, now: number) => calls.filter((at) => at > now - limit.windowMs).length;
  const freeAt = (now: number) => {
    forgetOld(now);
    let instant = closed.until;
    for (const limit of limits) {
      if (used(limit, now) < limit.calls) continue;
      const oldestCounted = calls[calls.length - limit.calls] ?? now;
      instant = Math.max(instant, oldestCounted + limit.windowMs);
    }
    return instant;
  };

  return {
    async take(): Promise<Taken> {
      const now = clock.now();
      const instant = freeAt(now);
      if (instant > now) return { taken: false, retryAt: instant };
      calls.push(now);
      return { taken: true };
    },
    async closeUntil(instant) {
      const now = clock.now();
      forgetOld(now);
      if (instant > closed.until) closed = { at: now, until: instant };
    },
    async remaining() {
      const now = clock.now();
      forgetOld(now);
      if (closed.until > now) return 0;
      return Math.max(0, Math.min(...limits.map((limit) => limit.calls - used(limit, now))));
    },
    async nextAllowedAt() {
      return freeAt(clock.now());
    },
    async schedule(count) {
      const now = clock.now();
      forgetOld(now);
      return scheduleCalls({ now, calls: calls.toReversed(), closedUntil: closed.until }, limits, count);
    },
  };
}
