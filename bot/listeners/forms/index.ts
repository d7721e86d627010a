import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import type { Choices } from '../../modals/choices.ts';
import { PICK_PRODUCT, PICK_STORE } from '../../modals/fields.ts';
import { buildSentenceModal } from '../../modals/message.ts';
import { commandNamed } from '../../parser/question.ts';
import { QUESTION_DAYS } from '../../questions/questionRepository.ts';
import { FORM_ACTION } from '../../views/buttons.ts';
import type { Door } from '../door.ts';
import { valueIn } from './clicked.ts';
import { drawForm } from './openForm.ts';
import { registerSubmissions, type SubmissionParts } from './submissions.ts';

export interface FormListenerParts extends SubmissionParts {
  readonly choices: Choices;
}

/** The forms of /stock, /sales and /stores: what their pickers offer, and what becomes of them. */
export function registerForms(door: Door, parts: FormListenerParts): void {
  registerSubmissions(door, parts);
  // Numbers and names of products are nobody's figures.
  door.options(PICK_PRODUCT, 'member', async ({ typed, actor }) => ({
    options: await parts.choices.products(typed, languageFor(localeOf(actor.person.locale)).t),
  }));
  door.options(PICK_STORE, 'member', async ({ typed, actor }) => ({
    options: await parts.choices.stores(typed, languageFor(localeOf(actor.person.locale)).t),
  }));
  door.action(FORM_ACTION, 'member', async ({ actor, body, action }) => {
    const { viewsClient } = parts;
    const window = body.view === undefined ? undefined : viewsClient.modalOf(body.view);
    const where = { inChannel: window === undefined };
    const next = await formBehind(parts, actor, valueIn(action), where);
    if (window === undefined) await viewsClient.open(body.trigger_id, next);
    else await viewsClient.update(window, next);
  });
}

/** The form of a stored question, or of a command of which nothing was understood. */
async function formBehind(
  parts: FormListenerParts,
  actor: Actor,
  value: string,
  where: { readonly inChannel: boolean },
): Promise<ModalView> {
  const command = commandNamed(value);
  if (command !== undefined) return drawForm(parts, command, actor, where);
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const found = await parts.questions.find(asker, value);
  return found.kind === 'found'
    ? drawForm(parts, found.question.command, actor, where, found.question)
    : buildSentenceModal(EXPIRED, languageFor(localeOf(actor.person.locale)).t);
}

const EXPIRED = `This question is not kept any more; questions are kept for ${QUESTION_DAYS} days. Close the window and ask again.`;
