import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { Ledger } from '../outbox/ledger.ts';
import { logFactsOf, type ReadyMessage } from '../outbox/message.ts';
import { isPerson } from '../slack/messages.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { PersonalRights } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import { type DrawDigest, drawDue, unchanged } from './content.ts';
import type { DigestFormat } from './format.ts';
import { isManual } from './key.ts';
import type { Notices } from './notices.ts';
import { NO_ACCESS, type Reason } from './reasons.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import type { DigestSources } from './sources.ts';
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
  /** The days that a manual digest or a preview would show now, and its question; undefined while no data is stored. */
  daysOf(place: SubscriptionPlace): Promise<(DayRange & Pick<DigestFormat, 'question'>) | undefined>;
}

/** A manual digest that is older, as after a downtime, is no longer wanted. */
const MANUAL_MS = 60 * 60_000;

export function createPreparation(parts: {
  readonly answers: Pick<DigestAnswers, 'needs' | 'resolve' | 'read'>;
  readonly ledger: Pick<Ledger, 'cancel'>;
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'format' | 'markRefused'>;
  readonly draw: DrawDigest;
  readonly sources: Pick<DigestSources, 'posted' | 'shownBefore'>;
  readonly time: DatabaseClock;
  readonly calendar: Calendar;
  readonly personalRights: PersonalRights;
  readonly log: Logger;
}): Preparation {
  const { answers, sources, ledger, notices, subscriptions, time, calendar, personalRights, log } = parts;

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

  /** Pauses a personal digest whose reader may no longer see it, until the reader may. */
  const refuse = async (run: DigestRun, isGone: boolean) => {
    // A notice can't reach an account that is gone.
    if (!isGone) await notices.enqueue(run, NO_ACCESS, (t, about) => digestWords(t).outcomes.noAccess(about));
    await subscriptions.markRefused(subscriptionOf(run), NO_ACCESS);
    if (await ledger.cancel(run.id, NO_ACCESS)) {
      log.warn({ ...logFactsOf(run), reason: NO_ACCESS }, 'a digest is not sent');
    }
  };

  /** A pause in between leaves out its days. */
  const shownBefore = async (run: DigestRun, subscription: Subscription | undefined) => {
    if (subscription === undefined) return undefined;
    const { countsFrom, pausedUntil } = subscription;
    const since = pausedUntil === undefined ? 0 : calendar.instantOf(pausedUntil, '00:00');
    return sources.shownBefore(subscriptionOf(run), run.occasion, Math.max(countsFrom, since));
  };

  return {
    async prepare(run, subscription, now) {
      const isManualRun = isManual(run.kind);
      if (isManualRun ? await isOutlived(run, now) : await isEnded(run, subscription)) return undefined;
      const place = subscriptionOf(run);
      const known = subscription ?? (await subscriptions.find(place));
      const { question } = await subscriptions.format(place);
      const isPersonal = isPerson(run.channelId);
      const rights = isPersonal ? await personalRights(run.channelId) : undefined;
      if (isPersonal && rights === undefined) return undefined;
      const needs = answers.needs(question);
      if (rights !== undefined && !needs.every((each) => rights.may(each))) {
        await refuse(run, rights.isGone);
        return undefined;
      }
      const seesSales = rights?.may('view_sales');
      const found = await answers.resolve({
        question,
        businessDate: run.businessDate,
        dueAt: run.dueAt,
        subscription: known,
        shownTo: isManualRun ? undefined : await shownBefore(run, known),
        isManual: isManualRun,
        now,
      });
      switch (found.kind) {
        case 'waiting':
          return undefined;
        case 'closed':
          log.info(logFactsOf(run), 'no store was open on the days of this digest: it does not come');
          return { message: run, draw: undefined };
        case 'ready': {
          const due = { run, subscription: isManualRun ? undefined : subscription, found, seesSales };
          const same = await unchanged(due, parts).catch((error: unknown) => {
            // It is drawn, or not, with its own next tries.
            log.warn({ ...logFactsOf(run), err: error }, 'a digest could not be compared with the last one');
            return undefined;
          });
          if (same?.draw === undefined && same !== undefined)
            log.info(logFactsOf(run), 'no figure of this digest has changed: it does not come');
          return { message: run, draw: same === undefined ? () => drawDue(due, parts) : same.draw };
        }
      }
    },

    async daysOf(place) {
      const now = await time.now();
      const found = await answers.resolve({
        question: (await subscriptions.format(place)).question,
        businessDate: calendar.dayOf(now),
        dueAt: now,
        subscription: await subscriptions.find(place),
        isManual: true,
        now,
      });
      if (found.kind !== 'ready' || found.dataDay === undefined) return undefined;
      return { from: found.dataFrom ?? found.dataDay, to: found.dataDay, question: found.question };
    },
  };
}
