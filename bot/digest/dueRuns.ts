import { type Calendar, createCalendar } from 'retail-data-client/core';
import type { DigestKey } from './digestKey.ts';
import type { Subscription } from './subscriptionRow.ts';

/** A subscription and what the ledger holds of it. */
export interface KnownSubscription extends Subscription {
  /** The newest business date that is recorded, however it went. */
  readonly lastDate: string | undefined;
}

/** An occurrence that the ledger does not hold yet. */
export interface Occurrence extends DigestKey {
  readonly dueAt: number;
  /** Why it is recorded as missed; undefined for one that is due. */
  readonly missed: string | undefined;
}

/** Older occurrences are not listed one by one: nobody waits for them. */
export const DAYS_BACK = 40;

/**
 * What has come due by `now` and is not recorded. Of each subscription the latest occurrence is due, however late it
 * is; those before it, which a downtime swallowed, are missed.
 */
export function dueRuns(subscriptions: readonly KnownSubscription[], now: number): Occurrence[] {
  const calendars = new Map<string, Calendar>();
  const calendarOf = (timeZone: string) => {
    const calendar = calendars.get(timeZone) ?? createCalendar(timeZone);
    calendars.set(timeZone, calendar);
    return calendar;
  };
  return subscriptions
    .filter(({ pausedReason }) => pausedReason === undefined)
    .flatMap((subscription) => occurrencesOf(subscription, calendarOf(subscription.timeZone), now));
}

function occurrencesOf(subscription: KnownSubscription, calendar: Calendar, now: number): Occurrence[] {
  const { teamId, channelId, kind, digestTime, weekdays, pausedUntil, lastDate } = subscription;
  const today = calendar.dayOf(now);
  const first = calendar.dayOf(subscription.countsFrom);
  let day = lastDate === undefined || lastDate < first ? first : calendar.addDays(lastDate, 1);
  const earliest = calendar.addDays(today, -DAYS_BACK);
  if (day < earliest) day = earliest;
  const found: { businessDate: string; dueAt: number }[] = [];
  for (; day <= today; day = calendar.addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue;
    if (pausedUntil !== undefined && day < pausedUntil) continue;
    const dueAt = calendar.instantOf(day, digestTime);
    if (dueAt > subscription.countsFrom && dueAt <= now) found.push({ businessDate: day, dueAt });
  }
  return found.map(({ businessDate, dueAt }, index) => ({
    teamId,
    channelId,
    kind,
    businessDate,
    dueAt,
    missed: index === found.length - 1 ? undefined : DOWN,
  }));
}

const DOWN = 'the bot was not running at its time, and a later digest was due when it came back';

/** Monday 1 to Sunday 7. */
export function weekdayOf(day: string): string {
  return String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
}

/** When today's figures are no longer waited for: never before the digest is due. */
export function deadlineOf(subscription: Subscription, run: { businessDate: string; dueAt: number }): number {
  const { timeZone, deadline } = subscription;
  return Math.max(run.dueAt, createCalendar(timeZone).instantOf(run.businessDate, deadline));
}
