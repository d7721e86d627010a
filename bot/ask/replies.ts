import { ErrorCode, type RespondFn } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import { answerMark } from '../slack/conversation.ts';
import { BROKEN_INSIDE } from '../slack/errors.ts';
import type { Message, Render, Rendering } from '../slack/message.ts';
import type { Attempt, RenderingLadder } from '../slack/renderingLadder.ts';
import type { UnderWay } from '../workers/underWay.ts';
import { errorMessage, type SpokenCommands, sentenceMessage } from './errorMessage.ts';
import type { AnswerReader } from './reader.ts';
import { askWords } from './words/words.ts';

/** An answer of one sentence, in mrkdwn. */
export function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

/** How `actor` reads an answer in `rendering`. */
export type ReaderFor = (actor: Actor, rendering: Rendering) => AnswerReader;

interface AnswerTo {
  /** What was typed or clicked, for the log. */
  readonly what: string;
  readonly actor: Actor;
  readonly respond: RespondFn;
  /** A reply to a click must not replace the original, which is the message with the button. */
  readonly isClick?: true;
  /** For whom the answer is, once there is one; only for the person when undefined. */
  readonly visibility?: () => ReplyTo;
}

/** Answers people; nothing else does. */
export interface Replies {
  /**
   * Answers a command, a click or a message; only the person sees it unless `visibility` says otherwise. Says so when the answer takes a while. An error of `answer`
   * becomes a sentence.
   */
  answerTo(to: AnswerTo, answer: () => Promise<Render>): Promise<void>;
  /** The answer, or the sentence for the error of `answer`. `what`: see AnswerTo. */
  render(what: string, actor: Actor, answer: () => Promise<Render>): Promise<Render>;
}

const PROGRESS_AFTER_MS = 1_500;

export function createReplies(
  clock: Clock,
  log: Logger,
  ladder: RenderingLadder,
  underWay: Pick<UnderWay, 'track'>,
  commands: SpokenCommands,
): Replies {
  /** Says after PROGRESS_AFTER_MS that the answer takes a while. True when Slack accepted that. */
  const announceProgress = async ({ actor, respond }: AnswerTo, done: AbortSignal): Promise<boolean> => {
    try {
      await clock.sleep(PROGRESS_AFTER_MS, done);
    } catch {
      return false;
    }
    try {
      const text = askWords(actor.language.t).takesAWhile;
      await underWay.track(() => respond({ response_type: 'ephemeral', replace_original: false, text }));
      return true;
    } catch (error) {
      // Only the answer matters, and a refusal of it is reported separately.
      log.warn({ err: error }, 'the announcement of a slow answer did not arrive');
      return false;
    }
  };

  const render: Replies['render'] = async (what, actor, answer) => {
    try {
      return await answer();
    } catch (error) {
      const message = errorMessage(error, what, log, actor.language.t, commands);
      return () => message;
    }
  };

  return {
    render,
    async answerTo(to, answer) {
      const { what, actor, respond, isClick, visibility } = to;
      const done = new AbortController();
      const progress = announceProgress(to, done.signal);
      const drawn = await render(what, actor, answer);
      done.abort();
      const announced = await progress;
      const shown = visibility?.() ?? ({ kind: 'private', replace: announced && isClick !== true } as const);
      await reply(ladder, actor.teamId, respond, drawn, shown);
    },
  };
}

export type ReplyTo =
  /** Only the person sees it. `replace`: replaces the original message. */
  | { readonly kind: 'private'; readonly replace: boolean }
  /** Everybody in the channel sees it. `command` marks it as the answer to it. */
  | { readonly kind: 'channel'; readonly command?: string | undefined };

/** Slack refused every rendering, so the answer did not arrive. */
export class ReplyRefused extends Error {
  /** Tells handleRequest that Slack would refuse an error message too. */
  readonly code = ErrorCode.RespondError;

  constructor(reason: string) {
    super(`Slack took the answer in no rendering: ${reason}`);
    this.name = 'ReplyRefused';
  }
}

/** The answer may or may not have arrived. */
export class ReplyUnclear extends Error {
  constructor(cause: unknown) {
    super('Slack did not say whether it took the answer', { cause });
    this.name = 'ReplyUnclear';
  }
}

/**
 * Answers on the response URL of a command or a click. Slack refuses blocks that it does not know: then a plainer
 * rendering is sent, and remembered for the workspace. An answer that may have arrived is not sent again.
 * @throws ReplyRefused, ReplyUnclear
 */
export async function reply(
  ladder: RenderingLadder,
  teamId: string,
  respond: RespondFn,
  render: (rendering: Rendering) => Message,
  to: ReplyTo,
): Promise<void> {
  const sent = await ladder.climb(teamId, (rendering) => attempt(respond, render(rendering), to));
  if ('refusal' in sent) throw new ReplyRefused(String(sent.refusal));
}

async function attempt(
  respond: RespondFn,
  { text, blocks }: Message,
  to: ReplyTo,
): Promise<Attempt<undefined>> {
  try {
    const answer = await respond({
      response_type: to.kind === 'private' ? 'ephemeral' : 'in_channel',
      replace_original: to.kind === 'private' && to.replace,
      text,
      blocks,
      ...(to.kind === 'channel' && to.command !== undefined ? { metadata: answerMark(to.command) } : {}),
      unfurl_links: false,
      unfurl_media: false,
    });
    const refusal = refusalIn(await answer.text());
    if (refusal !== undefined && BROKEN_INSIDE.has(refusal)) throw new ReplyUnclear(refusal);
    return refusal === undefined ? { result: undefined } : { refusal };
  } catch (error) {
    if (error instanceof ReplyUnclear) throw error;
    if (!isRefusal(error)) throw new ReplyUnclear(error);
    return { refusal: error.message };
  }
}

/** After a 5xx the answer may have arrived, so that is not a refusal. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error && error.code === ErrorCode.RespondError)) return false;
  return !('statusCode' in error) || Number(error.statusCode) < 500;
}

/** Slack may refuse with status 200 and a reason in the body. */
function refusalIn(body: string): string | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null || !('ok' in answer) || answer.ok !== false) {
      return undefined;
    }
    return 'error' in answer ? String(answer.error) : 'no reason given';
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
