import { createCalendar } from 'retail-data-client/core';
import type { DigestState } from '../database/tables/digest.ts';
import type { SubscriptionPlace } from './changeSubscription.ts';
import type { DigestParts } from './digestParts.ts';
import { weekdayOf } from './dueRuns.ts';
import { nextDueAt } from './nextDue.ts';
import type { Subscription } from './subscriptionRow.ts';
import { knownSubscriptions } from './subscriptions.ts';

/** What becomes of today's digest when a subscription is made or changed, where that may surprise. */
export type Today =
  | { readonly kind: 'comes' }
  /** It was due before, and waits for its figures or for Slack. */
  | { readonly kind: 'underWay' }
  /** `day` of another zone is today there, and that digest has come. */
  | { readonly kind: 'ahead'; readonly day: string }
  | { readonly kind: 'none' };

const UNDER_WAY: readonly DigestState[] = ['due', 'sending', 'unclear'];
/** Runs by hand and of the other kind stand between those that are looked for. */
const LOOKED_AT = 100;

/** When a subscription comes next, and what that means for today; `before` is undefined for a new one. */
export async function comingAfter(
  { database, defaults, ledger, time }: DigestParts,
  before: Subscription | undefined,
  after: SubscriptionPlace & Subscription,
): Promise<{ readonly nextAt: number | undefined; readonly today: Today | undefined }> {
  const now = await time.now();
  const [known, knownBefore] = await knownSubscriptions(
    database,
    defaults,
    now,
    before === undefined ? [after] : [after, before],
  );
  const nextAt = known === undefined ? undefined : nextDueAt(known, now);
  const { dayOf } = createCalendar(after.timeZone);
  const day = dayOf(now);
  const isToday = (at: number | undefined) => at !== undefined && dayOf(at) === day;
  if (isToday(nextAt)) return { nextAt, today: { kind: 'comes' } };
  const lastDate = known?.lastDate;
  if (lastDate !== undefined && lastDate > day) return { nextAt, today: { kind: 'ahead', day: lastDate } };
  const runs = await ledger.recent(after.teamId, after.channelId, LOOKED_AT);
  const run = runs.find(({ kind, businessDate }) => kind === after.kind && businessDate === day);
  if (run !== undefined && UNDER_WAY.includes(run.state)) return { nextAt, today: { kind: 'underWay' } };
  const wasToCome =
    knownBefore === undefined
      ? after.weekdays.includes(weekdayOf(day))
      : isToday(nextDueAt(knownBefore, now));
  return { nextAt, today: wasToCome && run?.state !== 'sent' ? { kind: 'none' } : undefined };
}
