import { ASK_ACTION } from '../../views/buttons.ts';
import type { AnswerButton } from '../answers/answerButton.ts';
import type { Questions } from '../answers/questions.ts';

/** Asks a stored question as it was. */
export const askAgain = (button: AnswerButton, questions: Pick<Questions, 'answer'>) =>
  button(ASK_ACTION, ({ actor }, { question }) => questions.answer(actor, question));
