import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../../database/clock.ts';
import type { Ledger } from '../../digest/ledger.ts';
import { nextDueAt, withLastDates } from '../../digest/schedule.ts';
import type { Subscription } from '../../digest/subscription.ts';

/** When each of these comes next, in their order; undefined for one that Slack does not serve. */
export type NextDue = (digests: readonly Subscription[]) => Promise<readonly (number | undefined)[]>;

export function createNextDue(
  ledger: Pick<Ledger, 'lastDates'>,
  calendar: Calendar,
  time: DatabaseClock,
): NextDue {
  return async (digests) => {
    const now = await time.now();
    const known = await withLastDates(ledger, digests);
    return known.map((digest) => nextDueAt(digest, calendar, now));
  };
}
