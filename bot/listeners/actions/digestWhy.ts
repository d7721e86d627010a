import type { ReadDigest } from '../../digest/readDigest.ts';
import { DIGEST_WHY } from '../../views/digest/buttons.ts';
import { whyMessage } from '../../views/digest/why.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { ReaderFor } from '../answers/readerFor.ts';
import type { DigestButtons } from '../digests/digestButtons.ts';
import type { BoltAction } from '../middleware/listenerArgs.ts';

/** Why a digest names what it names. */
export function digestWhy(
  buttons: Pick<DigestButtons, 'answering'>,
  read: ReadDigest,
  readerFor: ReaderFor,
): (clicked: BoltAction) => Promise<void> {
  return buttons.answering(DIGEST_WHY, async ({ actor }, source) => {
    const digest = await read(source);
    if (digest === undefined) {
      return () => sentenceMessage(actor.language.t.digest.why.gone(source.dataDay));
    }
    const maySeeSales = actor.may('view_sales').allowed;
    return (rendering) => whyMessage(digest, readerFor(actor, rendering), maySeeSales);
  });
}
