import pMap from 'p-map';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { DatabaseClock } from '../database/clock.ts';
import { DISABLED_MS, isDisabled, type Outcome } from '../slack/errors.ts';
import type { Copies, Outbound } from '../slack/messages.ts';
import type { Ledger } from './ledger.ts';
import { logFactsOf, type MessageKind, marksOf, type QueuedMessage, type Reason } from './message.ts';

/** Concurrent searches, so that one channel that Slack does not show does not delay the others. */
const AT_ONCE = 8;
/** The shortest pause after Slack has asked us to wait, so that few calls are refused. */
const MIN_PAUSE_MS = 5_000;
const NO_PAUSE = { from: 0, forMs: 0 };
/** How long a process reserves a search; then another one can take it. */
const RESERVED_MS = 60_000;
/** The same for deleting a duplicate that this process has just caused. */
const DELETE_MS = 20_000;
/** Pauses before the second and third search while a message may be on its way: Slack may be late to show it. */
const LOOK_PAUSES_MS = [15_000, 40_000];
/** A process that sends a message has done so this long after it was due. */
const ON_ITS_WAY_MS = 2 * 60_000;
/**
 * Pauses before the two checks for a late duplicate. A delayed message arrives within seconds. A suspended process
 * deletes its own duplicate when it wakes; if it dies before that, the second check does.
 */
const CHECK_PAUSES_MS = [30_000, 10 * 60_000] as const;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 30 * 60_000;

/**
 * The wide search begins this long before the first attempt: our clock is not Slack's, and may have been a day ahead
 * while no answer had a date to judge it by.
 */
const BACK_MS = 30 * 60 * 60_000;
/** Messages that a wide search reads; a busy channel has more. */
const FEW_MESSAGES = 2_000;
/**
 * Room around the attempts in the close search: the error of a clock that was not set, and how late a message may
 * arrive.
 */
const NEAR_MS = 15 * 60_000;
const MANY_MESSAGES = 10_000;

/** Searches the history of a channel for a message, and deletes all copies but one. */
export interface Reconciler {
  /**
   * Searches for messages that may or may not have arrived, and for duplicates. True when a message can be sent now.
   */
  run(): Promise<boolean>;
  /** When to check for a duplicate after a message was sent whose earlier attempt may still arrive. */
  readonly firstCheckMs: number;
  /**
   * Deletes a second copy that may be in the channel. Records the check first, so that another process continues when
   * this one dies or Slack does not answer.
   */
  deleteDuplicatesNow(message: QueuedMessage): Promise<void>;
}

/** The result of one search. `answered` includes a refusal; `requeued`: the message can be sent. */
type Searched = 'answered' | 'requeued' | 'rateLimited';

/** The result of one check for duplicates. */
type Checked =
  /** At most one copy is left; `ts` is undefined when it is not known. */
  | { readonly kind: 'single'; readonly ts: string | undefined }
  /** Slack did not answer or did not delete. Undefined `inMs`: back off as usual. */
  | { readonly kind: 'again'; readonly inMs?: number }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number };

export function createReconciler(options: {
  readonly ledger: Ledger;
  readonly outbound: Pick<Outbound, 'copies' | 'remove'>;
  readonly kindOf: (message: QueuedMessage) => MessageKind;
  readonly time: DatabaseClock;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Reconciler {
  const { ledger, outbound, kindOf, time, clock, log, signal } = options;
  /** The pause that Slack asked for. Its limit counts all channels together. */
  let pause = NO_PAUSE;

  const pauseLeft = () => {
    const passed = clock.now() - pause.from;
    // A clock that was set back ends the pause.
    return passed < 0 ? 0 : Math.max(0, pause.forMs - passed);
  };

  const look: typeof outbound.copies = async (channelId, marks, stretch) => {
    const retryAfterMs = pauseLeft();
    if (retryAfterMs > 0) return { kind: 'rateLimited', retryAfterMs };
    const copies = await outbound.copies(channelId, marks, stretch);
    if (copies.kind !== 'rateLimited') return copies;
    pause = { from: clock.now(), forMs: Math.max(MIN_PAUSE_MS, copies.retryAfterMs) };
    return { ...copies, retryAfterMs: pause.forMs };
  };

  /**
   * The copies of a message in its channel. None is older than its first attempt, or, if this ledger never tried to send
   * it, than its due time. A channel with too many messages for the wide search is also searched close to the attempts.
   */
  const copiesOf = async (message: QueuedMessage): Promise<Outcome<Copies>> => {
    const { channelId, firstSentAt, lastSentAt, dueAt, updatedAt } = message;
    const marks = marksOf(message);
    const first = Math.min(firstSentAt ?? dueAt, updatedAt);
    const wide = isUntried(message)
      ? { since: first - NEAR_MS, most: MANY_MESSAGES }
      : { since: first - BACK_MS, most: FEW_MESSAGES };
    const copies = await look(channelId, marks, wide);
    if (copies.kind !== 'done' || copies.isWhole) return copies;
    const until = (lastSentAt ?? updatedAt) + NEAR_MS;
    const near = { since: first - NEAR_MS, until, most: MANY_MESSAGES };
    const close = await look(channelId, marks, near);
    if (close.kind !== 'done') return close;
    const found = [...new Set([...close.found, ...copies.found])];
    return {
      kind: 'done',
      found: found.toSorted((one, other) => Number(one) - Number(other)),
      isWhole: close.isWhole,
    };
  };

  /** Back off: the longer the outcome is unknown, the less often we retry. */
  const retryIn = async ({ lastSentAt, dueAt }: QueuedMessage) => {
    const since = (await time.now()) - (lastSentAt ?? dueAt);
    return Math.min(MAX_RETRY_MS, Math.max(RETRY_MS, since / 4));
  };

  /**
   * The channel cannot be searched. A message that was attempted is not sent again: a person has to look. One that was
   * never attempted is sent late; it is a duplicate only where an older database was restored.
   */
  const giveUp = async (message: QueuedMessage, code: string | undefined): Promise<Searched> => {
    if (isUntried(message)) {
      if (!(await ledger.requeue(message))) return 'answered';
      log.warn(
        { ...logFactsOf(message), code },
        'a late message is sent without having been looked for in its channel',
      );
      return 'requeued';
    }
    await kindOf(message).unknown?.(message, code);
    const reason: Reason = code === undefined ? 'channelTooBusy' : `channelUnreadable ${code}`;
    await ledger.markUnknown(message, reason);
    log.error(
      { ...logFactsOf(message), code },
      code === undefined
        ? 'the message may or may not be in the channel, which has too many others around it: it is not sent again'
        : 'the message may or may not be in the channel, which the app may not read: it is not sent again',
    );
    return 'answered';
  };

  /** Whether a copy that this search did not find may still arrive. */
  const isOnItsWay = async (message: QueuedMessage) =>
    !isUntried(message) || (await time.now()) - message.dueAt < ON_ITS_WAY_MS;

  const searchFor = async (message: QueuedMessage): Promise<Searched> => {
    const copies = await copiesOf(message);
    switch (copies.kind) {
      case 'done': {
        const [first, ...later] = copies.found;
        if (first !== undefined) {
          // Another copy may still arrive, from an earlier attempt or a suspended process.
          await ledger.markFound(message, first, CHECK_PAUSES_MS[0]);
          if (later.length > 0) await deleteDuplicatesNow(message);
          await kindOf(message).posted?.(message, undefined);
          log.info(logFactsOf(message), 'the message was found in its channel');
          return 'answered';
        }
        // Do not retry: the next search would read the same messages.
        if (!copies.isWhole) return giveUp(message, undefined);
        const inMs = (await isOnItsWay(message)) ? LOOK_PAUSES_MS[message.checks] : undefined;
        if (inMs !== undefined) {
          await ledger.checkAgain(message, { inMs, counts: true });
          return 'answered';
        }
        if (!(await ledger.requeue(message))) return 'answered';
        if (isUntried(message))
          log.info(logFactsOf(message), 'a late message is not in its channel: it is sent');
        else log.warn(logFactsOf(message), 'the message is not in its channel: it is sent again');
        return 'requeued';
      }
      case 'rateLimited':
        await ledger.checkAgain(message, { inMs: copies.retryAfterMs, counts: false });
        return 'rateLimited';
      case 'unclear':
        log.warn(
          { ...logFactsOf(message), detail: copies.detail },
          'the channel could not be looked through for a message',
        );
        await ledger.checkAgain(message, { inMs: await retryIn(message), counts: false });
        return 'answered';
      case 'rejected':
        if (!isDisabled(copies)) return giveUp(message, copies.code);
        await ledger.checkAgain(message, { inMs: DISABLED_MS, counts: false });
        return 'answered';
    }
  };

  /** Deletes all copies of a message but the oldest, so that two processes at once keep the same one. */
  const deleteDuplicates = async (
    message: QueuedMessage,
    messageTs: string | undefined,
  ): Promise<Checked> => {
    const copies = await copiesOf(message);
    if (isDisabled(copies)) return { kind: 'again', inMs: DISABLED_MS };
    if (copies.kind !== 'done') {
      log.warn(
        { ...logFactsOf(message), outcome: copies.kind },
        'the channel could not be looked through for a second copy',
      );
      if (copies.kind === 'rateLimited') return copies;
      return copies.kind === 'rejected' ? { kind: 'single', ts: messageTs } : { kind: 'again' };
    }
    const [first, ...later] = copies.found;
    for (const ts of later) {
      const removed = await outbound.remove(message.channelId, ts);
      if (removed.kind === 'rateLimited') return removed;
      if (isDisabled(removed)) return { kind: 'again', inMs: DISABLED_MS };
      const isGone =
        removed.kind === 'done' || (removed.kind === 'rejected' && removed.code === 'message_not_found');
      if (isGone) {
        log.warn({ ...logFactsOf(message), ts }, 'a second copy of a message was deleted');
        continue;
      }
      log.error(
        { ...logFactsOf(message), ts, outcome: removed.kind },
        'a second copy of a message could not be deleted',
      );
      if (removed.kind !== 'rejected') return { kind: 'again' };
    }
    return { kind: 'single', ts: first ?? messageTs };
  };

  const deleteDuplicatesNow: Reconciler['deleteDuplicatesNow'] = async (message) => {
    await ledger.checkIn(message.id, DELETE_MS);
    const checked = await deleteDuplicates(message, undefined);
    const inMs = pauseOf(checked);
    if (inMs !== undefined) await ledger.checkIn(message.id, inMs);
  };

  const checkForDuplicates = async (message: QueuedMessage): Promise<Searched> => {
    const checked = await deleteDuplicates(message, message.messageTs);
    if (checked.kind === 'single') {
      const inMs = CHECK_PAUSES_MS[message.checks + 1];
      await ledger.checkAgain(message, { inMs, counts: true, messageTs: checked.ts });
      return 'answered';
    }
    const inMs = pauseOf(checked) ?? (await retryIn(message));
    await ledger.checkAgain(message, { inMs, counts: false });
    return checked.kind === 'rateLimited' ? 'rateLimited' : 'answered';
  };

  return {
    firstCheckMs: CHECK_PAUSES_MS[0],
    deleteDuplicatesNow,
    async run() {
      let isRequeued = false;
      if (pauseLeft() > 0) return isRequeued;
      let isLimited = false;
      // One by one after a pause: of concurrent searches Slack would refuse all but the first.
      const check = async (found: QueuedMessage) => {
        if (signal.aborted || isLimited) return;
        const message = await ledger.takeCheck(found, RESERVED_MS);
        if (message === undefined) return;
        const searched = await (message.state === 'unclear'
          ? searchFor(message)
          : checkForDuplicates(message));
        isRequeued ||= searched === 'requeued';
        isLimited ||= searched === 'rateLimited';
      };
      const concurrency = pause === NO_PAUSE ? AT_ONCE : 1;
      await pMap(await ledger.toReconcile(), check, { concurrency, stopOnError: false }).catch(firstFailure);
      if (!isLimited) pause = NO_PAUSE;
      return isRequeued;
    },
  };
}

/** When to check again; undefined for `single` and where the usual backoff applies. */
function pauseOf(checked: Checked): number | undefined {
  if (checked.kind === 'single') return undefined;
  return checked.kind === 'rateLimited' ? checked.retryAfterMs : checked.inMs;
}

/** For p-map without `stopOnError`. @throws the first error of an AggregateError, else `error` */
export function firstFailure(error: unknown): never {
  throw error instanceof AggregateError ? error.errors[0] : error;
}

/** As far as this ledger knows, nobody has tried to send it. */
function isUntried({ state, firstSentAt }: QueuedMessage): boolean {
  return state === 'unclear' && firstSentAt === undefined;
}
