import * as z from 'zod';
import { calendarDay, identifierFilter, maxResults, nothing, start } from './fields.ts';
import type { Operation } from './operation.ts';

/** Query of GET /press-products/v0/accumulated-stock, every parameter optional. */
export const accumulatedStockQuery = z.strictObject({
  productId: identifierFilter(1101).optional(),
  changedSince: calendarDay.optional(),
  includeZeroStock: z.boolean({ error: 'true or false' }).optional(),
  maxResults: maxResults.optional(),
  start: start.optional(),
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
  throttled: true,
  timeoutMs: 120_000,
};
