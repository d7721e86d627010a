import { DIGEST_KINDS } from '../../database/tables/digest.ts';
import { type DigestFormParts, openDigestForm } from '../digests/digestForm.ts';
import { requireIn } from '../digests/digestPlace.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a digest from App Home: of a new one, or of one that it lists. */
export function homeDigest(parts: DigestFormParts): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    const [channelId = '', kind] = value.split(' ');
    const content = DIGEST_KINDS.find((each) => each === kind);
    const of = content === undefined ? undefined : { channelId, content };
    // The person may have left the channel since it was listed.
    if (of !== undefined) await requireIn(parts, actor, channelId, ['manage_digests']);
    await openDigestForm(parts, body.trigger_id, actor, of);
  };
}
