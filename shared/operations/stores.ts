import * as z from 'zod/mini';
import { calendarDay, identifierFilter, lastChanged, nothing } from './fields.ts';
import type { Operation } from './operation.ts';

/** Query of GET /stores/v0/details, every parameter optional. */
export const storesQuery = z.strictObject({
  storeId: z.optional(identifierFilter(143)),
  storeNameContains: z.optional(
    z.string({ error: 'a part of a store name' }).check(z.minLength(1, { error: 'a part of a store name' })),
  ),
  changedSince: z.optional(calendarDay),
});

/** The statuses that the interface names; a service may add others. */
export const STORE_STATUSES = ['Open', 'Closed', 'Temporarily closed', 'To be opened'] as const;

/** Regular hours of one weekday; the formats of day and times are not stated. */
export const regularHours = z.looseObject({
  dayOfTheWeek: z.string(),
  openingTime: z.string(),
  closingTime: z.string(),
  closed: z.boolean(),
});

/** Hours of one date that differ from the regular ones. */
export const exceptionHours = z.looseObject({
  date: z.string(),
  openingTime: z.string(),
  closingTime: z.string(),
  message: z.string(),
});

/** A store (interface: "Store"). `gpsCoord` is WGS84 as "(lat, lon)", its separator not stated: see `parseGpsCoord`. */
export const store = z.looseObject({
  storeId: z.string(),
  storeName: z.string(),
  /** One of `STORE_STATUSES`, or one that the interface does not name. */
  status: z.string(),
  address: z.looseObject({
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    gpsCoord: z.string(),
    globalLocationNumber: z.string(),
    organisationNumber: z.string(),
  }),
  telephone: z.string(),
  email: z.string(),
  category: z.string(),
  openingHours: z.looseObject({
    regularHours: z.array(regularHours),
    exceptionHours: z.array(exceptionHours),
  }),
  lastChanged,
});

export type StoresQuery = z.output<typeof storesQuery>;
export type StoreStatus = (typeof STORE_STATUSES)[number];
export type ExceptionHours = z.output<typeof exceptionHours>;
export type Store = z.output<typeof store>;

/** Details of stores (interface: "GET details"). */
export const storesOperation: Operation<StoresQuery, Record<string, never>, Store[]> = {
  name: 'stores',
  title: 'Stores',
  method: 'GET',
  path: '/stores/v0/details',
  query: storesQuery,
  body: nothing,
  answer: z.array(store),
  isRateLimited: false,
  timeoutMs: 60_000,
};

/** Whether the interface names a status. */
export function isStoreStatus(status: string): status is StoreStatus {
  return STORE_STATUSES.some((known) => known === status);
}
