import type { DigestAccess } from '../digests/digestAccess.ts';
import type { DigestButtons } from '../digests/digestButtons.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { digestNamed } from '../digests/digestPlace.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a digest from below it. */
export function digestSettings(
  buttons: Pick<DigestButtons, 'sourceOf'>,
  access: DigestAccess,
  forms: DigestForms,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const args = actionArgs(clicked);
    // Buttons of an earlier version carry what the digest was made from.
    const digest = digestNamed(args.value) ?? (await buttons.sourceOf(args));
    if (digest !== undefined) await access.requireIn(args.actor, digest.channelId, ['manage_digests']);
    await forms.open(args.body.trigger_id, args.actor, digest);
  };
}
