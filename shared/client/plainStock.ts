import type { ProductStock } from '../contract/accumulatedStock.ts';

/**
 * Whether a parsed answer is a list of product stock, by hand: where the schema may not compile itself, it takes as long
 * for 66,000 products as JSON.parse does. What this accepts the schema accepts; the schema has the last word on the rest.
 */
export function isPlainStock(value: unknown): value is ProductStock[] {
  return Array.isArray(value) && value.every(isProductStock);
}

function isProductStock(value: unknown): value is ProductStock {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    'productId' in value &&
    typeof value.productId === 'string' &&
    'stock' in value &&
    Number.isSafeInteger(value.stock) &&
    'numberOfStoresWithStock' in value &&
    Number.isSafeInteger(value.numberOfStoresWithStock) &&
    'updatedDate' in value &&
    typeof value.updatedDate === 'string' &&
    'updatedTime' in value &&
    typeof value.updatedTime === 'string'
  );
}
