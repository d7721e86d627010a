import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockCheck } from '../database/clockCheck.ts';
import type { DigestKind, DigestState } from '../database/tables/digest.ts';
import type { DigestOccasion, DrawnDigest } from '../digest/content.ts';
import type { Readiness, ResolveFigures } from '../digest/readiness.ts';
import type { Subscription, SubscriptionPlace } from '../digest/subscription.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import { DISABLED_MS, errorClassOf, isDisabled } from '../slack/errors.ts';
import type { Rendering } from '../slack/message.ts';
import { type Outbound, type PostOutcome, SLACK_TIMEOUT_MS } from '../slack/messages.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { DayRange } from '../text/dayRange.ts';
import { contentOf, isManual, logFactsOf, manualKind, marksOf } from './key.ts';
import type { Asker, DigestRun, Ledger } from './ledger.ts';
import type { Notices } from './notices.ts';
import type { Reason } from './reasons.ts';
import type { Reconciler } from './reconcile.ts';

/** A digest that waits for nothing any more: its figures are there, or no store was open. */
export interface ReadyDigest extends Omit<DigestOccasion, 'figures'> {
  readonly readiness: Exclude<Readiness, { kind: 'waiting' }>;
}

/** How one delivery ended, for whoever waits for it. */
export type Delivered =
  | PostOutcome
  /** Another process has it, or had taken it over before anything was sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'skipped' }
  /** Nothing was sent, and it is tried again by itself. */
  | { readonly kind: 'later' }
  /** What it says could not be put together; the log tells why. */
  | { readonly kind: 'unwritten' }
  /** The same person asked for it there a moment ago, at `askedAt`; nothing is posted before `againAt`. */
  | { readonly kind: 'askedBefore'; readonly askedAt: number; readonly againAt: number }
  /** Nothing is posted while the clock is wrong. */
  | { readonly kind: 'clockWrong' }
  /** Slack lets this installation do nothing any more. */
  | { readonly kind: 'disabled'; readonly code: string };

/** The one way of a digest into its channel. */
export interface Delivery {
  /** What this process is sending now: it does not take over from itself. */
  readonly inFlight: ReadonlySet<number>;
  /** A due digest, ready to be sent; undefined while its figures are waited for, or when nobody wants it any more. */
  prepare(
    run: DigestRun,
    subscription: Subscription | undefined,
    now: number,
  ): Promise<ReadyDigest | undefined>;
  /** Leases it, checks the channel, renders, renews the lease, posts, and records what became of it. */
  deliver(ready: ReadyDigest): Promise<Delivered>;
  /**
   * Posts a digest that somebody asked for, once in a few minutes per person and channel. It has a key of its own and
   * never takes the place of the daily one.
   */
  postNow(place: SubscriptionPlace, asker: Asker): Promise<Delivered>;
  /** The days that a digest by hand, or a preview, would be of; undefined while nothing was read. */
  daysOf(place: SubscriptionPlace): Promise<DayRange | undefined>;
}

/** How long a sender that has gone silent may still be heard: its call, and then some. */
export const OVERTAKE_MS = SLACK_TIMEOUT_MS + 10_000;
/** Slack shows a message in the history of its channel with a delay. */
const SETTLE_MS = 5_000;
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** The first failure may be a database that was away for a moment. */
const UNWRITTEN_TOLD_AT = 3;
const UNWRITTEN: Reason = 'unwritten';
/** A waiting time that Slack names, and a little more, so that not all come back at once. */
const JITTER_MS = 500;
/** Whoever asked for a digest by hand wants it now. */
const MANUAL_MS = 60 * 60_000;
/** Nobody floods a channel with digests by hand. */
const MANUAL_AGAIN_MS = 5 * 60_000;
/** More than people post by hand in one channel in that time. */
const MOST_LOOKED_AT = 50;
/** A digest by hand that ended without a post may be asked for again at once. */
const NOT_POSTED: readonly DigestState[] = ['failed', 'missed'];

export function createDelivery(options: {
  readonly ledger: Ledger;
  readonly subscriptions: Pick<Subscriptions, 'markRefused' | 'clearRefusal'>;
  readonly outbound: Pick<Outbound, 'checkChannel' | 'post'>;
  readonly reconciler: Pick<Reconciler, 'deleteDuplicatesNow' | 'firstCheckMs'>;
  readonly notices: Pick<Notices, 'enqueue' | 'enqueueRefusal' | 'forget'>;
  readonly ladder: RenderingLadder;
  readonly resolveFigures: Readonly<Record<DigestKind, ResolveFigures>>;
  readonly render: (occasion: DigestOccasion) => Promise<DrawnDigest>;
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'problem'>;
  readonly calendar: Calendar;
  readonly log: Logger;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  /** Told how many milliseconds after its time a daily digest was posted. */
  readonly onPosted: (lateMs: number) => void;
}): Delivery {
  const { ledger, subscriptions, outbound, reconciler, notices } = options;
  const { ladder, resolveFigures, time, clocks, calendar, log, random, onPosted } = options;
  const inFlight = new Set<number>();
  /** Who is posting by hand where, until the ledger knows it. */
  const asking = new Set<string>();

  const postpone = async (run: DigestRun, inMs: number, why: string, outcome: Delivered) => {
    await ledger.postpone(run, inMs, why);
    return outcome;
  };

  /** Ends a digest by hand that nobody waits for any more, as after a downtime; who asked is told. */
  const isOutlived = async (run: DigestRun, now: number) => {
    if (now - run.dueAt < MANUAL_MS) return false;
    await notices.enqueue(run, 'outlived', (t, about) => t.digest.notices.outlived(about));
    const reason: Reason = 'outlived';
    if (await ledger.cancel(run.id, reason)) {
      log.warn({ ...logFactsOf(run), reason }, 'a digest is not sent');
    }
    return true;
  };

  /** Ends a digest whose subscription does not want it any more. */
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

  const prepare: Delivery['prepare'] = async (run, subscription, now) => {
    if (isManual(run.kind) ? await isOutlived(run, now) : await isEnded(run, subscription)) return undefined;
    const readiness = await resolveFigures[contentOf(run.kind)]({ run, subscription, now });
    return readiness.kind === 'waiting' ? undefined : { run, subscription, readiness };
  };

  /** When Slack does not take the blocks, plainer ones are tried in turn: a digest in monospace is better than none. */
  const post = async (run: DigestRun, render: DrawnDigest): Promise<Delivered> => {
    let outcome: Delivered = { kind: 'rejected', code: 'no_rendering' };
    await ladder.climb(run.teamId, async (rendering) => {
      outcome = await postIn(rendering);
      if (outcome.kind !== 'rejected' || errorClassOf(outcome.code) !== 'degrade') return { result: outcome };
      log.warn(
        { ...logFactsOf(run), code: outcome.code, rendering },
        'Slack did not take the digest in this form',
      );
      return { refusal: outcome };
    });
    return outcome;

    async function postIn(rendering: Rendering): Promise<Delivered> {
      const message = await written(() => render(rendering));
      return (await ledger.renew(run))
        ? outbound.post(run.channelId, message, marksOf(run))
        : { kind: 'taken' };
    }
  };

  const refused = async (run: DigestRun, sent: { readonly kind: 'rejected'; readonly code: string }) => {
    const { code } = sent;
    const facts = { ...logFactsOf(run), code };
    if (isDisabled(sent)) return postpone(run, DISABLED_MS, code, { kind: 'disabled', code });
    const errorClass = errorClassOf(code);
    if (errorClass === 'retry') {
      log.warn(facts, 'Slack refused the digest for now');
      return postpone(run, retryIn(run), code, { kind: 'later' });
    }
    log.error(facts, 'Slack refused the digest');
    // In this order: whoever takes over from one that dies on the way finds the rest, and does it.
    await notices.enqueueRefusal(run, code);
    const place = { ...run, kind: contentOf(run.kind) };
    if (errorClass === 'pause' && (await subscriptions.markRefused(place, code))) {
      log.warn(facts, 'the subscription is paused until that changes');
    }
    await ledger.markFailed(run, code);
    return sent;
  };

  const record = async (run: DigestRun, sent: Delivered): Promise<Delivered> => {
    switch (sent.kind) {
      case 'done': {
        // It was on its way before and was not found: that one may still come.
        const checkInMs = run.firstSentAt === undefined ? undefined : reconciler.firstCheckMs;
        if (await ledger.markSent(run, sent.ts, checkInMs)) await notices.forget(run);
        else await reconciler.deleteDuplicatesNow(run);
        if (await subscriptions.clearRefusal({ ...run, kind: contentOf(run.kind) })) {
          log.info(logFactsOf(run), 'a paused digest comes again');
        }
        const lateMs = (await time.now()) - run.dueAt;
        if (!isManual(run.kind)) onPosted(lateMs);
        log.info({ ...logFactsOf(run), lateMs }, 'digest posted');
        return sent;
      }
      case 'rateLimited': {
        const waitMs = sent.retryAfterMs + random() * JITTER_MS;
        log.info({ ...logFactsOf(run), waitMs }, 'digest waits: Slack asked to');
        return postpone(run, waitMs, 'askedToWait' satisfies Reason, sent);
      }
      case 'unclear': {
        // Another process has taken over meanwhile, and its own may be in the channel.
        if (!(await ledger.markUnclear(run, SETTLE_MS, sent.detail)))
          await reconciler.deleteDuplicatesNow(run);
        log.warn(
          { ...logFactsOf(run), detail: sent.detail },
          'nobody knows whether the digest arrived: it is looked for',
        );
        return sent;
      }
      case 'rejected':
        return refused(run, sent);
      default:
        return sent;
    }
  };

  /** Tells its owner at the third failure. One by hand ends with that, since nothing comes after it that would. */
  const unwritten = async (run: DigestRun, cause: unknown): Promise<Delivered> => {
    log.error({ ...logFactsOf(run), err: cause }, 'a digest could not be written');
    const isTold = run.attempt >= UNWRITTEN_TOLD_AT;
    const isLast = isTold && isManual(run.kind);
    if (isTold) {
      await notices.enqueue(run, 'unwritten', (t, about) => t.digest.notices.unwritten(about, isLast));
    }
    if (!isLast) return postpone(run, retryIn(run), UNWRITTEN, { kind: 'unwritten' });
    await ledger.skip(run, UNWRITTEN);
    return { kind: 'unwritten' };
  };

  const deliverClaimed = async ({ run, readiness, subscription }: ReadyDigest): Promise<Delivered> => {
    if (readiness.kind === 'closed') {
      await ledger.close(run);
      log.info(logFactsOf(run), 'no store was open on the days of this digest: it does not come');
      return { kind: 'skipped' };
    }
    const channel = await outbound.checkChannel(run.channelId);
    // Nothing was sent yet, so a lost answer about the channel is no doubt.
    if (channel.kind === 'unclear') return postpone(run, retryIn(run), channel.detail, { kind: 'later' });
    if (channel.kind !== 'done') return record(run, channel);
    const drawn = await written(() => options.render({ run, subscription, figures: readiness }));
    return record(run, await post(run, drawn));
  };

  const deliver: Delivery['deliver'] = async (ready) => {
    const run = await ledger.claim(ready.run.id);
    if (run === undefined) return { kind: 'taken' };
    inFlight.add(run.id);
    try {
      return await deliverClaimed({ ...ready, run });
    } catch (error) {
      if (!(error instanceof UnwrittenDigest)) throw error;
      return unwritten(run, error.cause);
    } finally {
      inFlight.delete(run.id);
    }
  };

  /** The ledger knows it across restarts and replicas. */
  const askedBefore = async ({ teamId, channelId, kind }: SubscriptionPlace, askedBy: string, now: number) =>
    (await ledger.recent(teamId, channelId, MOST_LOOKED_AT, kind)).find(
      (run) =>
        isManual(run.kind) &&
        run.askedBy === askedBy &&
        run.dueAt > now - MANUAL_AGAIN_MS &&
        !NOT_POSTED.includes(run.state),
    );

  const postOnce = async (place: SubscriptionPlace, asker: Asker): Promise<Delivered> => {
    const now = await time.now();
    const before = await askedBefore(place, asker.userId, now);
    if (before !== undefined) {
      return { kind: 'askedBefore', askedAt: before.dueAt, againAt: before.dueAt + MANUAL_AGAIN_MS };
    }
    const { teamId, channelId, kind: content } = place;
    const kind = manualKind(randomUUID(), content);
    const key = { teamId, channelId, kind, businessDate: calendar.dayOf(now) };
    await ledger.record({ ...key, dueAt: now, missed: undefined }, asker);
    const run = (await ledger.due()).find((due) => due.kind === kind);
    const ready = run === undefined ? undefined : await prepare(run, undefined, now);
    return ready === undefined ? { kind: 'taken' } : deliver(ready);
  };

  return {
    inFlight,
    prepare,
    deliver,

    async postNow(place, asker) {
      if (clocks.problem() !== undefined) return { kind: 'clockWrong' };
      const { teamId, channelId, kind: content } = place;
      const who = JSON.stringify([teamId, channelId, content, asker.userId]);
      if (asking.has(who)) return { kind: 'taken' };
      asking.add(who);
      try {
        return await postOnce(place, asker);
      } finally {
        asking.delete(who);
      }
    },

    async daysOf({ teamId, channelId, kind }) {
      const now = await time.now();
      const run = {
        teamId,
        channelId,
        kind: manualKind('preview', kind),
        businessDate: calendar.dayOf(now),
        dueAt: now,
      };
      const found = await resolveFigures[kind]({ run, subscription: undefined, now });
      if (found.kind !== 'ready' || found.dataDay === undefined) return undefined;
      return { from: found.dataFrom ?? found.dataDay, to: found.dataDay };
    },
  };
}

function retryIn({ attempt }: DigestRun): number {
  return Math.min(LONGEST_RETRY_MS, RETRY_MS * attempt);
}

/** What a digest says could not be put together; nothing of it was sent. */
class UnwrittenDigest extends Error {}

async function written<Result>(write: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    throw new UnwrittenDigest('a digest could not be written', { cause });
  }
}
