import * as z from 'zod/mini';
import {
  answeredDay,
  calendarDay,
  identifierFilter,
  isLastChanged,
  isRecord,
  lastChanged,
  maxResults,
  nothing,
  start,
} from './fields.ts';
import type { Operation } from './operation.ts';

/** The service gives at most this many sales in one answer when `maxResults` is not set (interface: "Limits"). */
export const DAILY_SALES_CAP = 1_048_575;

/**
 * Query of GET /my-products/v0/daily-sales-per-store, every parameter optional.
 * The format of the two sales dates is not stated; the one of `salesDate` in the answer is sent.
 */
export const dailySalesQuery = z.strictObject({
  fromSalesDate: z.optional(calendarDay),
  toSalesDate: z.optional(calendarDay),
  fromStoreId: z.optional(identifierFilter(143)),
  toStoreId: z.optional(identifierFilter(143)),
  productId: z.optional(identifierFilter(1101)),
  vendorId: z.optional(identifierFilter(12)),
  wholesalerId: z.optional(identifierFilter(7)),
  changedSince: z.optional(calendarDay),
  maxResults: z.optional(maxResults),
  start: z.optional(start),
});

/** One product's sales in one store on one day. `salesVolume` is litres with three decimals. */
export const productSale = z.looseObject({
  productId: z.string(),
  salesVolume: z.number(),
  salesQuantity: z.number(),
  lastChanged,
});

/** One store's sales on one day. */
export const storeSales = z.looseObject({ storeId: z.string(), sales: z.array(productSale) });

/** One day's sales (interface: "Daily sales"). */
export const salesDay = z.looseObject({ salesDate: answeredDay, storeSales: z.array(storeSales) });

export type DailySalesQuery = z.output<typeof dailySalesQuery>;
export type ProductSale = z.output<typeof productSale>;
export type StoreSales = z.output<typeof storeSales>;
export type SalesDay = z.output<typeof salesDay>;

/** The schema of a sale by hand, for speed. What this accepts the schema accepts; the schema has the last word on the rest. */
export function isProductSale(value: unknown): value is ProductSale {
  return (
    isRecord(value) &&
    typeof value.productId === 'string' &&
    Number.isFinite(value.salesVolume) &&
    Number.isFinite(value.salesQuantity) &&
    isLastChanged(value.lastChanged)
  );
}

/** Daily sales per store and product (interface: "GET daily-sales-per-store"). */
export const dailySalesOperation: Operation<DailySalesQuery, Record<string, never>, SalesDay[]> = {
  name: 'dailySales',
  title: 'Daily sales',
  method: 'GET',
  path: '/my-products/v0/daily-sales-per-store',
  query: dailySalesQuery,
  body: nothing,
  answer: z.array(salesDay),
  isRateLimited: false,
  timeoutMs: 300_000,
};
