/** Quantities are kept as integers of this part of an item, so that their sums are exact too. */
const PARTS_OF_ITEM = 1_000_000;

/** An item count as the integer it is kept as: exact to the millionth. */
export function toMillionths(quantity: number): number {
  return Math.round(quantity * PARTS_OF_ITEM);
}

export function fromMillionths(millionths: number): number {
  return millionths / PARTS_OF_ITEM;
}
