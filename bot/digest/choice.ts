/** The products in a digest. `mine`: those in one's own sales of the last 90 days, and those in the product list. */
export type ProductChoice =
  | { readonly kind: 'mine' }
  | { readonly kind: 'all' }
  | { readonly kind: 'products'; readonly productIds: readonly string[] }
  /** A group of the product list. Its products are looked up for each digest. */
  | { readonly kind: 'group'; readonly group: string };

export const MINE: ProductChoice = { kind: 'mine' };
