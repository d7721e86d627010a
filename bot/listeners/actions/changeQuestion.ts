import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import { commandNamed } from '../../parser/question.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { QuestionForms } from '../answers/questionForm.ts';
import type { StoredQuestions } from '../answers/storedQuestions.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a question with what was asked already in it, in the modal that was clicked in if there is one. */
export function changeQuestion(
  forms: Pick<QuestionForms, 'draw'>,
  stored: Pick<StoredQuestions, 'find'>,
  viewsClient: ViewsClient,
): (clicked: BoltAction) => Promise<void> {
  /** The form of a stored question, or of a command of which nothing was understood. */
  const formBehind = async (actor: Actor, value: string, inChannel: boolean): Promise<ModalView> => {
    const command = commandNamed(value);
    if (command !== undefined) return forms.draw(command, actor, { inChannel });
    const found = await stored.find(actor, value);
    if (found.kind === 'found')
      return forms.draw(found.question.command, actor, { inChannel }, found.question);
    const { t } = actor.language;
    return buildSentenceModal(t.replies.questionExpired(QUESTION_DAYS), t);
  };
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const next = await formBehind(actor, value, body.view === undefined);
    if (body.view === undefined) await viewsClient.open(body.trigger_id, next);
    else await viewsClient.update(body.view.id, next);
  };
}
