import { EVERYTHING, type Selection } from '../../../bot/parse/selection.ts';

/** Products and stores by number; without any it is all of them. */
export function selecting(products: readonly string[], stores: readonly string[] = []): Selection {
  return { ...EVERYTHING, product: { ids: products, names: [] }, store: { ids: stores, names: [] } };
}
