import type { ClockCheck } from '../../../bot/database/clockCheck.ts';
import type { OldDays } from '../../../bot/database/oldDays.ts';

/** Clocks that nobody judges, for tests of all else: some of them set theirs as they like. */
export const UNJUDGED_CLOCKS: ClockCheck = {
  verdict: async () => 'unjudged',
  problem: () => undefined,
  corrections: () => 0,
  offsets: () => ({ process: 0, database: 0 }),
};

/** Whatever is old goes at once. */
export const DELETED_AT_ONCE: OldDays = {
  deletableBefore: async (_what, _oldest, before) => before,
};
