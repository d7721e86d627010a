import type { MessageMetadata } from '@slack/types';
import type { ConversationsHistoryResponse, WebClient } from '@slack/web-api';
import {
  DISABLED_MS,
  errorClassOf,
  isDisabled,
  type Outcome,
  outcomeOf,
  slackErrorCode,
  UnclearAnswer,
} from './errors.ts';
import type { Message, Rendering } from './message.ts';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';
import { type SlackReach, UNWATCHED } from './reach.ts';
import type { RenderingLadder } from './renderingLadder.ts';

export type PostOutcome = Outcome<{ readonly ts: string }>;

/** The marks of one message. They must not contain business data: any app can read metadata. */
export interface Marks {
  /** The type of the metadata. */
  readonly event: string;
  readonly fingerprint: string;
  readonly blockId: string;
}

/** A part of a channel's history, read backwards from its latest message. */
export interface Stretch {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until?: number | undefined;
  /** How many messages to search, rounded up to whole pages. */
  readonly most: number;
}

export interface Copies {
  readonly found: readonly string[];
  /** False if there are more messages than were searched. */
  readonly isWhole: boolean;
}

export interface Outbound {
  /** Posts once, without retries: Slack has no idempotency key. Here and below, a person's id is their direct messages. */
  post(channelId: string, message: Message, marks: Marks): Promise<PostOutcome>;
  /** Sends a message to one person, or to a channel about its digest. */
  tell(userOrChannelId: string, message: Message): Promise<PostOutcome>;
  /** The timestamps of the bot's messages with these marks in the channel, oldest first. */
  copies(channelId: string, marks: Marks, stretch: Stretch): Promise<Outcome<Copies>>;
  remove(channelId: string, ts: string): Promise<Outcome<object>>;
  /**
   * Checks whether messages can be posted in the channel; `rejected` gives the code of the reason. Called before
   * sending: Slack hides the history from an app that isn't in the channel, so a process that dies before recording a
   * refusal would leave a message nobody can reconcile.
   */
  checkChannel(channelId: string): Promise<Outcome<object>>;
  /** Checks with a call that changes nothing whether Slack accepts the token. */
  signIn(): Promise<Outcome<object>>;
}

export const SLACK_TIMEOUT_MS = 10_000;
/** Slack's maximum. It allows 50 pages of history a minute, which the longest search must not exceed. */
const PAGE = 999;

/** By then, a digest that Slack refused because of the token has been tried again. */
const TRIED_AGAIN_MS = DISABLED_MS + 60_000;

/**
 * The only place that posts to channels. Reports to `reach` when Slack refuses the token and when it accepts it again.
 */
export function createOutbound(
  access: SlackAccess,
  reach: SlackReach = UNWATCHED,
  now: () => number = Date.now,
): Outbound {
  const client = createNoRetryClient(access, SLACK_TIMEOUT_MS);
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** `isProof`: success shows that Slack accepts posts. With a token that can't post, some reads still work. */
  const callSlack = async <Done extends object>(call: () => Promise<Done>, isProof = true) => {
    const outcome = await outcomeOf(call);
    if (outcome.kind === 'rejected' && isDisabled(outcome)) {
      refusedAt = now();
      reach.failed('token', tokenRefused(outcome.code));
    } else if (outcome.kind === 'done' && (isProof || Math.abs(now() - refusedAt) > TRIED_AGAIN_MS)) {
      reach.works('token');
    }
    return outcome;
  };
  const self = ownIdentity(client);

  /** The conversation with these ids: that of a person, opened again, or the channel itself. */
  const conversationOf = async (id: string) => {
    if (!isPerson(id)) return id;
    const { channel } = await client.conversations.open({ users: id });
    if (channel?.id === undefined) throw new UnclearAnswer('Slack opened a conversation without naming it');
    return channel.id;
  };

  return {
    post: (channel, { text, blocks: [first, ...rest] }, { event, fingerprint, blockId }) =>
      callSlack(async () => {
        const blocks = first === undefined ? [] : [{ ...first, block_id: blockId }, ...rest];
        const metadata = { event_type: event, event_payload: { key: fingerprint } };
        return named(await postOnce(client, channel, { text, blocks }, metadata));
      }),

    tell: (userId, message) => callSlack(async () => named(await postOnce(client, userId, message))),

    copies: (channel, marks, { since, until, most }) =>
      callSlack(async () => {
        const own = await self();
        const conversation = await conversationOf(channel);
        const found: string[] = [];
        let seen = 0;
        let cursor: string | undefined;
        const pages = client.paginate('conversations.history', {
          channel: conversation,
          oldest: String(Math.max(0, Math.floor(since / 1_000))),
          ...(until === undefined ? {} : { latest: String(Math.ceil(until / 1_000)) }),
          inclusive: true,
          include_all_metadata: true,
          limit: PAGE,
        });
        for await (const page of pages) {
          const { messages = [], response_metadata: metadata }: ConversationsHistoryResponse = page;
          for (const message of messages) {
            const isMarked = isBy(message, own) && bears(message, marks);
            if (isMarked && message.ts !== undefined) found.push(message.ts);
          }
          cursor = metadata?.next_cursor;
          seen += PAGE;
          if (seen >= most) break;
        }
        return {
          found: found.toSorted((one, other) => Number(one) - Number(other)),
          isWhole: cursor === undefined || cursor === '',
        };
      }),

    remove: (channel, ts) =>
      callSlack(async () => {
        await client.chat.delete({ channel: await conversationOf(channel), ts });
        return {};
      }),

    async checkChannel(channel) {
      // Slack opens direct messages with the first one.
      if (isPerson(channel)) return { kind: 'done' };
      const outcome = await callSlack(() => client.conversations.info({ channel }), false);
      const code = outcome.kind === 'done' ? closedBy(outcome.channel) : undefined;
      return code === undefined ? outcome : { kind: 'rejected', code };
    },

    signIn: () =>
      callSlack(async () => {
        await client.auth.test();
        return {};
      }, false),
  };
}

/** Direct messages, for when there is no response URL. */
export interface DirectMessages {
  /** Sends once, in the best rendering that the workspace accepts. @throws Slack's error */
  send(teamId: string, userId: string, render: (rendering: Rendering) => Message): Promise<void>;
}

export function createDirectMessages(access: SlackAccess, ladder: RenderingLadder): DirectMessages {
  const client = createNoRetryClient(access, SLACK_TIMEOUT_MS);
  return {
    async send(teamId, userId, render) {
      const sent = await ladder.climb(teamId, async (rendering) => {
        try {
          await postOnce(client, userId, render(rendering));
          return { result: undefined };
        } catch (error) {
          const code = slackErrorCode(error);
          if (code === undefined || errorClassOf(code) !== 'degrade') throw error;
          return { refusal: error };
        }
      });
      if ('refusal' in sent) throw sent.refusal;
    },
  };
}

/** Whether an id is that of a person. */
export function isPerson(id: string): boolean {
  return /^[UW]/.test(id);
}

/** The only call that posts. Returns the timestamp of the message, which Slack may omit even on success. */
async function postOnce(
  client: WebClient,
  channel: string,
  { text, blocks }: Message,
  metadata?: MessageMetadata,
): Promise<string | undefined> {
  const { ts } = await client.chat.postMessage({
    channel,
    text,
    blocks,
    ...(metadata === undefined ? {} : { metadata }),
    unfurl_links: false,
    unfurl_media: false,
  });
  return ts;
}

/** Without a timestamp, the message can't be found again. @throws UnclearAnswer */
function named(ts: string | undefined): { readonly ts: string } {
  if (ts === undefined) throw new UnclearAnswer('Slack accepted the message without naming it');
  return { ts };
}

export interface Identity {
  readonly bot_id?: string;
  readonly user_id?: string;
}

/** Looks up the bot's own identity in Slack: once, and again after a failure. */
export function ownIdentity(client: WebClient): () => Promise<Identity> {
  let signedIn: Promise<Identity> | undefined;
  return () => {
    signedIn ??= client.auth.test().catch((error: unknown) => {
      signedIn = undefined;
      throw error;
    });
    return signedIn;
  };
}

/** Anybody can copy the marks, so the author decides: only Slack can set that. */
export function isBy(message: { readonly bot_id?: string; readonly user?: string }, self: Identity): boolean {
  if (message.bot_id !== undefined) return message.bot_id === self.bot_id;
  return message.user !== undefined && message.user === self.user_id;
}

function bears(message: object, { fingerprint, blockId }: Marks): boolean {
  const metadata = field(message, 'metadata');
  if (field(field(metadata, 'event_payload'), 'key') === fingerprint) return true;
  const blocks = field(message, 'blocks');
  return Array.isArray(blocks) && blocks.some((block) => field(block, 'block_id') === blockId);
}

/** Why the channel can't take posts, as an error code; undefined if it can. */
function closedBy(channel: unknown): string | undefined {
  const is = (name: string) => field(channel, name) === true;
  // Shared with another organisation, or about to be.
  if (is('is_ext_shared') || is('is_pending_ext_shared')) return 'shared_channel';
  if (is('is_archived')) return 'is_archived';
  // Slack omits `is_member` only for conversations that only their members can see.
  return field(channel, 'is_member') === false ? 'not_in_channel' : undefined;
}

/** A property of something that Slack sent; undefined where it is missing. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function tokenRefused(code: string): string {
  return `Slack refuses SLACK_BOT_TOKEN (${code}): digests wait until it is accepted again, or the app is installed again and the bot is started with its new token`;
}
