import type { Reading } from '../../parser/nameLookup.ts';
import { readWhole } from '../../parser/parseQuestion.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { requireToAsk } from '../../questions/capabilities.ts';
import type { DirectMessages } from '../../slack/messages.ts';
import { CSV_ACTION } from '../../views/buttons.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type ActionArgs, actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { Render, Replies } from './answering.ts';
import type { ModalAnswers } from './modalAnswers.ts';

/** A click on a button that carries a command; its answer is for the person alone. */
export type AnswerButton = (
  actionId: string,
  work: (args: ActionArgs, question: FiguresQuestion) => Promise<Render>,
) => (clicked: BoltAction) => Promise<void>;

export interface AnswerButtonOptions {
  readonly replies: Replies;
  readonly reading: () => Reading;
  readonly modalAnswers: Pick<ModalAnswers, 'show'>;
  /** For a click on App Home, which has no address to answer at. */
  readonly directMessages: DirectMessages;
}

export function createAnswerButton(options: AnswerButtonOptions): AnswerButton {
  const { replies, reading, modalAnswers, directMessages } = options;
  return (actionId, work) => async (clicked) => {
    const args = actionArgs(clicked);
    const { body, actor, respond, value } = args;
    const answer = async (): Promise<Render> => {
      const question = readWhole(value, reading());
      if (question === undefined) return sentence(actor.language.t.replies.oldButton);
      // The rights may have changed since the button was made.
      requireToAsk(actor, question);
      return work(args, question);
    };
    if (respond !== undefined) {
      await replies.answerTo({ what: actionId, actor, respond, isClick: true }, answer);
      return;
    }
    // What comes as a file is told about where the file is.
    const modalId = body.view?.type === 'modal' && actionId !== CSV_ACTION ? body.view.id : undefined;
    const render = await replies.render(actionId, actor, answer);
    if (modalId !== undefined) await modalAnswers.show(modalId, actor, render);
    else await directMessages.send(actor.teamId, actor.person.userId, render);
  };
}

export function sentence(text: string): Render {
  return () => sentenceMessage(text);
}
