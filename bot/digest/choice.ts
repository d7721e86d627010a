/** Which products a digest is of. `mine`: those in one's own sales of the last 90 days, and those of the product list. */
export type ProductChoice =
  | { readonly kind: 'mine' }
  | { readonly kind: 'all' }
  | { readonly kind: 'products'; readonly productIds: readonly string[] }
  /** A group of the product list; what is in it is looked up each time. */
  | { readonly kind: 'group'; readonly group: string };

export const MINE: ProductChoice = { kind: 'mine' };
