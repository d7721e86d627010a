import {
  type App,
  type Context,
  ErrorCode,
  type Middleware,
  MultipleListenerError,
  type SlackViewMiddlewareArgs,
} from '@slack/bolt';
import type { Logger } from 'pino';
import type { Directory } from '../access/directory.ts';
import type { Languages } from '../access/languages.ts';
import type { Language } from '../language/language.ts';
import { authorizeRequest, knownLanguage } from '../requests/authorize.ts';
import { notifyRefusal } from '../requests/notifyRefusal.ts';
import {
  type AnswerMessage,
  type AnyArgs,
  acknowledge,
  NO_OPTIONS,
  readSlackRequest,
  type SlackRequest,
  slackRequestOf,
} from '../requests/slackRequest.ts';
import { type Check, isStillOpen, validateForm } from '../requests/validate.ts';
import type { AccessPolicy, RequiredCapability } from '../settings/accessPolicy.ts';
import { isAcknowledged } from '../slack/acknowledgingApp.ts';
import { asRequest, noteOutcome, type RequestOutcome } from '../slack/currentRequest.ts';
import type { Message } from '../slack/message.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { UnderWay } from '../workers/underWay.ts';
import { errorMessage, type SpokenCommands, sentenceMessage } from './errorMessage.ts';
import { ReplyUnclear } from './replies.ts';
import { askWords } from './words/words.ts';

/** Called for each request with the name of its command or its kind. */
export type OnHandled = (request: string, outcome: RequestOutcome, durationMs: number) => void;

/** Middleware of listeners: `app.command('/stock', authorize('view_stock'), listener)`. */
export interface ListenerMiddleware {
  readonly authorize: (capability: RequiredCapability) => (args: AnyArgs) => Promise<void>;
  readonly validate: (check: Check) => Middleware<SlackViewMiddlewareArgs>;
}

/** Puts handleRequest around all listeners. */
export function useMiddleware(
  app: Pick<App, 'use'>,
  {
    policy,
    people,
    languages,
    log,
    underWay,
    viewsClient,
    answerMessage,
    onHandled,
    commands,
  }: {
    /** With its teams resolved. */
    readonly policy: AccessPolicy;
    readonly people: Directory;
    readonly languages: Languages;
    readonly log: Logger;
    readonly underWay: Pick<UnderWay, 'track'>;
    readonly viewsClient: ViewsClient;
    readonly answerMessage: AnswerMessage;
    readonly onHandled: OnHandled;
    readonly commands: SpokenCommands;
  },
): ListenerMiddleware {
  const { otherwise } = languages;
  app.use((args) =>
    handleRequest(args, { log, underWay, viewsClient, answerMessage, onHandled, otherwise, commands }),
  );
  return {
    validate: (check) => (args) => validateForm(args, check, log),
    authorize: (capability) => (args) =>
      authorizeRequest(args, capability, { policy, people, languages, log }),
  };
}

interface HandlingParts {
  readonly log: Logger;
  readonly underWay: Pick<UnderWay, 'track'>;
  readonly viewsClient: ViewsClient;
  readonly answerMessage: AnswerMessage;
  /** For people who have not been looked up. */
  readonly otherwise: Language;
  readonly onHandled: OnHandled;
  readonly commands: SpokenCommands;
}

/** A wait that people notice. */
const SLOW_MS = 5_000;

/**
 * The global middleware around every listener. It acknowledges every request, turns an error of a listener into a
 * sentence, and answers a request without a listener. It logs one line per request; all lines of a request share an id.
 */
async function handleRequest(args: AnyArgs, parts: HandlingParts): Promise<void> {
  const startedAt = performance.now();
  args.context.request = readSlackRequest(args, parts.answerMessage);
  await asRequest(async (outcomeOf) => {
    await parts.underWay.track(() => answerRequest(args, parts));
    report(args, outcomeOf(), Math.round(performance.now() - startedAt), parts);
  });
}

/** Logs the command, never the text after it. */
function report(
  args: AnyArgs,
  outcome: RequestOutcome,
  durationMs: number,
  { log, onHandled }: HandlingParts,
): void {
  const request = slackRequestOf(args.context);
  const isNamed = request?.kind === 'command' && outcome !== 'unknown';
  const counted = isNamed ? request.name : (request?.kind ?? 'event');
  onHandled(counted, outcome, durationMs);
  const facts = { listener: listenerOf(request), user: request?.userId, outcome, ms: durationMs };
  if (durationMs >= SLOW_MS) log.warn(facts, 'a request took long');
  // A search makes a request per letter.
  else if (request === undefined || request.kind === 'options') log.debug(facts, 'a request was handled');
  else log.info(facts, 'a request was handled');
}

function listenerOf(request: SlackRequest | undefined): string {
  return request === undefined ? 'of no known kind' : `${request.kind} ${request.name}`;
}

async function answerRequest(args: AnyArgs, parts: HandlingParts): Promise<void> {
  try {
    if (isEvent(args) || slackRequestOf(args.context) !== undefined) await args.next();
  } catch (error) {
    await sayError(args, error, parts);
  }
  if (!isEvent(args) && !isAcknowledged(args.context)) await turnAway(args, parts);
}

/** Bolt acknowledges events before any middleware runs. */
function isEvent(args: AnyArgs): boolean {
  return 'event' in args;
}

/** Never throws. If several listeners fail, the user sees only the first error. */
async function sayError(args: AnyArgs, error: unknown, parts: HandlingParts): Promise<void> {
  const { log } = parts;
  await acknowledge(args, 'options' in args ? NO_OPTIONS : undefined);
  const request = slackRequestOf(args.context);
  const listener = listenerOf(request);
  const { t } = languageOf(args.context, parts);
  const errors = error instanceof MultipleListenerError ? error.originals : [error];
  const unclear = errors.find((each) => each instanceof ReplyUnclear);
  if (unclear !== undefined) {
    // The answer may be there: "Something went wrong" below it would be wrong.
    noteOutcome('failed');
    log.warn({ listener, err: unclear }, 'nobody knows whether an answer arrived');
    return;
  }
  const [message] = errors.map((each) => errorMessage(each, listener, log, t, parts.commands));
  // Slack refused the answer, so it would refuse the error message too.
  if (message === undefined || errors.some(isNotTaken)) return;
  await say(args, message, parts);
}

function isNotTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ErrorCode.RespondError;
}

function languageOf(context: Context, { otherwise }: HandlingParts): Language {
  return knownLanguage(context) ?? otherwise;
}

/** Logs a message that cannot be delivered. */
async function say(args: AnyArgs, message: Message, parts: HandlingParts): Promise<void> {
  const { log, viewsClient } = parts;
  try {
    await notifyRefusal({
      request: slackRequestOf(args.context),
      message,
      isStillOpen: isStillOpen(args.context),
      viewsClient,
      t: languageOf(args.context, parts).t,
    });
  } catch (error) {
    log.warn({ err: error }, 'an answer did not arrive');
  }
}

/** Acknowledges a request without a listener, and answers it where it has a response URL. */
async function turnAway(args: AnyArgs, parts: HandlingParts): Promise<void> {
  noteOutcome('unknown');
  await acknowledge(args);
  const kind = KINDS.find((each) => each in args);
  const request = slackRequestOf(args.context);
  parts.log.warn({ kind, name: request?.name }, 'something came from Slack that nothing here is for');
  if (request?.respond === undefined) return;
  await say(args, sentenceMessage(askWords(languageOf(args.context, parts).t).unknown), parts);
}

const KINDS = ['command', 'options', 'action', 'view', 'shortcut'];
