import type { RespondFn } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/core';
import type { Actor } from '../../access/actor.ts';
import { languageFor } from '../../language/language.ts';
import type { Message, Rendering } from '../../slack/message.ts';
import type { PendingRequests } from '../../slack/pendingRequests.ts';
import type { RenderingLadder } from '../../slack/renderingLadder.ts';
import { errorMessage } from '../errorMessage.ts';
import { reply } from './replying.ts';

export interface AnsweringParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Renderings to try in a workspace, the best first. */
  readonly ladder: RenderingLadder;
  readonly pendingRequests: Pick<PendingRequests, 'whenQuiet'>;
}

/** The answer to a command in each rendering. */
export type Render = (rendering: Rendering) => Message;

const PROGRESS_AFTER_MS = 1_500;

export interface AnswerTo {
  /** What was typed or clicked, for the log. */
  readonly what: string;
  readonly teamId: string;
  readonly respond: RespondFn;
  /** On the address of a click the original is the message with the button, which must stay. */
  readonly isClick?: true;
}

/**
 * Answers a command or a click to the person alone, and says so when it takes a while. Nothing that is typed and nothing
 * the service does leaves it without an answer.
 */
export async function answerTo(
  parts: AnsweringParts,
  { what, teamId, respond, isClick }: AnswerTo,
  answer: () => Promise<Render>,
): Promise<void> {
  const done = new AbortController();
  const progress = announceProgress(parts, respond, done.signal);
  const render = await rendered(parts, what, answer);
  done.abort();
  const announced = await progress;
  await parts.pendingRequests.whenQuiet();
  await reply(parts.ladder, teamId, respond, render, {
    kind: 'private',
    replace: announced && isClick !== true,
  });
}

/** Says that it takes a while, when it does; true when it was said. */
async function announceProgress(
  parts: AnsweringParts,
  respond: RespondFn,
  done: AbortSignal,
): Promise<boolean> {
  try {
    await parts.clock.sleep(PROGRESS_AFTER_MS, done);
  } catch {
    return false;
  }
  try {
    await respond({
      response_type: 'ephemeral',
      replace_original: false,
      text: languageFor('en').t.replies.takesAWhile,
    });
    return true;
  } catch (error) {
    // Only the answer matters; it is still to come, and has an address of its own to fail on.
    parts.log.warn({ err: error }, 'the announcement of a slow answer did not arrive');
    return false;
  }
}

/** The answer, or the sentence that says why there is none. */
export async function rendered(
  { log }: Pick<AnsweringParts, 'log'>,
  what: string,
  answer: () => Promise<Render>,
): Promise<Render> {
  try {
    return await answer();
  } catch (error) {
    const message = errorMessage(error, what, log, languageFor('en').t);
    return () => message;
  }
}

/** Answers whoever set something off. */
export interface Replies {
  answerTo(
    to: {
      readonly what: string;
      readonly actor: Actor;
      readonly respond: RespondFn;
      readonly isClick?: true;
    },
    answer: () => Promise<Render>,
  ): Promise<void>;
  /** The answer, or the sentence that says why there is none. */
  render(what: string, actor: Actor, answer: () => Promise<Render>): Promise<Render>;
}

export function createReplies(parts: AnsweringParts): Replies {
  return {
    answerTo: ({ actor, ...asked }, answer) => answerTo(parts, { ...asked, teamId: actor.teamId }, answer),
    render: (what, _actor, answer) => rendered(parts, what, answer),
  };
}
