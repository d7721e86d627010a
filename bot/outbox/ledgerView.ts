import type { DatabaseClock } from '../database/clock.ts';

/**
 * Since when this process has seen every change of the ledger, in milliseconds since 1970 by the database's clock. Before
 * that the ledger may have been another one: a copy that was put back, a dump, a standby that lagged.
 */
export type LedgerBegan = () => Promise<number>;

/**
 * The view of the ledger begins now, and again after each interruption.
 * @param interruptions how many connections have ended by an error or could not be opened so far, and how often the clock
 *   that it is timed by was set right
 */
export function viewLedger(time: DatabaseClock, interruptions: () => number): LedgerBegan {
  const begin = () => {
    const instant = time.now();
    // Whoever asks next gets the failure, and reads the clock again after it.
    instant.catch(() => {});
    return { instant, at: interruptions() };
  };
  let view = begin();
  return async () => {
    if (view.at !== interruptions()) view = begin();
    const current = view;
    try {
      return await current.instant;
    } catch (error) {
      if (view === current) view = { ...current, at: -1 };
      throw error;
    }
  };
}
