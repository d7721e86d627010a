import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import { readWhole } from '../../parser/parseQuestion.ts';
import { commandNamed } from '../../parser/question.ts';
import { requireToAsk } from '../../questions/capabilities.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { QuestionForms } from '../answers/questionForm.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a question with what was asked already in it, in the modal that was clicked in if there is one. */
export function changeQuestion(
  forms: Pick<QuestionForms, 'draw'>,
  reading: () => Reading,
  viewsClient: ViewsClient,
): (clicked: BoltAction) => Promise<void> {
  /** The form of the command that a button carries, or of one of which nothing was understood. */
  const formBehind = (actor: Actor, value: string, inChannel: boolean): ModalView => {
    const command = commandNamed(value);
    if (command !== undefined) return forms.draw(command, actor, { inChannel });
    const question = readWhole(value, reading());
    const { t } = actor.language;
    if (question === undefined) return buildSentenceModal(t.replies.oldButton, t);
    requireToAsk(actor, question);
    return forms.draw(question.command, actor, { inChannel }, question);
  };
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const next = formBehind(actor, value, body.view === undefined);
    if (body.view === undefined) await viewsClient.open(body.trigger_id, next);
    else await viewsClient.update(body.view.id, next);
  };
}
