import { productIdsOf } from '../../digest/readDigest.ts';
import type { DigestSource } from '../../digest/sources.ts';
import type { ProductNames } from '../../products/productNames.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { DIGEST_LIST } from '../../views/digest/buttons.ts';
import type { Questions } from '../answers/questions.ts';
import type { DigestButtons } from '../digests/digestButtons.ts';
import type { BoltAction } from '../middleware/listenerArgs.ts';

/** The whole list behind a digest. */
export function digestList(
  buttons: Pick<DigestButtons, 'answering'>,
  groups: Pick<ProductNames, 'idsOfGroup'>,
  questions: Pick<Questions, 'answer'>,
): (clicked: BoltAction) => Promise<void> {
  return buttons.answering(DIGEST_LIST, ({ actor }, source) =>
    questions.answer(actor, listQuestion(groups, source)),
  );
}

/** The newest figures of the same products: what can be acted on. */
function listQuestion(
  groups: Pick<ProductNames, 'idsOfGroup'>,
  { content, dataFrom, dataDay, products }: DigestSource,
): FiguresQuestion {
  if (content === 'sales') {
    const days = { from: dataFrom, to: dataDay };
    const sales = { command: 'sales', kind: 'sales', days, storeIds: [], by: 'product' } as const;
    if (products.kind !== 'group')
      return { ...sales, productIds: products.kind === 'products' ? products.productIds : [] };
    // By its name: its products may be more than a command lists.
    const group = { meaning: 'product', kind: 'group', words: products.group } as const;
    return { ...sales, productIds: [], names: [group] };
  }
  const chosen = productIdsOf(products, groups);
  if (chosen !== undefined) return { command: 'stock', kind: 'products', productIds: chosen };
  return { command: 'stock', kind: 'overview', scope: products.kind === 'all' ? 'all' : 'mine' };
}
