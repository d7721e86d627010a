import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Ledger } from '../outbox/ledger.ts';
import type { Reason } from '../outbox/reasons.ts';
import { dueRuns, withLastDates } from './schedule.ts';
import type { ChannelDigest } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * Ends a digest that has moved to another channel, where it is subscribed already. What was due in the old channel and
 * was not sent there comes in the new one; a pause goes along.
 */
export async function endMoved(
  {
    ledger,
    subscriptions,
    calendar,
    now,
  }: {
    readonly ledger: Pick<Ledger, 'lastDates' | 'newest' | 'cancel'>;
    readonly subscriptions: Pick<Subscriptions, 'unsubscribe' | 'countFrom' | 'pause'>;
    readonly calendar: Calendar;
    readonly now: number;
  },
  from: ChannelDigest,
  to: ChannelDigest,
  isNew: boolean,
): Promise<void> {
  const due = dueRuns(await withLastDates(ledger, [from]), calendar, now).find(
    ({ missed }) => missed === undefined,
  );
  await subscriptions.unsubscribe(from);
  // From here on nothing new is recorded for the old channel, and what is on its way there stays its own.
  const last = await ledger.newest({ teamId: from.teamId, channelId: from.channelId, kind: from.kind });
  const isCancelled =
    last?.state === 'due' && (await ledger.cancel(last.id, 'unsubscribed' satisfies Reason));
  const isUnrecorded = due !== undefined && due.businessDate > (last?.businessDate ?? '');
  const open = isUnrecorded ? due.businessDate : isCancelled ? last.businessDate : undefined;
  // A channel that had such a digest goes on with its own.
  if (!isNew) return;
  if (open !== undefined) await subscriptions.countFrom(to, calendar.instantOf(open, '00:00') - 1);
  if (from.pausedUntil !== undefined) await subscriptions.pause(to, from.pausedUntil);
}
