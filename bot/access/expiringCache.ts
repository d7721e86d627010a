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

/** A failure is not kept: it reaches those who waited for it, and the next one asks again. */
export function createExpiringCache<T>(
  ask: (key: string) => Promise<T>,
  { keepMs, refreshMs, maxEntries, now }: CacheOptions,
): ExpiringCache<T> {
  // In an object, since a value may be undefined.
  const cache = new LRUCache<string, { readonly value: T }>({
    max: maxEntries,
    ttl: refreshMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: async (key) => ({ value: await ask(key) }),
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
  });
  return {
    async get(key, noOlderThanMs = keepMs) {
      const age = refreshMs - cache.getRemainingTTL(key);
      const isTooOld = age >= Math.min(keepMs, noOlderThanMs);
      const { value } = await cache.forceFetch(key, isTooOld ? { forceRefresh: true } : { allowStale: true });
      return value;
    },
  };
}
