import { ErrorCode, type RespondArguments, type RespondFn } from '@slack/bolt';
import type { MessageMetadata } from '@slack/types';
import type { Clock } from 'retail-data-client/clock/clock';
import { outcomeOf } from './errors.ts';
import { field, type Identity, isBy, ownIdentity, SLACK_TIMEOUT_MS } from './messages.ts';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

/** Where a message to the bot stands, and who wrote it. */
export interface Spot {
  readonly channelId: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  readonly isDirect: boolean;
}

/** What was asked before a message, in its thread or direct conversation. */
export interface Above {
  /** The commands that the bot answered for everybody, the last one first. */
  readonly answered: readonly string[];
  /** What people wrote to the bot last, after the last of them, in its order: those answers have no command. */
  readonly others: readonly string[];
}

/** Answers messages to the bot, and finds what was asked before them. */
export interface Conversations {
  /**
   * Answers like the response URL of a command: `ephemeral` only for the person, else for all in the conversation. A
   * mention is answered in its thread; only for the person, in the channel unless the thread has begun: Slack shows such
   * an answer nowhere else.
   */
  answer(spot: Spot, userId: string): RespondFn;
  /** Nothing where Slack doesn't show the app its history. */
  above(spot: Spot): Promise<Above>;
}

/** The mark of an answer. Its command was asked where everybody who can read the mark could read the question. */
const ANSWER_EVENT = 'retail_data_answer';

/** Older ones say nothing of the last question. */
const MOST_OTHERS = 20;
const NOTHING_ABOVE: Above = { answered: [], others: [] };

export function answerMark(command: string): MessageMetadata {
  return { event_type: ANSWER_EVENT, event_payload: { command } };
}

/** Longer waits end in a refusal: nobody waits for an answer so long. */
const LONGEST_WAIT_MS = 30_000;
/** A history is read from its newest message, a thread from its oldest: a page of it has to hold all. */
const LOOKED_AT = { history: 20, thread: 999 };

/** Tells middleware that Slack would refuse an error message too. */
class AnswerRefused extends Error {
  readonly code = ErrorCode.RespondError;
}

export function createConversations(access: SlackAccess, clock: Pick<Clock, 'sleep'>): Conversations {
  const client = createNoRetryClient(access, SLACK_TIMEOUT_MS);
  const self = ownIdentity(client);

  const post = async (spot: Spot, userId: string, message: RespondArguments) => {
    const { channelId: channel, isDirect, ts } = spot;
    const isPrivate = message.response_type !== 'in_channel' && !isDirect;
    const thread = spot.threadTs ?? (isDirect || isPrivate ? undefined : ts);
    const { text = '', metadata } = message;
    const blocks = 'blocks' in message ? message.blocks : undefined;
    const sent = {
      channel,
      text,
      ...(blocks === undefined ? {} : { blocks }),
      ...(thread === undefined ? {} : { thread_ts: thread }),
    };
    return outcomeOf<object>(() =>
      isPrivate
        ? client.chat.postEphemeral({ ...sent, user: userId })
        : client.chat.postMessage({
            ...sent,
            ...(metadata === undefined ? {} : { metadata }),
            unfurl_links: false,
            unfurl_media: false,
          }),
    );
  };

  return {
    answer: (spot, userId) => async (given) => {
      const message: RespondArguments = typeof given === 'string' ? { text: given } : given;
      let outcome = await post(spot, userId, message);
      if (outcome.kind === 'rateLimited' && outcome.retryAfterMs <= LONGEST_WAIT_MS) {
        await clock.sleep(outcome.retryAfterMs);
        outcome = await post(spot, userId, message);
      }
      if (outcome.kind === 'done') return new Response('ok');
      if (outcome.kind === 'rejected') return Response.json({ ok: false, error: outcome.code });
      if (outcome.kind === 'rateLimited') throw new AnswerRefused('Slack takes no more messages for a while');
      throw new Error(`Slack did not say whether it took the message (${outcome.detail})`);
    },

    async above({ channelId: channel, threadTs, ts, isDirect }) {
      if (threadTs === undefined && !isDirect) return NOTHING_ABOVE;
      const before = { channel, latest: ts, include_all_metadata: true };
      const found = await outcomeOf<{ readonly own: Identity; readonly messages?: readonly object[] }>(
        async () => ({
          own: await self(),
          ...(await (threadTs === undefined
            ? client.conversations.history({ ...before, limit: LOOKED_AT.history })
            : client.conversations.replies({ ...before, ts: threadTs, limit: LOOKED_AT.thread }))),
        }),
      );
      if (found.kind !== 'done') return NOTHING_ABOVE;
      const { own } = found;
      const timeOf = (message: object) => Number(field(message, 'ts'));
      const messages = (found.messages ?? [])
        .filter((message) => timeOf(message) < Number(ts))
        .toSorted((one, other) => timeOf(other) - timeOf(one))
        .map((message) =>
          isBy(message, own) ? { command: commandIn(message) } : { text: textTo(message, own, isDirect) },
        );
      const isAnswer = ({ command }: { readonly command?: string | undefined }) => command !== undefined;
      const last = messages.findIndex(isAnswer);
      return {
        answered: messages.flatMap(({ command }) => command ?? []),
        others: messages
          .slice(0, last === -1 ? messages.length : last)
          .flatMap(({ text }) => text ?? [])
          .slice(0, MOST_OTHERS)
          .reverse(),
      };
    },
  };
}

/** What a person's message says to the bot: without its mention, which a message in a channel has. */
function textTo(message: object, { user_id: self }: Identity, isDirect: boolean): string | undefined {
  const text = field(message, 'text');
  if (typeof text !== 'string' || ['subtype', 'bot_id'].some((key) => field(message, key) !== undefined))
    return undefined;
  const said = withoutMention(text, self);
  return isDirect || said !== text ? said : undefined;
}

/** A message without the mention of the bot. */
export function withoutMention(text: string, botUserId: string | undefined): string {
  return text.replaceAll(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>`, 'g'), ' ').trim();
}

/** The command that a message of the bot answers. */
function commandIn(message: object): string | undefined {
  const metadata = field(message, 'metadata');
  if (field(metadata, 'event_type') !== ANSWER_EVENT) return undefined;
  const command = field(field(metadata, 'event_payload'), 'command');
  return typeof command === 'string' ? command : undefined;
}
