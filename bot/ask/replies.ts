import type { RespondFn } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import type { Message, Rendering } from '../slack/message.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import { errorMessage } from './errorMessage.ts';
import { sentenceMessage } from './mistake.ts';
import type { AnswerReader } from './reader.ts';
import { reply } from './replying.ts';

/** An answer in each rendering. */
export type Render = (rendering: Rendering) => Message;

/** An answer of one sentence, in mrkdwn. */
export function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

/** How somebody reads figures in that rendering. */
export type ReaderFor = (actor: Actor, rendering: Rendering) => AnswerReader;

export interface AnswerTo {
  /** What was typed or clicked, for the log. */
  readonly what: string;
  readonly actor: Actor;
  readonly respond: RespondFn;
  /** On the address of a click the original is the message with the button, which must stay. */
  readonly isClick?: true;
}

/** The one way in which a person is answered. */
export interface Replies {
  /**
   * Answers a command or a click to the person alone, and says so when it takes a while. Nothing that is typed and
   * nothing the service does leaves it without an answer.
   */
  answerTo(to: AnswerTo, answer: () => Promise<Render>): Promise<void>;
  /** The answer, or the sentence that says why there is none. `what`: as in AnswerTo. */
  render(what: string, actor: Actor, answer: () => Promise<Render>): Promise<Render>;
}

const PROGRESS_AFTER_MS = 1_500;

export function createReplies(clock: Clock, log: Logger, ladder: RenderingLadder): Replies {
  /** Says that it takes a while, when it does; true when it was said. */
  const announceProgress = async ({ actor, respond }: AnswerTo, done: AbortSignal): Promise<boolean> => {
    try {
      await clock.sleep(PROGRESS_AFTER_MS, done);
    } catch {
      return false;
    }
    try {
      await respond({
        response_type: 'ephemeral',
        replace_original: false,
        text: actor.language.t.replies.takesAWhile,
      });
      return true;
    } catch (error) {
      // Only the answer matters; it is still to come, and has an address of its own to fail on.
      log.warn({ err: error }, 'the announcement of a slow answer did not arrive');
      return false;
    }
  };

  const render: Replies['render'] = async (what, actor, answer) => {
    try {
      return await answer();
    } catch (error) {
      const message = errorMessage(error, what, log, actor.language.t);
      return () => message;
    }
  };

  return {
    render,
    async answerTo(to, answer) {
      const { what, actor, respond, isClick } = to;
      const done = new AbortController();
      const progress = announceProgress(to, done.signal);
      const drawn = await render(what, actor, answer);
      done.abort();
      const announced = await progress;
      await reply(ladder, actor.teamId, respond, drawn, {
        kind: 'private',
        replace: announced && isClick !== true,
      });
    },
  };
}
