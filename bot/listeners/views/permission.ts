import type { Audit } from '../../access/audit.ts';
import { readMetadata } from '../../modals/metadata.ts';
import { buildConfirmationModal, changeIdOf, readPermissionModal } from '../../modals/permission.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

export const checkPermission: Check = (view, _body, language) => {
  const read = readPermissionModal(view, { language });
  if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
  const changeId = changeIdOf(readMetadata(view.private_metadata).value, read.change);
  return { response_action: 'update', view: buildConfirmationModal(changeId, read.change, language) };
};

/** What was filled in is noted and repeated for confirmation; nothing is changed yet. */
export function permission(audit: Pick<Audit, 'add'>): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { view, actor } = submissionArgs(sent);
    const read = readPermissionModal(view, actor);
    if ('mistakes' in read) return;
    await audit.add({
      changeId: changeIdOf(readMetadata(view.private_metadata).value, read.change),
      stage: 'asked',
      teamId: actor.teamId,
      channelId: undefined,
      userId: actor.person.userId,
      change: read.change,
      outcome: undefined,
    });
  };
}
