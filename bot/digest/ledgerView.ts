import type { DatabaseClock } from '../database/clock.ts';

/**
 * Since when this process has seen every change of the ledger. Before that the ledger may have been another one: a copy
 * that was put back, a dump, a standby that lagged.
 */
export interface LedgerView {
  /** Milliseconds since 1970 by the database's clock. */
  beganAt(): Promise<number>;
}

/**
 * The view begins now, and again after each lost connection.
 * @param lostConnections how many have ended by an error or could not be opened so far
 */
export function createLedgerView(time: DatabaseClock, lostConnections: () => number): LedgerView {
  const begin = () => {
    const instant = time.now();
    // Whoever asks next gets the failure, and reads the clock again after it.
    instant.catch(() => {});
    return { instant, lost: lostConnections() };
  };
  let view = begin();
  return {
    async beganAt() {
      if (view.lost !== lostConnections()) view = begin();
      const current = view;
      try {
        return await current.instant;
      } catch (error) {
        if (view === current) view = { ...current, lost: -1 };
        throw error;
      }
    },
  };
}
