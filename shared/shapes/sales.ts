import * as z from 'zod/mini';
import { productSale, salesDay, storeSales } from '../operations/dailySales.ts';

/**
 * The forms in which sales are handed on, made of the fields of the interface ("Daily sales"). `salesVolume` is litres
 * with three decimals.
 */
const { productId, salesVolume, salesQuantity, lastChanged } = productSale._zod.def.shape;
const { date, time } = lastChanged._zod.def.shape;
const { storeSales: stores } = salesDay._zod.def.shape;
/** A day, as JSON schema names one; the client's own schema tests the text by itself. */
const salesDate = z.iso.date();
const { storeId, sales } = storeSales._zod.def.shape;

/** One product in one store on one day, flat. */
export const salesRow = z.strictObject({
  salesDate,
  storeId,
  productId,
  salesVolume,
  salesQuantity,
  lastChangedDate: date,
  lastChangedTime: time,
});

/** One store on one day, whole. */
export const salesOfStoreAndDay = z.strictObject({ salesDate, storeId, sales });

/** One day, whole. */
export const salesOfDay = z.strictObject({ salesDate, storeSales: stores });

/**
 * Sales added up by one or two of the optional fields; `salesCount` counts what was added. `week` is an ISO week, such as
 * 2026-W47, `month` one of the calendar, such as 2026-11.
 */
export const salesTotal = z.strictObject({
  salesDate: z.optional(salesDate),
  week: z.optional(z.string()),
  month: z.optional(z.string()),
  storeId: z.optional(storeId),
  productId: z.optional(productId),
  salesVolume,
  salesQuantity,
  salesCount: z.int(),
});

/** What goes with a file of sales; an open end of the dates is null. */
export const salesFileNote = z.strictObject({
  rows: z.int(),
  fileName: z.string(),
  from: z.nullable(salesDate),
  to: z.nullable(salesDate),
});
