import { calendarDay, identifierFilter, isRecord, type Known, maxResults, nothing, start } from './fields.ts';
import type { Operation } from './operation.ts';
import * as z from './schema.ts';

/** Query of GET /press-products/v0/accumulated-stock, every parameter optional. */
export const accumulatedStockQuery = z.strictObject({
  /** Only this product: its number, without leading zeros. */
  productId: z.optional(identifierFilter(1101)),
  /** Only products whose stock was updated on this day or later, yyyy-MM-dd. */
  changedSince: z.optional(calendarDay),
  /** True also gives products that are sold and have no stock. */
  includeZeroStock: z.optional(z.boolean({ error: 'true or false' })),
  /** The most products in one answer. */
  maxResults: z.optional(maxResults),
  /** Products to skip before the first, ordered by product. */
  start: z.optional(start),
});

/** One product's stock in all stores together (interface: "Accumulated stock"). */
export const productStock = z.looseObject({
  /** The product, as the service writes it, leading zeros included. */
  productId: z.string(),
  /** Units in all stores together. */
  stock: z.int(),
  /** Stores that have the product in stock. */
  numberOfStoresWithStock: z.int(),
  /** The day on which the service last counted, yyyy-MM-dd. */
  updatedDate: z.string(),
  /** The time at which the service last counted. */
  updatedTime: z.string(),
});

export type AccumulatedStockQuery = z.output<typeof accumulatedStockQuery>;
/** One product's stock in all stores together, in units (interface: "Accumulated stock"). */
export interface ProductStock extends Known<z.output<typeof productStock>> {}

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
