import { languageFor } from '../../language/language.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { accessUnderWay } from '../../views/access.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';
import type { PermissionSwitch } from '../permissions/permissionSwitch.ts';

export const checkConfirmation: Check = () => ({
  response_action: 'update',
  view: accessUnderWay(languageFor('en').t),
});

/** Switches the permission that was confirmed, and shows how it ended. */
export function permissionConfirmation(
  permissions: Pick<PermissionSwitch, 'confirm'>,
  viewsClient: Pick<ViewsClient, 'modalOf' | 'update'>,
): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { view, actor } = submissionArgs(sent);
    const modal = viewsClient.modalOf({ id: view.id });
    const ending = await permissions.confirm(actor, view.private_metadata);
    if (ending !== undefined) await viewsClient.update(modal, ending);
  };
}
