import * as z from 'zod/mini';
import { calendarDay, identifierFilter, isRecord, maxResults, nothing, start } from './fields.ts';
import type { Operation } from './operation.ts';

/** Query of GET /press-products/v0/accumulated-stock, every parameter optional. */
export const accumulatedStockQuery = z.strictObject({
  productId: z.optional(identifierFilter(1101)),
  changedSince: z.optional(calendarDay),
  includeZeroStock: z.optional(z.boolean({ error: 'true or false' })),
  maxResults: z.optional(maxResults),
  start: z.optional(start),
});

/** One product's stock in all stores together, in units (interface: "Accumulated stock"). */
export const productStock = z.looseObject({
  productId: z.string(),
  stock: z.int(),
  numberOfStoresWithStock: z.int(),
  updatedDate: z.string(),
  updatedTime: z.string(),
});

export type AccumulatedStockQuery = z.output<typeof accumulatedStockQuery>;
export type ProductStock = z.output<typeof productStock>;

/**
 * The schema by hand: where it may not compile itself, it takes as long for 66,000 products as JSON.parse does. What this
 * accepts the schema accepts; the schema has the last word on the rest.
 */
export function isProductStock(value: unknown): value is ProductStock {
  return (
    isRecord(value) &&
    typeof value.productId === 'string' &&
    Number.isSafeInteger(value.stock) &&
    Number.isSafeInteger(value.numberOfStoresWithStock) &&
    typeof value.updatedDate === 'string' &&
    typeof value.updatedTime === 'string'
  );
}

/** Accumulated stock per product; at most 20 calls a minute and 400 a day (interface: "Limits"). */
export const accumulatedStockOperation: Operation<
  AccumulatedStockQuery,
  Record<string, never>,
  ProductStock[]
> = {
  name: 'accumulatedStock',
  title: 'Accumulated stock',
  method: 'GET',
  path: '/press-products/v0/accumulated-stock',
  query: accumulatedStockQuery,
  body: nothing,
  answer: z.array(productStock),
  isAnswer: (value) => Array.isArray(value) && value.every(isProductStock),
  isRateLimited: true,
  timeoutMs: 120_000,
};
