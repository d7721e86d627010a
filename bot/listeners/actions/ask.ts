import type { AnswerButton } from '../answers/answerButton.ts';
import type { Questions } from '../answers/questions.ts';

/** Asks what a button carries. */
export const ask = (actionId: string, button: AnswerButton, questions: Pick<Questions, 'answer'>) =>
  button(actionId, ({ actor }, question) => questions.answer(actor, question));

/** Asks a command that was suggested, as if it had been typed. */
export const askSuggested = (actionId: string, button: AnswerButton, questions: Pick<Questions, 'answer'>) =>
  button(actionId, ({ actor, value }, question) => questions.answer(actor, question, { command: value }));
