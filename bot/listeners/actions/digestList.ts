import { productIdsOf } from '../../digest/readDigest.ts';
import type { DigestSource } from '../../digest/sources.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { DIGEST_LIST } from '../../views/digest/buttons.ts';
import type { DigestListenerParts } from '../digests/digestParts.ts';
import { type DigestActionParts, digestAction } from './digestAction.ts';

/** The whole list behind a digest. */
export const digestList = (parts: DigestActionParts) =>
  digestAction(parts, DIGEST_LIST, ({ actor }, source) => parts.answer(actor, listQuestion(parts, source)));

/** The newest figures of the same products: what can be acted on. */
function listQuestion(
  parts: DigestListenerParts,
  { content, dataDay, products }: DigestSource,
): FiguresQuestion {
  const chosen = productIdsOf(products, parts.groups);
  if (content === 'sales') {
    return {
      command: 'sales',
      kind: 'sales',
      days: { from: dataDay, to: dataDay },
      productIds: chosen ?? [],
      storeIds: [],
      by: 'product',
    };
  }
  if (chosen !== undefined) return { command: 'stock', kind: 'products', productIds: chosen };
  return { command: 'stock', kind: 'overview', scope: products.kind === 'all' ? 'all' : 'mine' };
}
