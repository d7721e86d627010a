import type { Logger } from 'pino';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { OldDays } from '../database/oldDays.ts';
import { errorClassOf } from '../slack/errors.ts';
import type { Message } from '../slack/message.ts';
import { isStored, type Ledger } from './ledger.ts';
import { logFactsOf, type MessageKey, type MessageKind, type QueuedMessage, STORED } from './message.ts';

/** A message to post once. */
export interface MessageToPost {
  readonly teamId: string;
  /** Unique in the team, such as `hello 2026-11-20`. A key that was enqueued before is never posted again. */
  readonly key: string;
  /** The id of a channel, or of a person for a direct message. */
  readonly to: string;
  /** Ready to be posted: it is rendered for nobody in particular. */
  readonly content: Message;
  /**
   * When it is due, in milliseconds since 1970. Take the instant of what it is about, not the present one: after a loss
   * of the database the channel is searched for the message from then on.
   */
  readonly notBefore: number;
  /** When it is no longer worth posting; undefined for never. */
  readonly expiresAt?: number | undefined;
}

/**
 * Stores a message to be posted once, across crashes, restarts, replicas and lost answers. False when its key was
 * enqueued before. `within`: the transaction to store it in, together with what it is about; the caller wakes the outbox
 * after the commit.
 */
export type Enqueue = (message: MessageToPost, within?: Database) => Promise<boolean>;

export type StoredOutcome = 'posted' | 'failed';

/** Called once a message was posted or has failed for good. `code`: why Slack refused it. */
export type OnStored = (message: MessageKey, outcome: StoredOutcome, code?: string) => Promise<void> | void;

/** `wake`: called after a message was stored. */
export function createEnqueue(ledger: Pick<Ledger, 'record'>, wake: () => void): Enqueue {
  return async ({ teamId, key, to, content, notBefore, expiresAt }, within) => {
    const isNew = await ledger.record(
      {
        teamId,
        channelId: to,
        kind: STORED,
        occasion: key,
        dueAt: notBefore,
        content: JSON.stringify(content),
        expiresAt,
      },
      within,
    );
    if (isNew && within === undefined) wake();
    return isNew;
  };
}

/** The messages of `createEnqueue`. One that Slack refused is posted when its channel accepts posts again. */
export function storedMessages({
  ledger,
  time,
  oldDays,
  log,
  onEnded,
}: {
  readonly ledger: Pick<Ledger, 'cancel' | 'failedIn' | 'retry' | 'deleteOld'>;
  readonly time: DatabaseClock;
  readonly oldDays: OldDays;
  readonly log: Logger;
  /** Called once a message was posted or has failed for good; again, perhaps, after a crash. */
  readonly onEnded: OnStored;
}): MessageKind {
  const isExpired = ({ expiresAt }: QueuedMessage, now: number) =>
    expiresAt !== undefined && expiresAt <= now;
  return {
    isOwn: ({ kind }) => kind === STORED,

    async ready(due) {
      const now = await time.now();
      for (const message of due.filter((each) => isExpired(each, now))) {
        if (!(await ledger.cancel(message.id, 'expired'))) continue;
        await onEnded(message, 'failed');
        log.warn(logFactsOf(message), 'a message could not be posted before it expired');
      }
      return due
        .filter((each) => !isExpired(each, now))
        .map((message) => ({ message, draw: async () => () => readContent(message) }));
    },

    posted: async (message) => onEnded(message, 'posted'),
    refused: async (message, code) => onEnded(message, 'failed', code),
    unknown: async (message) => onEnded(message, 'failed'),

    async channelReturned(channelId) {
      let isDue = false;
      for (const message of await ledger.failedIn(channelId)) {
        const { reason } = message;
        if (reason === null || errorClassOf(reason) !== 'pause') continue;
        isDue = (await ledger.retry(message, reason)) || isDue;
      }
      return isDue;
    },

    tidy: () => ledger.deleteOld(isStored, 'messages', oldDays),
  };
}

/** @throws TypeError when the row was changed by hand */
function readContent({ content }: QueuedMessage): Message {
  const message: unknown = content === undefined ? undefined : JSON.parse(content);
  if (!isMessage(message)) throw new TypeError('the stored content is not a message');
  return message;
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'blocks' in value &&
    Array.isArray(value.blocks)
  );
}
