import { createCalendar } from 'retail-data-client';
import type { Subscription } from '../digest/subscriptionRow.ts';

/** Every day of the week comes within that, and a pause is looked behind. */
const DAYS_AHEAD = 8;

/** When a digest comes next, after `now`; undefined while it is paused until somebody takes it up again. */
export function nextDigestAt(subscription: Subscription, now: number): number | undefined {
  const { timeZone, digestTime, weekdays, pausedUntil, pausedReason } = subscription;
  if (pausedReason !== undefined) return undefined;
  const calendar = createCalendar(timeZone);
  const today = calendar.dayOf(now);
  const first = pausedUntil !== undefined && pausedUntil > today ? pausedUntil : today;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const day = calendar.addDays(first, ahead);
    const at = calendar.instantOf(day, digestTime);
    if (at > now && weekdays.includes(weekdayOf(day))) return at;
  }
  return undefined;
}

/** Monday 1 to Sunday 7. */
function weekdayOf(day: string): string {
  return String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
}
