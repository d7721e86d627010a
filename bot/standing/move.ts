import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Ledger } from '../outbox/ledger.ts';
import type { Reason } from './reasons.ts';
import type { DigestRuns } from './runs.ts';
import { dueRuns, withLastDates } from './schedule.ts';
import type { ChannelDigest } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * Ends a digest in its old channel `from`. `to` is already subscribed; `isNew`: it had no such digest before. Then a
 * due digest that was not sent in the old channel is sent in the new one, and a pause is copied.
 */
export async function endMoved(
  {
    ledger,
    runs,
    subscriptions,
    calendar,
    now,
  }: {
    readonly ledger: Pick<Ledger, 'cancel'>;
    readonly runs: Pick<DigestRuns, 'lastDates' | 'newest'>;
    readonly subscriptions: Pick<Subscriptions, 'unsubscribe' | 'countFrom' | 'pause'>;
    readonly calendar: Calendar;
    readonly now: number;
  },
  from: ChannelDigest,
  to: ChannelDigest,
  isNew: boolean,
): Promise<void> {
  const due = dueRuns(await withLastDates(runs, [from]), calendar, now).find(
    ({ missed }) => missed === undefined,
  );
  await subscriptions.unsubscribe(from);
  // From here on nothing new is recorded for the old channel. A digest that is being sent there stays there.
  const last = await runs.newest({ teamId: from.teamId, channelId: from.channelId, kind: from.kind });
  const isCancelled =
    last?.state === 'due' && (await ledger.cancel(last.id, 'unsubscribed' satisfies Reason));
  const isUnrecorded = due !== undefined && due.occasion > (last?.occasion ?? '');
  const open = isUnrecorded ? calendar.dayOf(due.dueAt) : isCancelled ? last.businessDate : undefined;
  // A channel that already had such a digest keeps its own schedule.
  if (!isNew) return;
  if (open !== undefined) await subscriptions.countFrom(to, calendar.instantOf(open, '00:00') - 1);
  if (from.pausedUntil !== undefined) await subscriptions.pause(to, from.pausedUntil);
}
