import { SHARE_ACTION } from '../../views/buttons.ts';
import { shareAnswer } from '../answers/share.ts';
import { type AnswerActionParts, answerAction, sentence } from './answerAction.ts';

/** Shows an answer to the whole channel. */
export const share = (parts: AnswerActionParts) =>
  answerAction(parts, SHARE_ACTION, async ({ actor, respond }, stored) =>
    sentence(
      respond === undefined
        ? actor.language.t.replies.share.noChannel
        : await shareAnswer(parts, actor, stored, respond),
    ),
  );
