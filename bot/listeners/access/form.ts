import { languageFor } from '../../language/language.ts';
import {
  buildConfirmationModal,
  changeIdOf,
  PERMISSION_MODAL,
  readPermissionModal,
} from '../../modals/permission.ts';
import type { Door } from '../door.ts';
import type { AccessParts } from './parts.ts';

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

/** What was filled in is noted and repeated for confirmation; nothing is changed yet. */
export function registerForm(door: Door, { audit }: AccessParts): void {
  door.submission(PERMISSION_MODAL, 'admin', {
    acknowledge(view) {
      const read = readPermissionModal(view, { language: LANGUAGE });
      if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
      const changeId = changeIdOf(view.private_metadata, read.change);
      return { response_action: 'update', view: buildConfirmationModal(changeId, read.change, LANGUAGE.t) };
    },
    async carryOut({ view, actor }) {
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
    },
  });
}
