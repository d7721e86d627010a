import { DIGEST_WHY } from '../../views/digest/buttons.ts';
import { whyMessage } from '../../views/digest/why.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { readerOf } from '../digests/digestParts.ts';
import { type DigestActionParts, digestAction } from './digestAction.ts';

/** Why a digest names what it names. */
export const digestWhy = (parts: DigestActionParts) =>
  digestAction(parts, DIGEST_WHY, async ({ actor }, source) => {
    const digest = await parts.read(source);
    if (digest === undefined) {
      const { t } = readerOf(parts, actor, 'plain').language;
      return () => sentenceMessage(t.digest.why.gone(source.dataDay));
    }
    return (rendering) =>
      whyMessage(digest, readerOf(parts, actor, rendering), actor.may('view_sales').allowed);
  });
