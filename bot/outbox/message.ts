import { createHash } from 'node:crypto';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ClockVerdict } from '../database/clockCheck.ts';
import type { MessageState } from '../database/tables/digest.ts';
import type { Message, Rendering } from '../slack/message.ts';
import type { Marks } from '../slack/messages.ts';

/** Identifies a message. The ledger takes each key once, so that no message is posted twice. */
export interface MessageKey {
  readonly teamId: string;
  /** Where it is posted: a channel, or a person for a direct message. */
  readonly channelId: string;
  /** The kind of message, owned by one MessageKind. */
  readonly kind: string;
  /** Which message of its kind. */
  readonly occasion: string;
}

/** Messages whose content is stored with them. Their occasion is unique in the whole team, not just in one channel. */
export const STORED = 'message';

/** A message that the ledger has recorded, and its state. Instants are milliseconds since 1970. */
export interface QueuedMessage extends MessageKey {
  readonly id: number;
  readonly state: MessageState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  /** When it is no longer worth posting; undefined for never. */
  readonly expiresAt: number | undefined;
  /** The stored content, as JSON; undefined for a message that its kind renders, and once it was posted. */
  readonly content: string | undefined;
  readonly firstSentAt: number | undefined;
  /** The last attempt: no copy of this message is much newer. */
  readonly lastSentAt: number | undefined;
  readonly messageTs: string | undefined;
  /** Undefined when nobody asked for it. */
  readonly asker: Asker | undefined;
  readonly updatedAt: number;
  /** When its channel is next searched for it, or for a duplicate; undefined for never. */
  readonly checkAt: number | undefined;
  /** How many of these searches Slack has answered. */
  readonly checks: number;
}

/** The person who asked for a message. */
export interface Asker {
  readonly userId: string;
  /** Whether they may see sales in the channel. */
  readonly seesSales: boolean;
}

/** Why a message was not sent, or not yet. The ledger also stores reasons of kinds, codes from Slack and failed calls. */
export type Reason =
  | 'askedToWait'
  | 'unwritten'
  | 'senderSilent'
  | 'dueBefore'
  | 'channelTooBusy'
  | `channelUnreadable ${string}`;

/** Renders a message whose data is already read. */
export type DrawnMessage = (rendering: Rendering) => Message;

/** A message that can be sent now. */
export interface ReadyMessage {
  readonly message: QueuedMessage;
  /** Undefined when it turned out that there is nothing to post. */
  readonly draw: (() => Promise<DrawnMessage>) | undefined;
}

/** Whether a column has a kind that one MessageKind owns, in SQL. */
export type OwnKinds = (column: string) => RawBuilder<SqlBool>;

/** A user of the outbox that renders its messages when they are posted. The others are stored with their content. */
export interface MessageKind {
  isOwn(message: MessageKey): boolean;
  /** Called at the beginning of each sweep, to record messages that are due. */
  record?(verdict: Exclude<ClockVerdict, 'wrong'>): Promise<void>;
  /** Chooses which of the due messages can be sent now. The others wait, or it has cancelled them. */
  ready(due: readonly QueuedMessage[]): Promise<readonly ReadyMessage[]>;
  /** The message is in its channel. `lateMs`: how long after it was due; undefined when a search has found it. */
  posted?(message: QueuedMessage, lateMs: number | undefined): Promise<void>;
  /** Slack refused the message for good. May be called again for the same refusal, after a crash. */
  refused?(message: QueuedMessage, code: string): Promise<void>;
  /** The message could not be rendered. Gives whether to give it up; otherwise it is retried. */
  unwritten?(message: QueuedMessage): Promise<boolean>;
  /** Nobody can tell whether the message arrived. `code`: why; undefined when the channel has too many messages. */
  unknown?(message: QueuedMessage, code: string | undefined): Promise<void>;
  /** The channel may accept posts again: makes messages due that Slack has refused. False when there are none. */
  channelReturned?(channelId: string): Promise<boolean>;
  /** Called at the end of each sweep. */
  tidy?(): Promise<void>;
}

/** The marks by which a posted message is found again. They hold no business data. */
export function marksOf({ teamId, channelId, kind, occasion }: MessageKey): Marks {
  // Never change these: messages that were posted before an update are found by them. Digests were the first.
  if (kind === STORED) {
    const hash = hashOf(`${teamId}:${kind}:${occasion}`);
    return { event: 'retail_data_message', fingerprint: hash, blockId: `message:${hash}` };
  }
  const fingerprint = `${teamId}:${channelId}:${kind}:${occasion}`;
  return { event: 'retail_data_digest', fingerprint, blockId: `digest:${hashOf(fingerprint)}` };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** What log lines about a message have in common. */
export function logFactsOf({ channelId, kind, occasion }: MessageKey) {
  return { channel: channelId, kind, occasion };
}
