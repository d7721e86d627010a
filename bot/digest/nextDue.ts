import { createCalendar } from 'retail-data-client/core';
import { dueRuns, type KnownSubscription } from './dueRuns.ts';

/** Every day of the week comes within that, also when the nearest was had early, in another zone. */
const DAYS_AHEAD = 16;

/**
 * When a digest comes next, after `now`, by the rule of the sweeper itself. Undefined while Slack does not serve its
 * channel.
 */
export function nextDueAt(known: KnownSubscription, now: number): number | undefined {
  const { timeZone, digestTime, pausedUntil } = known;
  const calendar = createCalendar(timeZone);
  const today = calendar.dayOf(now);
  const first = pausedUntil !== undefined && pausedUntil > today ? pausedUntil : today;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const at = calendar.instantOf(calendar.addDays(first, ahead), digestTime);
    if (at <= now) continue;
    const isDue = dueRuns([known], at).some(({ dueAt, missed }) => dueAt === at && missed === undefined);
    if (isDue) return at;
  }
  return undefined;
}
