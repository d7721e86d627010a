/** Requests that are acknowledged but not finished. Bolt doesn't wait for them when it stops. */
export interface PendingRequests {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is pending. */
  settled(): Promise<void>;
}

export function createPendingRequests(): PendingRequests {
  const pending = new Set<Promise<unknown>>();
  return {
    async track(work) {
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
