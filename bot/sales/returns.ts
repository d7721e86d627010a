import type { SalesFigures } from './reader.ts';

/** What was sold before anything came back, and what came back, both positive; net = sold − returned. */
export interface Returns {
  readonly returnedMillilitres: number;
  readonly soldQuantity: number;
  readonly returnedQuantity: number;
  /** Items that came back, in per cent of those sold; undefined when none was sold. */
  readonly percent: number | undefined;
}

/**
 * Returns shown as such: sold = net + returned, so that a day of returns is not taken for a day of poor sales.
 * Undefined when nothing came back. A return that the service nets with sales of the same day, store and product in one
 * row cannot be told from them (interface: "Daily sales").
 */
export function returnsOf(sums: SalesFigures): Returns | undefined {
  const { returnedMillilitres, returnedQuantity } = sums;
  if (returnedMillilitres <= 0 && returnedQuantity <= 0) return undefined;
  const soldQuantity = sums.quantity + returnedQuantity;
  return {
    returnedMillilitres,
    soldQuantity,
    returnedQuantity,
    percent: soldQuantity > 0 ? (returnedQuantity / soldQuantity) * 100 : undefined,
  };
}
