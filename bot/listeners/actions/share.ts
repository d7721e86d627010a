import { SHARE_ACTION } from '../../views/buttons.ts';
import { type AnswerButton, sentence } from '../answers/answerButton.ts';
import type { ShareAnswer } from '../answers/share.ts';

/** Shows an answer to the whole channel. */
export const share = (button: AnswerButton, shareAnswer: ShareAnswer) =>
  button(SHARE_ACTION, async ({ actor, respond }, question) =>
    sentence(
      respond === undefined
        ? actor.language.t.replies.share.noChannel
        : await shareAnswer(actor, question, respond),
    ),
  );
