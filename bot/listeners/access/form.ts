import type { Door } from '../../access/door.ts';
import { changeIdOf, readForm } from '../../access/permissionForm.ts';
import { ACCESS_FORM, accessConfirmation } from '../../views/access.ts';
import type { AccessParts } from './parts.ts';

/** What was filled in is noted and repeated for confirmation; nothing is changed yet. */
export function registerForm(door: Door, { audit }: AccessParts): void {
  door.submission(ACCESS_FORM, 'admin', {
    acknowledge(view) {
      const read = readForm(view);
      if ('mistakes' in read) return { response_action: 'errors', errors: read.mistakes };
      const changeId = changeIdOf(view.private_metadata, read.change);
      return { response_action: 'update', view: accessConfirmation(changeId, read.change) };
    },
    async carryOut({ view, visitor }) {
      const read = readForm(view);
      if ('mistakes' in read) return;
      await audit.add({
        changeId: changeIdOf(view.private_metadata, read.change),
        stage: 'asked',
        teamId: visitor.teamId,
        channelId: undefined,
        userId: visitor.person.userId,
        change: read.change,
        outcome: undefined,
      });
    },
  });
}
