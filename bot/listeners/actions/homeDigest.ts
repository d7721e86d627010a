import type { DigestAccess } from '../digests/digestAccess.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { digestNamed } from '../digests/digestPlace.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a digest from App Home: of a new one, or of one that it lists. */
export function homeDigest(access: DigestAccess, forms: DigestForms): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const digest = digestNamed(value);
    // The person may have left the channel since it was listed.
    if (digest !== undefined) await access.requireIn(actor, digest.channelId, ['manage_digests']);
    await forms.open(body.trigger_id, actor, digest);
  };
}
