import type { CallLimit } from './budget.ts';

/** What a budget knows of the calls that count; instants are milliseconds since 1970. */
export interface KnownCalls {
  readonly now: number;
  /** The newest first. */
  readonly calls: readonly number[];
  readonly closedUntil: number;
}

/** When that many further calls are allowed, each as early as the limits let it, if nobody else makes any. */
export function scheduleCalls(known: KnownCalls, limits: readonly CallLimit[], count: number): number[] {
  const counted = known.calls.toReversed();
  const first = counted.length;
  for (let number = 0; number < count; number += 1) {
    let instant = Math.max(known.now, known.closedUntil);
    for (const limit of limits) {
      const oldest = counted[counted.length - limit.calls];
      if (oldest !== undefined) instant = Math.max(instant, oldest + limit.windowMs);
    }
    counted.push(instant);
  }
  return counted.slice(first);
}
