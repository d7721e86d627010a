import type {
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  BlockAction,
  BlockSuggestion,
  Context,
  RespondFn,
  SlashCommand,
  ViewOutput,
  ViewSubmitAction,
} from '@slack/bolt';
import { isRecord } from 'retail-data-client/operations/fields';
import { withoutMention } from '../slack/conversation.ts';
import { readMetadata } from '../slack/metadata.ts';

export type AnyArgs = AllMiddlewareArgs & AnyMiddlewareArgs;

/** The event stands in for a name, which App Home doesn't have. */
const HOME = 'app_home_opened';

/** Who sent a request, and from where, according to the payload; not looked up yet. */
export interface Sender {
  readonly userId: string;
  readonly teamId: string;
  readonly channelId: string | undefined;
  readonly triggerId: string | undefined;
  /** The modal it happened in. */
  readonly modalId: string | undefined;
}

/**
 * A request from Slack whose shape has been checked. `respond` answers where it came from; undefined without a response
 * URL.
 */
export type SlackRequest = Sender & { readonly name: string; readonly respond: RespondFn | undefined } & (
    | { readonly kind: 'command'; readonly command: SlashCommand; readonly respond: RespondFn }
    | { readonly kind: 'action'; readonly body: BlockAction; readonly action: BlockAction['actions'][number] }
    | { readonly kind: 'submission'; readonly view: ViewOutput }
    | { readonly kind: 'options'; readonly typed: string }
    | { readonly kind: 'home'; readonly tab: 'home' | 'messages' }
    | { readonly kind: 'message'; readonly message: Mentioned; readonly respond: RespondFn }
  );

/** A message to the bot: a mention in a channel, or a direct message. */
export interface Mentioned {
  readonly channelId: string;
  readonly ts: string;
  /** The thread that the message is in; undefined outside a thread. */
  readonly threadTs: string | undefined;
  readonly isDirect: boolean;
  /** Without the mention of the bot. */
  readonly text: string;
}

/** Answers a message: privately, or where everybody in the conversation sees it. */
export type AnswerMessage = (message: Mentioned, userId: string) => RespondFn;

/**
 * Reads a payload; nothing else does. Undefined for other kinds of payloads, and for one without the expected shape.
 */
export function readSlackRequest(args: AnyArgs, answerMessage: AnswerMessage): SlackRequest | undefined {
  const respond = respondOf(args);
  if ('command' in args) return commandOf(args.command, respond);
  if ('options' in args) return optionsOf(args.body);
  if ('action' in args) return actionOf(args.body, args.action, respond);
  if ('view' in args) return submissionOf(args.body);
  if ('event' in args)
    return (
      homeOf(args.body, args.event) ?? messageOf(args.body, args.event, answerMessage, args.context.botUserId)
    );
  return undefined;
}

/** The request that handleRequest has read from the payload. */
export function slackRequestOf(context: Context): SlackRequest | undefined {
  return context.request;
}

/**
 * Answers a click in a thread in that thread. Turns unfurling off: Slack would otherwise fetch and show a link in a name
 * from the data service.
 */
function respondOf(args: AnyArgs): RespondFn | undefined {
  const respond = 'respond' in args ? args.respond : undefined;
  if (respond === undefined) return undefined;
  const threadTs = at(args.body, 'container', 'thread_ts');
  return (message) =>
    respond({
      ...(isText(threadTs) ? { thread_ts: threadTs } : {}),
      unfurl_links: false,
      unfurl_media: false,
      ...(typeof message === 'string' ? { text: message } : message),
    });
}

/** Bolt acknowledges events itself; a second acknowledgement does nothing. */
export async function acknowledge(args: AnyArgs, answer?: unknown): Promise<void> {
  if (!('ack' in args) || args.ack === undefined) return;
  await Reflect.apply(args.ack, undefined, answer === undefined ? [] : [answer]);
}

/** The acknowledgement of a search that finds nothing. */
export const NO_OPTIONS = { options: [] };

function commandOf(command: SlashCommand, respond: RespondFn | undefined): SlackRequest | undefined {
  const sender = senderOf({
    userId: at(command, 'user_id'),
    teamId: at(command, 'team_id'),
    channelId: at(command, 'channel_id'),
    triggerId: at(command, 'trigger_id'),
  });
  const isWhole = ['command', 'text'].every((key) => typeof at(command, key) === 'string');
  if (sender?.channelId === undefined || !isWhole || respond === undefined) return undefined;
  return { ...sender, kind: 'command', name: command.command, command, respond };
}

function actionOf(body: unknown, action: unknown, respond: RespondFn | undefined): SlackRequest | undefined {
  const sender = senderOfInteraction(body);
  if (sender === undefined || !isAction(action) || !isBlockAction(body)) return undefined;
  return { ...sender, kind: 'action', name: action.action_id, body, action, respond };
}

function submissionOf(body: unknown): SlackRequest | undefined {
  const sender = senderOfInteraction(body);
  if (sender === undefined || !isSubmission(body)) return undefined;
  const { view } = body;
  return { ...sender, kind: 'submission', name: view.callback_id, view, respond: undefined };
}

function optionsOf(body: unknown): SlackRequest | undefined {
  const sender = senderOfInteraction(body);
  if (sender === undefined || !isSuggestion(body)) return undefined;
  return { ...sender, kind: 'options', name: body.action_id, typed: body.value, respond: undefined };
}

function homeOf(body: unknown, event: unknown): SlackRequest | undefined {
  if (at(event, 'type') !== HOME) return undefined;
  const sender = senderOf({ userId: at(event, 'user'), teamId: at(body, 'team_id') });
  const tab = at(event, 'tab');
  if (sender === undefined || (tab !== 'home' && tab !== 'messages')) return undefined;
  return { ...sender, kind: 'home', name: HOME, tab, respond: undefined };
}

/** Messages of bots, edits and messages of Slack itself, such as a joined member, are no questions. */
function messageOf(
  body: unknown,
  event: unknown,
  answer: AnswerMessage,
  botUserId: string | undefined,
): SlackRequest | undefined {
  const type = at(event, 'type');
  const isDirect = type === 'message' && at(event, 'channel_type') === 'im';
  if (type !== 'app_mention' && !isDirect) return undefined;
  if (['edited', 'subtype', 'bot_id'].some((key) => at(event, key) !== undefined)) return undefined;
  const [channelId, ts, text, threadTs] = ['channel', 'ts', 'text', 'thread_ts'].map((key) => at(event, key));
  const sender = senderOf({
    userId: at(event, 'user'),
    teamId: at(body, 'team_id'),
    // Slack sends messages of no direct messages but the person's own with the app.
    channelId: isDirect ? undefined : channelId,
  });
  if (sender === undefined || !isText(channelId) || !isText(ts) || typeof text !== 'string') return undefined;
  const message = {
    channelId,
    ts,
    isDirect,
    threadTs: isText(threadTs) ? threadTs : undefined,
    text: withoutMention(text, botUserId),
  };
  const name = isDirect ? 'direct message' : 'mention';
  return { ...sender, kind: 'message', name, message, respond: answer(message, sender.userId) };
}

function senderOfInteraction(body: unknown): Sender | undefined {
  const isModal = at(body, 'view', 'type') === 'modal';
  const metadata = at(body, 'view', 'private_metadata');
  const channelId =
    at(body, 'channel', 'id') ??
    at(body, 'container', 'channel_id') ??
    (typeof metadata === 'string' ? readMetadata(metadata).channelId : undefined);
  return senderOf({
    userId: at(body, 'user', 'id'),
    teamId: at(body, 'team', 'id') ?? at(body, 'user', 'team_id') ?? at(body, 'enterprise', 'id'),
    channelId,
    triggerId: at(body, 'trigger_id'),
    modalId: isModal ? at(body, 'view', 'id') : undefined,
  });
}

interface Claimed {
  readonly userId: unknown;
  readonly teamId: unknown;
  readonly channelId?: unknown;
  readonly triggerId?: unknown;
  readonly modalId?: unknown;
}

/** Undefined without a user or team. The demo's Slack sends an empty channel for App Home. */
function senderOf({ userId, teamId, channelId, triggerId, modalId }: Claimed): Sender | undefined {
  if (!isText(userId) || !isText(teamId)) return undefined;
  return {
    userId,
    teamId,
    channelId: isText(channelId) ? channelId : undefined,
    triggerId: isText(triggerId) ? triggerId : undefined,
    modalId: isText(modalId) ? modalId : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isAction(action: unknown): action is BlockAction['actions'][number] {
  return typeof at(action, 'action_id') === 'string' && typeof at(action, 'type') === 'string';
}

function isBlockAction(body: unknown): body is BlockAction {
  return at(body, 'type') === 'block_actions' && Array.isArray(at(body, 'actions'));
}

function isSubmission(body: unknown): body is ViewSubmitAction {
  const view = at(body, 'view');
  return (
    at(body, 'type') === 'view_submission' &&
    [at(view, 'id'), at(view, 'callback_id'), at(view, 'private_metadata')].every(
      (text) => typeof text === 'string',
    ) &&
    isRecord(at(view, 'state', 'values'))
  );
}

function isSuggestion(body: unknown): body is BlockSuggestion {
  return (
    at(body, 'type') === 'block_suggestion' &&
    typeof at(body, 'action_id') === 'string' &&
    typeof at(body, 'value') === 'string'
  );
}

/** The value at `path` in `value`; undefined when it is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined),
    value,
  );
}
