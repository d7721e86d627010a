import type { Door } from '../../access/door.ts';
import { sentenceModal } from '../../access/telling.ts';
import { CHANGE_ACTION } from '../../forms/answerModal.ts';
import type { Choices } from '../../forms/choices.ts';
import { PICK_PRODUCT, PICK_STORE } from '../../forms/fields.ts';
import { QUESTION_DAYS } from '../../queries/storedQuestions.ts';
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
  door.options(PICK_PRODUCT, 'member', async ({ typed }) => ({
    options: await parts.choices.products(typed),
  }));
  door.options(PICK_STORE, 'member', async ({ typed }) => ({
    options: await parts.choices.stores(typed),
  }));
  door.action(CHANGE_ACTION, 'member', async ({ visitor, body, action }) => {
    const asker = { teamId: visitor.teamId, userId: visitor.person.userId };
    const found = await parts.questions.find(asker, valueIn(action));
    const next =
      found.kind === 'found'
        ? drawForm(parts, found.question.command, visitor, { inChannel: false }, found.question)
        : sentenceModal(EXPIRED);
    if (body.view === undefined) await parts.surfaces.open(body.trigger_id, next);
    else await parts.surfaces.update(body.view.id, next);
  });
}

const EXPIRED = `This question is not kept any more; questions are kept for ${QUESTION_DAYS} days. Close the window and ask again.`;
