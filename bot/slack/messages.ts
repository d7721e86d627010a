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

/** The marks of one message, none of which is a business figure: metadata can be read by any app. */
export interface Marks {
  readonly fingerprint: string;
  readonly blockId: string;
}

/** A part of a channel's history, which is read from its newest message back. */
export interface Stretch {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until?: number | undefined;
  /** So many messages are looked at. */
  readonly most: number;
}

export interface Copies {
  readonly found: readonly string[];
  /** False when there are more messages than were looked at. */
  readonly isWhole: boolean;
}

export interface Outbound {
  /** Posts once and never again by itself: Slack has no key that would join doubles. */
  post(channelId: string, message: Message, marks: Marks): Promise<PostOutcome>;
  /** A message to one person, or to a channel about its digest. */
  tell(userOrChannelId: string, message: Message): Promise<PostOutcome>;
  /** The bot's messages with these marks that stand in the channel, the oldest first. */
  copies(channelId: string, marks: Marks, stretch: Stretch): Promise<Outcome<Copies>>;
  remove(channelId: string, ts: string): Promise<Outcome<object>>;
  /**
   * Whether the channel takes digests; `rejected` with the code of what closes it. Asked before anything is sent: Slack
   * shows no history to an app that isn't in the channel, so a process that dies before it has recorded a refusal would
   * leave a digest that nobody can reconcile. A channel that closes after that leaves one too, and its owner is told.
   */
  checkChannel(channelId: string): Promise<Outcome<object>>;
  /** Whether Slack takes the token, by a call that does nothing. */
  signIn(): Promise<Outcome<object>>;
}

export const SLACK_TIMEOUT_MS = 10_000;
const EVENT = 'retail_data_digest';
/** The most that Slack gives at once. It gives 50 pages of history a minute; the longest search has to fit into that. */
const PAGE = 999;

/** By then a digest that Slack refused with the token has been tried again. */
const TRIED_AGAIN_MS = DISABLED_MS + 60_000;

/** The only place that posts to channels. `reach` is told when Slack refuses the token, and when it takes it again. */
export function createOutbound(
  access: SlackAccess,
  reach: SlackReach = UNWATCHED,
  now: () => number = Date.now,
): Outbound {
  const client = createNoRetryClient(access, SLACK_TIMEOUT_MS);
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** `isProof`: Slack may refuse to post with a token with which it tells something. */
  const told = async <Done extends object>(call: () => Promise<Done>, isProof = true) => {
    const outcome = await outcomeOf(call);
    if (outcome.kind === 'rejected' && isDisabled(outcome)) {
      refusedAt = now();
      reach.failed('token', tokenRefused(outcome.code));
    } else if (outcome.kind === 'done' && (isProof || Math.abs(now() - refusedAt) > TRIED_AGAIN_MS)) {
      reach.works('token');
    }
    return outcome;
  };
  let signedIn: Promise<{ readonly bot_id?: string; readonly user_id?: string }> | undefined;
  /** Who the bot is in Slack; asked once, and again after a failure. */
  const self = () => {
    signedIn ??= client.auth.test().catch((error: unknown) => {
      signedIn = undefined;
      throw error;
    });
    return signedIn;
  };

  return {
    post: (channel, { text, blocks: [first, ...rest] }, { fingerprint, blockId }) =>
      told(async () => {
        const blocks = first === undefined ? [] : [{ ...first, block_id: blockId }, ...rest];
        const metadata = { event_type: EVENT, event_payload: { key: fingerprint } };
        return named(await postOnce(client, channel, { text, blocks }, metadata));
      }),

    tell: (userId, message) => told(async () => named(await postOnce(client, userId, message))),

    copies: (channel, marks, { since, until, most }) =>
      told(async () => {
        const own = await self();
        const found: string[] = [];
        let seen = 0;
        let cursor: string | undefined;
        const pages = client.paginate('conversations.history', {
          channel,
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
      told(async () => {
        await client.chat.delete({ channel, ts });
        return {};
      }),

    async checkChannel(channel) {
      const outcome = await told(() => client.conversations.info({ channel }), false);
      const code = outcome.kind === 'done' ? closedBy(outcome.channel) : undefined;
      return code === undefined ? outcome : { kind: 'rejected', code };
    },

    signIn: () =>
      told(async () => {
        await client.auth.test();
        return {};
      }, false),
  };
}

/** Messages to one person, where there is no address to answer at. */
export interface DirectMessages {
  /** Sends it once, in the best rendering that the workspace takes. @throws what Slack said instead */
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

/** The only call that posts. Gives the name of the message; a Slack that accepts it may still leave that out. */
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

/** What has no name cannot be told from what is not there. @throws UnclearAnswer */
function named(ts: string | undefined): { readonly ts: string } {
  if (ts === undefined) throw new UnclearAnswer('Slack accepted the message without naming it');
  return { ts };
}

/** Anybody can put the marks on a message of their own, so its author is what counts; Slack alone writes that. */
function isBy(
  message: { readonly bot_id?: string; readonly user?: string },
  self: { readonly bot_id?: string; readonly user_id?: string },
): boolean {
  if (message.bot_id !== undefined) return message.bot_id === self.bot_id;
  return message.user !== undefined && message.user === self.user_id;
}

function bears(message: object, { fingerprint, blockId }: Marks): boolean {
  const metadata = field(message, 'metadata');
  if (field(field(metadata, 'event_payload'), 'key') === fingerprint) return true;
  const blocks = field(message, 'blocks');
  return Array.isArray(blocks) && blocks.some((block) => field(block, 'block_id') === blockId);
}

/** Why nothing is posted in a channel; undefined for one that is open. */
function closedBy(channel: unknown): string | undefined {
  const is = (name: string) => field(channel, name) === true;
  // Shared with another organisation, or about to be.
  if (is('is_ext_shared') || is('is_pending_ext_shared')) return 'shared_channel';
  if (is('is_archived')) return 'is_archived';
  // Slack leaves the field out only of conversations that it shows to nobody but their members.
  return field(channel, 'is_member') === false ? 'not_in_channel' : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function tokenRefused(code: string): string {
  return `Slack refuses SLACK_BOT_TOKEN (${code}): digests wait until it is accepted again, or the app is installed again and the bot is started with its new token`;
}
