import { DIGEST_KINDS } from '../../database/tables/digest.ts';
import type { DigestAccess } from '../digests/digestAccess.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a digest from App Home: of a new one, or of one that it lists. */
export function homeDigest(access: DigestAccess, forms: DigestForms): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const [channelId = '', kind] = value.split(' ');
    const content = DIGEST_KINDS.find((each) => each === kind);
    if (content === undefined) {
      await forms.open(body.trigger_id, actor);
      return;
    }
    // The person may have left the channel since it was listed.
    await access.requireIn(actor, channelId, ['manage_digests']);
    await forms.open(body.trigger_id, actor, { channelId, content });
  };
}
