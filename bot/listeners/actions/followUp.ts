import { type FollowUpName, followUpOf } from '../../questions/followUps.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { followUpAction } from '../../views/buttons.ts';
import { answerQuestion } from '../answers/questions.ts';
import { type AnswerActionParts, answerAction, sentence } from './answerAction.ts';

/** Asks what a button proposes to ask next. */
export const followUp = (parts: AnswerActionParts, name: FollowUpName) =>
  answerAction(parts, followUpAction(name), async ({ actor }, { question }) => {
    const next = followUpOf(name, question, parts.ports.calendar, parts.clock.now());
    if (next !== undefined) return answerQuestion(parts, actor, next);
    return sentence(actor.language.t.replies.buttonExpired(QUESTION_DAYS));
  });
