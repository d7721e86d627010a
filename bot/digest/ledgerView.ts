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
 * The view begins now, and again after each interruption.
 * @param interruptions how many connections have ended by an error or could not be opened so far, and how often the clock
 *   that it is timed by was set right
 */
export function createLedgerView(time: DatabaseClock, interruptions: () => number): LedgerView {
  const begin = () => {
    const instant = time.now();
    // Whoever asks next gets the failure, and reads the clock again after it.
    instant.catch(() => {});
    return { instant, at: interruptions() };
  };
  let view = begin();
  return {
    async beganAt() {
      if (view.at !== interruptions()) view = begin();
      const current = view;
      try {
        return await current.instant;
      } catch (error) {
        if (view === current) view = { ...current, at: -1 };
        throw error;
      }
    },
  };
}
