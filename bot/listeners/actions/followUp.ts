import type { Reading } from '../../parser/nameLookup.ts';
import { idsNamed } from '../../parser/names.ts';
import { type FollowUpName, followUpOf } from '../../questions/followUps.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { followUpAction } from '../../views/buttons.ts';
import { type AnswerButton, sentence } from '../answers/answerButton.ts';
import type { Questions } from '../answers/questions.ts';

/** Asks what a button proposes to ask next. */
export const followUp = (
  name: FollowUpName,
  button: AnswerButton,
  questions: Pick<Questions, 'answer'>,
  reading: () => Reading,
) =>
  button(followUpAction(name), async ({ actor }, { question }) => {
    const { calendar, now, vocabulary } = reading();
    const next = followUpOf(name, question, {
      calendar,
      now,
      idsNamed: (named) => idsNamed(named, vocabulary),
    });
    if (next !== undefined) return questions.answer(actor, next);
    return sentence(actor.language.t.replies.buttonExpired(QUESTION_DAYS));
  });
