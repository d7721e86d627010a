import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { Ledger } from '../outbox/ledger.ts';
import { logFactsOf, type ReadyMessage } from '../outbox/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type DrawDigest, drawDue } from './content.ts';
import { isManual } from './key.ts';
import type { DigestKinds } from './kind.ts';
import type { Notices } from './notices.ts';
import type { Reason } from './reasons.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import type { Subscription, SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** Prepares due digests for the outbox. */
export interface Preparation {
  /** Undefined while it waits for data, or when it is no longer wanted. */
  prepare(
    run: DigestRun,
    subscription: Subscription | undefined,
    now: number,
  ): Promise<ReadyMessage | undefined>;
  /** The days that a manual digest or a preview would show now; undefined while no data is stored. */
  daysOf(place: SubscriptionPlace): Promise<DayRange | undefined>;
}

/** A manual digest that is older, as after a downtime, is no longer wanted. */
const MANUAL_MS = 60 * 60_000;

export function createPreparation(parts: {
  readonly kinds: DigestKinds;
  readonly ledger: Pick<Ledger, 'cancel'>;
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'format'>;
  readonly draw: DrawDigest;
  readonly time: DatabaseClock;
  readonly calendar: Calendar;
  readonly log: Logger;
}): Preparation {
  const { kinds, ledger, notices, subscriptions, time, calendar, log } = parts;

  /** Ends a manual digest that is too old, and notifies the person who asked. */
  const isOutlived = async (run: DigestRun, now: number) => {
    if (now - run.dueAt < MANUAL_MS) return false;
    await notices.enqueue(run, 'outlived', (t, about) => digestWords(t).outcomes.outlived(about));
    const reason: Reason = 'outlived';
    if (await ledger.cancel(run.id, reason)) {
      log.warn({ ...logFactsOf(run), reason }, 'a digest is not sent');
    }
    return true;
  };

  /** Ends a digest whose subscription has ended or is paused. */
  const isEnded = async (run: DigestRun, subscription: Subscription | undefined) => {
    const until = subscription?.pausedUntil;
    const isPaused = until !== undefined && run.businessDate < until;
    if (subscription !== undefined && !isPaused) return false;
    const reason: Reason = isPaused ? `pausedUntil ${until}` : 'unsubscribed';
    if (await ledger.cancel(run.id, reason)) {
      log.info({ ...logFactsOf(run), reason }, 'a digest is not sent');
    }
    return true;
  };

  return {
    async prepare(run, subscription, now) {
      const isManualRun = isManual(run.kind);
      if (isManualRun ? await isOutlived(run, now) : await isEnded(run, subscription)) return undefined;
      const found = await kinds.of(run.subscribedKind).resolve({
        businessDate: run.businessDate,
        dueAt: run.dueAt,
        subscription: subscription ?? (await subscriptions.find(subscriptionOf(run))),
        isManual: isManualRun,
        now,
      });
      switch (found.kind) {
        case 'waiting':
          return undefined;
        case 'closed':
          log.info(logFactsOf(run), 'no store was open on the days of this digest: it does not come');
          return { message: run, draw: undefined };
        case 'ready':
          return {
            message: run,
            draw: () => drawDue({ run, subscription: isManualRun ? undefined : subscription, found }, parts),
          };
      }
    },

    async daysOf(place) {
      const now = await time.now();
      const found = await kinds.of(place.kind).resolve({
        businessDate: calendar.dayOf(now),
        dueAt: now,
        subscription: await subscriptions.find(place),
        isManual: true,
        now,
      });
      if (found.kind !== 'ready' || found.dataDay === undefined) return undefined;
      return { from: found.dataFrom ?? found.dataDay, to: found.dataDay };
    },
  };
}
