import { languageFor } from '../../language/language.ts';
import { accessUnderWay } from '../../views/access.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';
import type { AccessParts } from '../permissions/parts.ts';
import { switchPermission } from '../permissions/switchPermission.ts';

export const checkConfirmation: Check = () => ({
  response_action: 'update',
  view: accessUnderWay(languageFor('en').t),
});

/** Switches the permission that was confirmed, and shows how it ended. */
export function permissionConfirmation(parts: AccessParts): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const args = submissionArgs(sent);
    const modal = parts.viewsClient.modalOf({ id: args.view.id });
    const view = await switchPermission(parts, args);
    if (view !== undefined) await parts.viewsClient.update(modal, view);
  };
}
