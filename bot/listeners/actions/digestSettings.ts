import { openDigestForm } from '../digests/digestForm.ts';
import { requireIn } from '../digests/digestPlace.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import { type DigestActionParts, sourceOf } from './digestAction.ts';

/** Opens the form of a digest from below it. */
export function digestSettings(parts: DigestActionParts): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const args = actionArgs(clicked);
    const source = await sourceOf(parts, args);
    if (source !== undefined) await requireIn(parts, args.actor, source.channelId, ['manage_digests']);
    await openDigestForm(parts, args.body.trigger_id, args.actor, source);
  };
}
