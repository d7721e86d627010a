import type { DigestAccess } from '../digests/digestAccess.ts';
import type { DigestButtons } from '../digests/digestButtons.ts';
import type { DigestForms } from '../digests/digestForms.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Opens the form of a digest from below it. */
export function digestSettings(
  buttons: Pick<DigestButtons, 'sourceOf'>,
  access: DigestAccess,
  forms: DigestForms,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const args = actionArgs(clicked);
    const source = await buttons.sourceOf(args);
    if (source !== undefined) await access.requireIn(args.actor, source.channelId, ['manage_digests']);
    await forms.open(args.body.trigger_id, args.actor, source);
  };
}
