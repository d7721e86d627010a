import { ASK_ACTION } from '../../views/buttons.ts';
import { answerQuestion } from '../answers/questions.ts';
import { type AnswerActionParts, answerAction } from './answerAction.ts';

/** Asks a stored question as it was. */
export const askAgain = (parts: AnswerActionParts) =>
  answerAction(parts, ASK_ACTION, ({ actor }, { question }) => answerQuestion(parts, actor, question));
