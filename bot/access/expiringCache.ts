import { LRUCache } from 'lru-cache';

export interface CacheOptions {
  /** Milliseconds after which an entry is not believed any more. */
  readonly keepMs: number;
  /** Milliseconds after which it is asked for again in the background, so that nobody waits for it. */
  readonly refreshMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

/** What was asked for stays known for a while; those who ask for the same at once share one question. */
export interface ExpiringCache<T> {
  /** Asks anew for what was asked longer ago than `noOlderThanMs`. */
  get(key: string, noOlderThanMs?: number): Promise<T>;
}

interface Entry<T> {
  readonly value: T;
  readonly askedAt: number;
}

/** A failure is not kept: it reaches those who waited for it, and the next one asks again. */
export function createExpiringCache<T>(
  ask: (key: string) => Promise<T>,
  { keepMs, refreshMs, maxEntries, now }: CacheOptions,
): ExpiringCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ max: maxEntries });
  const underWay = new Map<string, Promise<T>>();

  const askOnce = (key: string): Promise<T> => {
    const waiting = underWay.get(key);
    if (waiting !== undefined) return waiting;
    const askedAt = now();
    const asked = ask(key)
      .then((value) => {
        entries.set(key, { value, askedAt });
        return value;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };

  return {
    async get(key, noOlderThanMs = keepMs) {
      const entry = entries.get(key);
      const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.askedAt;
      if (entry === undefined || age >= Math.min(keepMs, noOlderThanMs)) return askOnce(key);
      // What goes wrong now is told to the one who asks after the entry has expired.
      if (age >= refreshMs) askOnce(key).catch(() => undefined);
      return entry.value;
    },
  };
}
