import { LRUCache } from 'lru-cache';

export interface CacheOptions {
  /** Milliseconds after which an entry is no longer used. */
  readonly keepMs: number;
  /** Milliseconds after which a used entry is refreshed in the background. */
  readonly refreshMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

/** Caches results for `keepMs`. Concurrent lookups of the same key share one call. */
export interface ExpiringCache<T> {
  /** Does not use an entry older than `noOlderThanMs`. */
  get(key: string, noOlderThanMs?: number): Promise<T>;
}

/** Does not cache failures: they reject the waiting calls, and the next call asks again. */
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
