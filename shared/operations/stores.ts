import { calendarDay, identifierFilter, type Known, nothing, orElse, textIfAny } from './fields.ts';
import type { Operation } from './operation.ts';
import * as z from './schema.ts';

/** Query of GET /stores/v0/details, every parameter optional. */
export const storesQuery = z.strictObject({
  /** Only this store: its number, without leading zeros. */
  storeId: z.optional(identifierFilter(143)),
  /** Only stores whose name contains this. */
  storeNameContains: z.optional(z.string({ error: 'a part of a store name', is: (text) => text !== '' })),
  /** Only stores that changed on this day or later, yyyy-MM-dd. */
  changedSince: z.optional(calendarDay),
});

/** The statuses that the interface names; a service may add others. */
export const STORE_STATUSES = ['Open', 'Closed', 'Temporarily closed', 'To be opened'] as const;

/** Regular hours of one weekday; the formats of day and times are not stated. */
export const regularHours = z.looseObject({
  /** The day of the week, in the service's words. */
  dayOfTheWeek: z.string(),
  /** When the store opens; null where the service does not say. */
  openingTime: textIfAny,
  /** When the store closes; null where the service does not say. */
  closingTime: textIfAny,
  /** True if the store is closed that day. */
  closed: z.boolean(),
});

/** Hours of one date that differ from the regular ones. */
export const exceptionHours = z.looseObject({
  /** The date. */
  date: z.string(),
  /** When the store opens; null where the service does not say. */
  openingTime: textIfAny,
  /** When the store closes; null where the service does not say. */
  closingTime: textIfAny,
  /** Why, such as a holiday; null where the service does not say. */
  message: textIfAny,
});

/** Each part is null where the service has none. */
export const address = z.looseObject({
  /** Street and number. */
  street: textIfAny,
  /** Four digits. */
  postalCode: textIfAny,
  /** The town. */
  city: textIfAny,
  /** WGS84 as "(lat, lon)", its separator not stated. */
  gpsCoord: textIfAny,
  /** The global location number (GLN). */
  globalLocationNumber: textIfAny,
  /** The Norwegian organisation number. */
  organisationNumber: textIfAny,
});

/** A store (interface: "Store"). */
export const store = z.looseObject({
  /** The store number, as the service writes it, leading zeros included. */
  storeId: z.string(),
  /** The name of the store. */
  storeName: z.string(),
  /** One of Open, Closed, Temporarily closed and To be opened, or one that the interface does not name. */
  status: z.string(),
  /** Where the store is. */
  address: orElse({}, address),
  /** The telephone number; null where there is none. */
  telephone: textIfAny,
  /** The e-mail address; null where there is none. */
  email: textIfAny,
  /** The store's category, in the service's words; null where there is none. */
  category: textIfAny,
  /** When the store is open. Hours that are missing are unknown. */
  openingHours: orElse(
    {},
    z.looseObject({
      /** Hours of the days of the week. */
      regularHours: orElse([], z.array(regularHours)),
      /** Dates with other hours. */
      exceptionHours: orElse([], z.array(exceptionHours)),
    }),
  ),
  /** When the store's details last changed. */
  lastChanged: z.looseObject({
    /** The day of the change. */
    date: z.string(),
    /** The time of the change. */
    time: z.string(),
  }),
});

export type StoresQuery = z.output<typeof storesQuery>;
export type StoreStatus = (typeof STORE_STATUSES)[number];
/** Hours of one date that differ from the regular ones. */
export interface ExceptionHours extends Known<z.output<typeof exceptionHours>> {}
/** A store (interface: "Store"). */
export interface Store extends Known<z.output<typeof store>> {}

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
