import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import { commandNamed } from '../../parser/question.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { drawForm, type FormParts } from '../answers/questionForm.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a question with what was asked already in it, in the modal that was clicked in if there is one. */
export function changeQuestion(parts: FormParts): (clicked: BoltAction) => Promise<void> {
  const { viewsClient } = parts;
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const modal = body.view === undefined ? undefined : viewsClient.modalOf(body.view);
    const next = await formBehind(parts, actor, value, { inChannel: modal === undefined });
    if (modal === undefined) await viewsClient.open(body.trigger_id, next);
    else await viewsClient.update(modal, next);
  };
}

/** The form of a stored question, or of a command of which nothing was understood. */
async function formBehind(
  parts: FormParts,
  actor: Actor,
  value: string,
  where: { readonly inChannel: boolean },
): Promise<ModalView> {
  const command = commandNamed(value);
  if (command !== undefined) return drawForm(parts, command, actor, where);
  const { t } = actor.language;
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const found = await parts.questions.find(asker, value);
  return found.kind === 'found'
    ? drawForm(parts, found.question.command, actor, where, found.question)
    : buildSentenceModal(t.replies.questionExpired(QUESTION_DAYS), t);
}
