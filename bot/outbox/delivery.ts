import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockCheck } from '../database/clockCheck.ts';
import type { DigestState } from '../database/tables/digest.ts';
import { DISABLED_MS, errorClassOf, isDisabled } from '../slack/errors.ts';
import type { Message, Rendering } from '../slack/message.ts';
import { type Outbound, type PostOutcome, SLACK_TIMEOUT_MS } from '../slack/messages.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import { type Contents, isManual, logFactsOf, manualKind, marksOf } from './key.ts';
import type { Asker, DigestRun, Ledger, SubscriptionKey } from './ledger.ts';
import { type Notices, type Subscribers, subscriptionOf } from './notices.ts';
import type { Reason } from './reasons.ts';
import type { Reconciler } from './reconcile.ts';
import { outboxWords } from './words/words.ts';

/** Renders a digest whose data is already read. */
export type DrawnDigest = (rendering: Rendering) => Message;

/** A digest that can be sent now: its data is available, or its deadline has passed. */
export interface ReadyDigest {
  readonly run: DigestRun;
  /** Undefined when no store was open on its days, so nothing is posted. */
  readonly draw: (() => Promise<DrawnDigest>) | undefined;
}

/** The result of one delivery. */
export type Delivered =
  | PostOutcome
  /** Another process has the digest, or took it over before anything was sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'skipped' }
  /** Nothing was sent; it is retried automatically. */
  | { readonly kind: 'later' }
  /** Its message could not be made; the log says why. */
  | { readonly kind: 'unwritten' }
  /** The same person asked for it in this channel at `askedAt`, and can do so again at `againAt`. */
  | { readonly kind: 'askedBefore'; readonly askedAt: number; readonly againAt: number }
  /** Nothing is posted while the clock is wrong. */
  | { readonly kind: 'clockWrong' }
  /** Slack has disabled this installation of the app. */
  | { readonly kind: 'disabled'; readonly code: string };

/** Posts digests; nothing else does. */
export interface Delivery {
  /** Ids of the digests that this process is sending, so that it does not take over from itself. */
  readonly inFlight: ReadonlySet<number>;
  /** Leases the digest, checks the channel, renders, renews the lease, posts and records the result. */
  deliver(ready: ReadyDigest): Promise<Delivered>;
  /**
   * Posts a manual digest, at most once per MANUAL_AGAIN_MS for each person and channel. Its key is its own, so the
   * scheduled digest is posted too.
   */
  postNow(place: SubscriptionKey, asker: Asker): Promise<Delivered>;
}

/** How long a message from a silent sender may still arrive: one Slack timeout plus 10 s. */
export const OVERTAKE_MS = SLACK_TIMEOUT_MS + 10_000;
/** Slack shows a message in the history of its channel with a delay. */
const SETTLE_MS = 5_000;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 10 * 60_000;
/** Attempts before the owner is notified: the first failures may be a short outage of the database. */
const NOTIFY_AT_ATTEMPT = 3;
const UNWRITTEN: Reason = 'unwritten';
/** Added at random to the time that Slack asks us to wait, so that not all digests retry at once. */
const JITTER_MS = 500;
/** Keeps people from flooding a channel with manual digests. */
const MANUAL_AGAIN_MS = 5 * 60_000;
/** More than people post manually in one channel within MANUAL_AGAIN_MS. */
const MAX_RECENT = 50;
/** A manual digest that ended without a post can be asked for again at once. */
const NOT_POSTED: readonly DigestState[] = ['failed', 'missed'];

export function createDelivery(options: {
  readonly ledger: Ledger;
  readonly contents: Contents;
  readonly subscriptions: Pick<Subscribers, 'markRefused' | 'clearRefusal'>;
  readonly outbound: Pick<Outbound, 'checkChannel' | 'post'>;
  readonly reconciler: Pick<Reconciler, 'deleteDuplicatesNow' | 'firstCheckMs'>;
  readonly notices: Pick<Notices, 'enqueue' | 'enqueueRefusal' | 'forget'>;
  readonly ladder: RenderingLadder;
  /** The due digest, ready to be sent; undefined while it waits for data, or when it is no longer wanted. */
  readonly prepare: (run: DigestRun, now: number) => Promise<ReadyDigest | undefined>;
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'problem'>;
  readonly calendar: Calendar;
  readonly log: Logger;
  /** As Math.random. */
  readonly random: () => number;
  /** Called with the milliseconds between a scheduled digest's due time and its post. */
  readonly onPosted: (lateMs: number) => void;
}): Delivery {
  const { ledger, contents, subscriptions, outbound, reconciler, notices, ladder, prepare } = options;
  const { time, clocks, calendar, log, random, onPosted } = options;
  const inFlight = new Set<number>();
  /** Manual posts that the ledger has not recorded yet, by channel, kind and person. */
  const asking = new Set<string>();

  const postpone = async (run: DigestRun, inMs: number, why: string, outcome: Delivered) => {
    await ledger.postpone(run, inMs, why);
    return outcome;
  };

  /** Tries plainer renderings when Slack refuses the blocks: a digest in plain text is better than none. */
  const post = async (run: DigestRun, drawn: DrawnDigest): Promise<Delivered> => {
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
      const message = await written(() => drawn(rendering));
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
    // markFailed comes last: if this process dies on the way, the one that takes over repeats all steps.
    await notices.enqueueRefusal(run, code);
    if (errorClass === 'pause' && (await subscriptions.markRefused(subscriptionOf(run), code))) {
      log.warn(facts, 'the subscription is paused until that changes');
    }
    await ledger.markFailed(run, code);
    return sent;
  };

  const record = async (run: DigestRun, sent: Delivered): Promise<Delivered> => {
    switch (sent.kind) {
      case 'done': {
        // An earlier attempt that was not found may still arrive.
        const checkInMs = run.firstSentAt === undefined ? undefined : reconciler.firstCheckMs;
        if (await ledger.markSent(run, sent.ts, checkInMs)) await notices.forget(run);
        else await reconciler.deleteDuplicatesNow(run);
        if (await subscriptions.clearRefusal(subscriptionOf(run))) {
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
        // Another process has taken over, so its message may be in the channel too.
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

  /**
   * Notifies the owner from attempt NOTIFY_AT_ATTEMPT on. A manual digest ends then; a scheduled one ends when a newer
   * one is due.
   */
  const unwritten = async (run: DigestRun, cause: unknown): Promise<Delivered> => {
    log.error({ ...logFactsOf(run), err: cause }, 'a digest could not be written');
    const isNotified = run.attempt >= NOTIFY_AT_ATTEMPT;
    const isLast = isNotified && isManual(run.kind);
    if (isNotified) {
      await notices.enqueue(run, 'unwritten', (t, about) => outboxWords(t).unwritten(about, isLast));
    }
    if (!isLast) return postpone(run, retryIn(run), UNWRITTEN, { kind: 'unwritten' });
    await ledger.skip(run, UNWRITTEN);
    return { kind: 'unwritten' };
  };

  const deliverClaimed = async ({ run, draw }: ReadyDigest): Promise<Delivered> => {
    if (draw === undefined) {
      await ledger.close(run);
      log.info(logFactsOf(run), 'no store was open on the days of this digest: it does not come');
      return { kind: 'skipped' };
    }
    const channel = await outbound.checkChannel(run.channelId);
    // A lost answer about the channel leaves nothing unclear: nothing was sent yet.
    if (channel.kind === 'unclear') return postpone(run, retryIn(run), channel.detail, { kind: 'later' });
    if (channel.kind !== 'done') return record(run, channel);
    return record(run, await post(run, await written(draw)));
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

  /** The same request in the last MANUAL_AGAIN_MS; from the ledger, so across restarts and replicas. */
  const askedBefore = async ({ teamId, channelId, kind }: SubscriptionKey, askedBy: string, now: number) =>
    (await ledger.recent(teamId, channelId, MAX_RECENT, kind)).find(
      (run) =>
        isManual(run.kind) &&
        run.askedBy === askedBy &&
        run.dueAt > now - MANUAL_AGAIN_MS &&
        !NOT_POSTED.includes(run.state),
    );

  const postOnce = async (place: SubscriptionKey, asker: Asker): Promise<Delivered> => {
    const now = await time.now();
    const before = await askedBefore(place, asker.userId, now);
    if (before !== undefined) {
      return { kind: 'askedBefore', askedAt: before.dueAt, againAt: before.dueAt + MANUAL_AGAIN_MS };
    }
    const kind = manualKind(place.kind, contents);
    const key = { ...place, kind, businessDate: calendar.dayOf(now) };
    await ledger.record({ ...key, dueAt: now, missed: undefined }, asker);
    const run = (await ledger.due()).find((due) => due.kind === kind);
    const ready = run === undefined ? undefined : await prepare(run, now);
    return ready === undefined ? { kind: 'taken' } : deliver(ready);
  };

  return {
    inFlight,
    deliver,

    async postNow(place, asker) {
      if (clocks.problem() !== undefined) return { kind: 'clockWrong' };
      const { teamId, channelId, kind } = place;
      const who = JSON.stringify([teamId, channelId, kind, asker.userId]);
      if (asking.has(who)) return { kind: 'taken' };
      asking.add(who);
      try {
        return await postOnce(place, asker);
      } finally {
        asking.delete(who);
      }
    },
  };
}

function retryIn({ attempt }: DigestRun): number {
  return Math.min(MAX_RETRY_MS, RETRY_MS * attempt);
}

/** The message of a digest could not be made; nothing was sent. */
class UnwrittenDigest extends Error {}

async function written<Result>(write: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    throw new UnwrittenDigest('a digest could not be written', { cause });
  }
}
