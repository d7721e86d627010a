import type { ViewOutput } from '@slack/bolt';
import type { Audit } from '../../access/audit.ts';
import { languageFor } from '../../language/language.ts';
import { buildConfirmationModal, changeIdOf, readPermissionModal } from '../../modals/permission.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

export const checkPermission: Check = (view: ViewOutput) => {
  const read = readPermissionModal(view, { language: LANGUAGE });
  if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
  const changeId = changeIdOf(view.private_metadata, read.change);
  return { response_action: 'update', view: buildConfirmationModal(changeId, read.change, LANGUAGE.t) };
};

/** What was filled in is noted and repeated for confirmation; nothing is changed yet. */
export function permission(audit: Pick<Audit, 'add'>): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { view, actor } = submissionArgs(sent);
    const read = readPermissionModal(view, { language: LANGUAGE });
    if ('mistakes' in read) return;
    await audit.add({
      changeId: changeIdOf(view.private_metadata, read.change),
      stage: 'asked',
      teamId: actor.teamId,
      channelId: undefined,
      userId: actor.person.userId,
      change: read.change,
      outcome: undefined,
    });
  };
}
