import { languageFor } from '../../language/language.ts';
import { DIGEST_MODAL, readDigestModal } from '../../modals/digest.ts';
import { buildMessageModal, buildSentenceModal } from '../../modals/message.ts';
import { subscribe } from '../digests/digestCommand.ts';
import type { DigestFormParts } from '../digests/digestForm.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

export const checkDigest: Check = (view) => {
  const read = readDigestModal(view, { language: LANGUAGE });
  if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
  return {
    response_action: 'update',
    view: buildSentenceModal(LANGUAGE.t.modals.digest.saving, LANGUAGE.t),
  };
};

/** The form of a digest that was sent in: what `/digest subscribe` does, told in the same modal. */
export function digestForm(parts: DigestFormParts): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { actor, view } = submissionArgs(sent);
    const read = readDigestModal(view, { language: LANGUAGE });
    if ('mistakes' in read) return;
    const modal = parts.viewsClient.modalOf({ id: view.id });
    const render = await parts.replies.render(DIGEST_MODAL, actor, () =>
      subscribe(parts, actor, read.question),
    );
    const { t } = actor.language;
    await parts.viewsClient.update(modal, buildMessageModal(render('plain'), t));
    await parts.onSubscribed?.(actor);
  };
}
