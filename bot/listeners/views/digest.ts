import type { Actor } from '../../access/actor.ts';
import { DIGEST_MODAL, readDigestModal } from '../../modals/digest.ts';
import { buildMessageModal, buildSentenceModal } from '../../modals/message.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { Replies } from '../answers/answering.ts';
import type { DigestCommands } from '../digests/digestCommands.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

export const checkDigest: Check = (view, _body, language) => {
  const read = readDigestModal(view, { language });
  if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
  return {
    response_action: 'update',
    view: buildSentenceModal(language.t.modals.digest.saving, language.t),
  };
};

/**
 * The form of a digest that was sent in: what `/digest subscribe` does, told in the same modal. `onSubscribed` draws App
 * Home anew, which shows digests.
 */
export function digestForm(
  replies: Replies,
  commands: Pick<DigestCommands, 'subscribe'>,
  viewsClient: Pick<ViewsClient, 'update'>,
  onSubscribed: (actor: Actor) => Promise<void>,
): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { actor, view } = submissionArgs(sent);
    const read = readDigestModal(view, actor);
    if ('mistakes' in read) return;
    const render = await replies.render(DIGEST_MODAL, actor, () =>
      commands.subscribe(actor, read.question, read.movedFrom),
    );
    await viewsClient.update(view.id, buildMessageModal(render('plain'), actor.language.t));
    await onSubscribed(actor);
  };
}
