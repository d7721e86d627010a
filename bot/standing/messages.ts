import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockVerdict } from '../database/clockCheck.ts';
import type { OldDays } from '../database/oldDays.ts';
import type { Ledger } from '../outbox/ledger.ts';
import {
  logFactsOf,
  type MessageKind,
  type QueuedMessage,
  type ReadyMessage,
  STORED,
} from '../outbox/message.ts';
import { errorClassOf } from '../slack/errors.ts';
import { isDigest, isManual } from './key.ts';
import type { Notices } from './notices.ts';
import type { Preparation } from './prepare.ts';
import type { Reason } from './reasons.ts';
import { type DigestRun, type DigestRuns, digestRun, isDispensable, subscriptionOf } from './runs.ts';
import { dueRuns, occasionOf, withLastDates } from './schedule.ts';
import { subscriptionKey } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** Attempts before the owner is notified: the first failures may be a short outage of the database. */
const NOTIFY_AT_ATTEMPT = 3;

/** The digests as messages of the outbox: records those that are due, and tells owners of failures. */
export function digestMessages({
  ledger,
  runs,
  subscriptions,
  preparation,
  notices,
  time,
  calendar,
  oldDays,
  log,
  beforeRecording,
  onPosted,
}: {
  readonly ledger: Pick<Ledger, 'record' | 'supersede' | 'retry' | 'forgetFuture' | 'deleteOld'>;
  readonly runs: Pick<DigestRuns, 'lastDates'>;
  readonly subscriptions: Subscriptions;
  readonly preparation: Pick<Preparation, 'prepare'>;
  readonly notices: Notices;
  readonly time: DatabaseClock;
  readonly calendar: Calendar;
  readonly oldDays: OldDays;
  readonly log: Logger;
  /** Called in each sweep before due digests are recorded, but not while the clock is wrong. */
  readonly beforeRecording: (verdict: Exclude<ClockVerdict, 'wrong'>) => Promise<void>;
  /** Called with the milliseconds between a scheduled digest's due time and its post. */
  readonly onPosted: (lateMs: number) => void;
}): MessageKind {
  const runOf = (message: QueuedMessage): DigestRun => digestRun(message, calendar);

  const forgetFuture = async () => {
    for (const message of await ledger.forgetFuture(isDigest)) {
      log.warn(
        { ...logFactsOf(message), state: message.state, ts: message.messageTs },
        'a digest was recorded before its time, by a clock that was wrong: it comes again when it is due',
      );
    }
    await subscriptions.countFromNow(await time.now());
  };

  return {
    isOwn: ({ kind }) => kind !== STORED,

    async record(verdict) {
      if (verdict === 'right') await forgetFuture();
      await beforeRecording(verdict);
      const now = await time.now();
      const digests = await subscriptions.active();
      for (const occurrence of dueRuns(await withLastDates(runs, digests), calendar, now)) {
        const isNew = await ledger.record(occurrence);
        if (isNew && occurrence.missed !== undefined) {
          log.warn({ ...logFactsOf(occurrence), reason: occurrence.missed }, 'a digest was missed');
        }
      }
      for (const message of await ledger.supersede(isDigest, 'superseded' satisfies Reason)) {
        log.warn({ ...logFactsOf(message), reason: message.reason }, 'a digest was not sent in its time');
      }
    },

    async ready(due) {
      const digests = await subscriptions.active();
      const known = new Map(digests.map((each) => [subscriptionKey(each), each]));
      const now = await time.now();
      const ready: ReadyMessage[] = [];
      for (const run of due.map(runOf)) {
        const subscription = known.get(subscriptionKey(subscriptionOf(run)));
        const digest = await preparation.prepare(run, subscription, now);
        if (digest !== undefined) ready.push(digest);
      }
      return ready;
    },

    async posted(message, lateMs) {
      const run = runOf(message);
      if (lateMs === undefined) return;
      if (await subscriptions.clearRefusal(subscriptionOf(run))) {
        log.info(logFactsOf(run), 'a paused digest comes again');
      }
      if (!isManual(run.kind)) onPosted(lateMs);
    },

    async refused(message, code) {
      const run = runOf(message);
      await notices.enqueueRefusal(run, code);
      if (errorClassOf(code) === 'pause' && (await subscriptions.markRefused(subscriptionOf(run), code))) {
        log.warn({ ...logFactsOf(run), code }, 'the subscription is paused until that changes');
      }
    },

    /** Gives up a manual digest. A scheduled one is retried until a newer one is due. */
    async unwritten(message) {
      const run = runOf(message);
      if (run.attempt < NOTIFY_AT_ATTEMPT) return false;
      const isLast = isManual(run.kind);
      await notices.enqueue(run, 'unwritten', (t, about) => digestWords(t).outcomes.unwritten(about, isLast));
      return isLast;
    },

    async unknown(message, code) {
      const run = runOf(message);
      await notices.enqueue(run, `unknown ${run.businessDate}`, (t, about) =>
        digestWords(t).outcomes.unknown(about, code),
      );
    },

    async channelReturned(channelId) {
      const today = calendar.dayOf(await time.now());
      let isAccepted = false;
      for (const place of await subscriptions.active()) {
        const { pausedReason } = place;
        if (place.channelId !== channelId || pausedReason === undefined) continue;
        // Retry before clearing the refusal: after a crash in between, the next event or tomorrow's digest clears it.
        await ledger.retry({ ...place, occasion: occasionOf(today, place, calendar) }, pausedReason);
        isAccepted = (await subscriptions.clearRefusal(place)) || isAccepted;
      }
      return isAccepted;
    },

    tidy: () => ledger.deleteOld(isDispensable(time), 'digests', oldDays),
  };
}
