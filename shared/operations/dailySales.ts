import {
  answeredDay,
  calendarDay,
  identifier,
  identifierFilter,
  isLastChanged,
  isRecord,
  type Known,
  maxResults,
  nothing,
  start,
} from './fields.ts';
import type { Operation } from './operation.ts';
import * as z from './schema.ts';

/** The service gives at most this many sales in one answer when `maxResults` is not set (interface: "Limits"). */
export const DAILY_SALES_CAP = 1_048_575;

/**
 * Query of GET /my-products/v0/daily-sales-per-store, every parameter optional.
 * The format of the two sales dates is not stated; the one of `salesDate` in the answer is sent.
 */
export const dailySalesQuery = z.strictObject({
  /** The first sales date, yyyy-MM-dd. */
  fromSalesDate: z.optional(calendarDay),
  /** The last sales date, included, yyyy-MM-dd. */
  toSalesDate: z.optional(calendarDay),
  /** The first store number, without leading zeros. */
  fromStoreId: z.optional(identifierFilter(143)),
  /** The last store number, included. */
  toStoreId: z.optional(identifierFilter(143)),
  /** Only this product: its number, without leading zeros. */
  productId: z.optional(identifierFilter(1101)),
  /** Only products of this vendor. */
  vendorId: z.optional(identifierFilter(12)),
  /** Only products of this wholesaler. */
  wholesalerId: z.optional(identifierFilter(7)),
  /** Only sales that changed on this day or later, yyyy-MM-dd. */
  changedSince: z.optional(calendarDay),
  /** The most sales in one answer; the service's default is 1,048,575. */
  maxResults: z.optional(maxResults),
  /** Sales to skip before the first, ordered by sales date, store and product. */
  start: z.optional(start),
});

/** One product's sales in one store on one day. */
export const productSale = z.looseObject({
  /** The product, as the service writes it, leading zeros included. */
  productId: identifier,
  /** Litres with three decimals, negative for returns. Add them as whole millilitres. */
  salesVolume: z.number(),
  /** Units, negative for returns. */
  salesQuantity: z.number(),
  /** When the service last changed this sale. */
  lastChanged: z.looseObject({
    /** The day of the change. */
    date: z.string(),
    /** The time of the change. */
    time: z.string(),
  }),
});

/** One store's sales on one day. */
export const storeSales = z.looseObject({
  /** The store, as the service writes it, leading zeros included. */
  storeId: identifier,
  /** One entry for each product. */
  sales: z.array(productSale),
});

/** One day's sales (interface: "Daily sales"). */
export const salesDay = z.looseObject({
  /** The day, yyyy-MM-dd. */
  salesDate: answeredDay,
  /** One entry for each store. */
  storeSales: z.array(storeSales),
});

export type DailySalesQuery = z.output<typeof dailySalesQuery>;
/** One product's sales in one store on one day. */
export interface ProductSale extends Known<z.output<typeof productSale>> {}
/** One store's sales on one day. */
export interface StoreSales extends Known<z.output<typeof storeSales>> {}
/** One day's sales, as the service nests them (interface: "Daily sales"). */
export interface SalesDay extends Known<z.output<typeof salesDay>> {}

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
