import type {
  AllMiddlewareArgs,
  BlockAction,
  Context,
  RespondFn,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackViewMiddlewareArgs,
  SlashCommand,
  ViewOutput,
} from '@slack/bolt';
import type { Actor } from '../access/actor.ts';
import { actorOf } from './authorize.ts';
import { type AnyArgs, at, type Mentioned, type SlackRequest, slackRequestOf } from './slackRequest.ts';

/** The arguments that Bolt gives to each kind of listener. */
export type BoltCommand = AllMiddlewareArgs & SlackCommandMiddlewareArgs;
export type BoltAction = AllMiddlewareArgs & SlackActionMiddlewareArgs;
export type BoltSubmission = AllMiddlewareArgs & SlackViewMiddlewareArgs;
export type BoltSearch = AllMiddlewareArgs & SlackOptionsMiddlewareArgs<'block_suggestion'>;

export interface CommandArgs {
  readonly actor: Actor;
  readonly command: SlashCommand;
  readonly respond: RespondFn;
}

export interface ActionArgs {
  readonly actor: Actor;
  readonly body: BlockAction;
  /** The value of the button or of the chosen option; empty when there is none. */
  readonly value: string;
  /** Undefined for a click in a modal or on App Home, which have no response URL. */
  readonly respond: RespondFn | undefined;
}

export interface SubmissionArgs {
  readonly actor: Actor;
  readonly view: ViewOutput;
}

export interface SearchArgs {
  readonly actor: Actor;
  /** What has been typed so far. */
  readonly typed: string;
}

export interface MessageArgs {
  readonly actor: Actor;
  readonly message: Mentioned;
  readonly respond: RespondFn;
}

/** The arguments of a listener after authorize(). Links in its answers do not unfurl. */
export function commandArgs(args: BoltCommand): CommandArgs {
  const { command, respond } = requestOf('command', args.context);
  return { actor: actorOf(args.context), command, respond };
}

export function actionArgs(args: BoltAction): ActionArgs {
  const { body, action, respond } = requestOf('action', args.context);
  const value = at(action, 'value') ?? at(action, 'selected_option', 'value');
  return {
    actor: actorOf(args.context),
    body,
    value: typeof value === 'string' ? value : '',
    respond,
  };
}

export function submissionArgs(args: BoltSubmission): SubmissionArgs {
  return { actor: actorOf(args.context), view: requestOf('submission', args.context).view };
}

export function searchArgs(args: BoltSearch): SearchArgs {
  return { actor: actorOf(args.context), typed: requestOf('options', args.context).typed };
}

export function messageArgs(args: AnyArgs): MessageArgs {
  const { message, respond } = requestOf('message', args.context);
  return { actor: actorOf(args.context), message, respond };
}

/** @throws TypeError when the listener is registered for another kind of request */
function requestOf<Kind extends SlackRequest['kind']>(
  kind: Kind,
  context: Context,
): Extract<SlackRequest, { kind: Kind }> {
  const request = slackRequestOf(context);
  if (request === undefined || !isOf(kind, request)) throw new TypeError(`not of the kind ${kind}`);
  return request;
}

function isOf<Kind extends SlackRequest['kind']>(
  kind: Kind,
  request: SlackRequest,
): request is Extract<SlackRequest, { kind: Kind }> {
  return request.kind === kind;
}

/** Matches `name`, `name:0`, `name:1`: action ids must be unique within a message. */
export function repeated(actionId: string): RegExp {
  return new RegExp(`^${actionId}(?::.*)?$`, 's');
}
