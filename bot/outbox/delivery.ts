import type { Logger } from 'pino';
import type { DatabaseClock } from '../database/clock.ts';
import { DISABLED_MS, errorClassOf, isDisabled } from '../slack/errors.ts';
import type { Rendering } from '../slack/message.ts';
import { type Outbound, type PostOutcome, SLACK_TIMEOUT_MS } from '../slack/messages.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { Ledger } from './ledger.ts';
import {
  type DrawnMessage,
  logFactsOf,
  type MessageKind,
  marksOf,
  type QueuedMessage,
  type ReadyMessage,
  type Reason,
} from './message.ts';
import type { Reconciler } from './reconcile.ts';

/** The result of one delivery. */
export type Delivered =
  | PostOutcome
  /** Another process has the message, or took it over before anything was sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'skipped' }
  /** Nothing was sent; it is retried automatically. */
  | { readonly kind: 'later' }
  /** It could not be rendered; the log says why. */
  | { readonly kind: 'unwritten' }
  /** Slack has disabled this installation of the app. */
  | { readonly kind: 'disabled'; readonly code: string };

/** Posts messages of the ledger; nothing else does. */
export interface Delivery {
  /** Ids of the messages that this process is sending, so that it does not take over from itself. */
  readonly inFlight: ReadonlySet<number>;
  /** Leases the message, checks the channel, renders, renews the lease, posts and records the result. */
  deliver(ready: ReadyMessage): Promise<Delivered>;
}

/** How long a message from a silent sender may still arrive: one Slack timeout plus 10 s. */
export const OVERTAKE_MS = SLACK_TIMEOUT_MS + 10_000;
/** Slack shows a message in the history of its channel with a delay. */
const SETTLE_MS = 5_000;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 10 * 60_000;
const UNWRITTEN: Reason = 'unwritten';
/** Added at random to the time that Slack asks us to wait, so that not all messages retry at once. */
const JITTER_MS = 500;

export function createDelivery(options: {
  readonly ledger: Ledger;
  readonly kindOf: (message: QueuedMessage) => MessageKind;
  readonly outbound: Pick<Outbound, 'checkChannel' | 'post'>;
  readonly reconciler: Pick<Reconciler, 'deleteDuplicatesNow' | 'firstCheckMs'>;
  readonly ladder: RenderingLadder;
  readonly time: DatabaseClock;
  readonly log: Logger;
  /** As Math.random. */
  readonly random: () => number;
}): Delivery {
  const { ledger, kindOf, outbound, reconciler, ladder, time, log, random } = options;
  const inFlight = new Set<number>();

  const postpone = async (message: QueuedMessage, inMs: number, why: string, outcome: Delivered) => {
    await ledger.postpone(message, inMs, why);
    return outcome;
  };

  /** Tries plainer renderings when Slack refuses the blocks: a message in plain text is better than none. */
  const post = async (message: QueuedMessage, drawn: DrawnMessage): Promise<Delivered> => {
    let outcome: Delivered = { kind: 'rejected', code: 'no_rendering' };
    await ladder.climb(message.teamId, async (rendering) => {
      outcome = await postIn(rendering);
      if (outcome.kind !== 'rejected' || errorClassOf(outcome.code) !== 'degrade') return { result: outcome };
      log.warn(
        { ...logFactsOf(message), code: outcome.code, rendering },
        'Slack did not take the message in this form',
      );
      return { refusal: outcome };
    });
    return outcome;

    async function postIn(rendering: Rendering): Promise<Delivered> {
      const content = await written(() => drawn(rendering));
      return (await ledger.renew(message))
        ? outbound.post(message.channelId, content, marksOf(message))
        : { kind: 'taken' };
    }
  };

  const refused = async (
    message: QueuedMessage,
    sent: { readonly kind: 'rejected'; readonly code: string },
  ) => {
    const { code } = sent;
    const facts = { ...logFactsOf(message), code };
    if (isDisabled(sent)) return postpone(message, DISABLED_MS, code, { kind: 'disabled', code });
    const errorClass = errorClassOf(code);
    if (errorClass === 'retry') {
      log.warn(facts, 'Slack refused the message for now');
      return postpone(message, retryIn(message), code, { kind: 'later' });
    }
    log.error(facts, 'Slack refused the message');
    // markFailed comes last: if this process dies on the way, the one that takes over repeats all steps.
    await kindOf(message).refused?.(message, code);
    await ledger.markFailed(message, code);
    return sent;
  };

  const record = async (message: QueuedMessage, sent: Delivered): Promise<Delivered> => {
    switch (sent.kind) {
      case 'done': {
        // An earlier attempt that was not found may still arrive.
        const checkInMs = message.firstSentAt === undefined ? undefined : reconciler.firstCheckMs;
        if (!(await ledger.markSent(message, sent.ts, checkInMs))) {
          await reconciler.deleteDuplicatesNow(message);
        }
        const lateMs = (await time.now()) - message.dueAt;
        await kindOf(message).posted?.(message, lateMs);
        log.info({ ...logFactsOf(message), lateMs }, 'message posted');
        return sent;
      }
      case 'rateLimited': {
        const waitMs = sent.retryAfterMs + random() * JITTER_MS;
        log.info({ ...logFactsOf(message), waitMs }, 'message waits: Slack asked to');
        return postpone(message, waitMs, 'askedToWait' satisfies Reason, sent);
      }
      case 'unclear': {
        // Another process has taken over, so its copy may be in the channel too.
        if (!(await ledger.markUnclear(message, SETTLE_MS, sent.detail)))
          await reconciler.deleteDuplicatesNow(message);
        log.warn(
          { ...logFactsOf(message), detail: sent.detail },
          'nobody knows whether the message arrived: it is looked for',
        );
        return sent;
      }
      case 'rejected':
        return refused(message, sent);
      default:
        return sent;
    }
  };

  const unwritten = async (message: QueuedMessage, cause: unknown): Promise<Delivered> => {
    log.error({ ...logFactsOf(message), err: cause }, 'a message could not be written');
    const isLast = await kindOf(message).unwritten?.(message);
    if (isLast === true) await ledger.skip(message, UNWRITTEN);
    else await ledger.postpone(message, retryIn(message), UNWRITTEN);
    return { kind: 'unwritten' };
  };

  const deliverClaimed = async ({ message, draw }: ReadyMessage): Promise<Delivered> => {
    if (draw === undefined) {
      await ledger.close(message);
      log.info(logFactsOf(message), 'there is nothing to post');
      return { kind: 'skipped' };
    }
    const channel = await outbound.checkChannel(message.channelId);
    // A lost answer about the channel leaves nothing unclear: nothing was sent yet.
    if (channel.kind === 'unclear')
      return postpone(message, retryIn(message), channel.detail, { kind: 'later' });
    if (channel.kind !== 'done') return record(message, channel);
    return record(message, await post(message, await written(draw)));
  };

  const deliver: Delivery['deliver'] = async (ready) => {
    const message = await ledger.claim(ready.message.id);
    if (message === undefined) return { kind: 'taken' };
    inFlight.add(message.id);
    try {
      return await deliverClaimed({ ...ready, message });
    } catch (error) {
      if (!(error instanceof UnwrittenMessage)) throw error;
      return unwritten(message, error.cause);
    } finally {
      inFlight.delete(message.id);
    }
  };

  return { inFlight, deliver };
}

function retryIn({ attempt }: QueuedMessage): number {
  return Math.min(MAX_RETRY_MS, RETRY_MS * attempt);
}

/** A message could not be rendered; nothing was sent. */
class UnwrittenMessage extends Error {}

async function written<Result>(write: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    throw new UnwrittenMessage('a message could not be written', { cause });
  }
}
