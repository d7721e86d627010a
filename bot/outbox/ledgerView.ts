import type { DatabaseClock } from '../database/clock.ts';

/**
 * When this process's view of the ledger began: since then it has seen every change. Milliseconds since 1970 by the
 * database's clock. Before that the database may have been another one: a restored copy, a dump, a standby that lagged.
 */
export type LedgerBegan = () => Promise<number>;

/**
 * Begins a view of the ledger now, and a new one after each interruption.
 * @param interruptions counts connections that failed or could not be opened, and corrections of the clock
 */
export function viewLedger(time: DatabaseClock, interruptions: () => number): LedgerBegan {
  const begin = () => {
    const instant = time.now();
    // The next caller gets the failure; the one after it reads the clock again.
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
