import type { DatabaseClock } from '../../database/clock.ts';
import type { Ledger } from '../../digest/ledger.ts';
import { nextDueAt, withLastDates } from '../../digest/schedule.ts';
import type { SubscriptionPlace } from '../../digest/subscription.ts';
import type { Subscriptions } from '../../digest/subscriptions.ts';

/** When a subscription comes next; undefined for one that is not there, or that Slack does not serve. */
export type NextDue = (place: SubscriptionPlace) => Promise<number | undefined>;

export function createNextDue(
  ledger: Pick<Ledger, 'lastDates'>,
  subscriptions: Pick<Subscriptions, 'of'>,
  time: DatabaseClock,
): NextDue {
  return async ({ teamId, channelId, kind }) => {
    const now = await time.now();
    const { digests } = await subscriptions.of({ teamId, channelId });
    const wanted = digests.filter((digest) => digest.kind === kind);
    const [known] = await withLastDates(ledger, wanted, now);
    return known === undefined ? undefined : nextDueAt(known, now);
  };
}
