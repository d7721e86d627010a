import { readMetadata } from '../../modals/metadata.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { accessUnderWay } from '../../views/access.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';
import type { PermissionSwitch } from '../permissions/permissionSwitch.ts';

export const checkConfirmation: Check = (_view, _body, { t }) => ({
  response_action: 'update',
  view: accessUnderWay(t),
});

/** Switches the permission that was confirmed, and shows how it ended. */
export function permissionConfirmation(
  permissions: Pick<PermissionSwitch, 'confirm'>,
  viewsClient: Pick<ViewsClient, 'modalOf' | 'update'>,
): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { view, actor } = submissionArgs(sent);
    const modal = viewsClient.modalOf({ id: view.id });
    const ending = await permissions.confirm(actor, readMetadata(view.private_metadata).value);
    if (ending !== undefined) await viewsClient.update(modal, ending);
  };
}
