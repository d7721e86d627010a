import type { FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor } from '../../questions/capabilities.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import type { DirectMessages } from '../../slack/messages.ts';
import { CSV_ACTION } from '../../views/buttons.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type ActionArgs, actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { Render, Replies } from './answering.ts';
import type { ModalAnswers } from './modalAnswers.ts';
import type { StoredQuestions } from './storedQuestions.ts';

export interface StoredQuestion {
  readonly id: string;
  readonly question: FiguresQuestion;
}

/** A click on a button that carries a stored question; its answer is for the person alone. */
export type AnswerButton = (
  actionId: string,
  work: (args: ActionArgs, stored: StoredQuestion) => Promise<Render>,
) => (clicked: BoltAction) => Promise<void>;

export interface AnswerButtonOptions {
  readonly replies: Replies;
  readonly stored: Pick<StoredQuestions, 'find'>;
  readonly modalAnswers: Pick<ModalAnswers, 'show'>;
  /** For a click on App Home, which has no address to answer at. */
  readonly directMessages: DirectMessages;
}

export function createAnswerButton(options: AnswerButtonOptions): AnswerButton {
  const { replies, stored, modalAnswers, directMessages } = options;
  return (actionId, work) => async (clicked) => {
    const args = actionArgs(clicked);
    const { body, actor, respond, value: id } = args;
    const answer = async (): Promise<Render> => {
      const found = await stored.find(actor, id);
      const { replies: words } = actor.language.t;
      if (found.kind === 'expired') return sentence(words.buttonExpired(QUESTION_DAYS));
      if (found.kind === 'foreign') return sentence(words.foreignButton);
      // The rights may have changed since it was asked.
      for (const capability of capabilitiesFor(found.question)) actor.require(capability);
      return work(args, { id, question: found.question });
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
