import * as z from 'zod/mini';
import { exceptionHours, regularHours, store } from '../operations/stores.ts';

/** The forms in which stores are handed on, made of the fields of the interface ("Store"). */
const { storeId, storeName, status, address, telephone } = store.shape;
const { street, postalCode, city } = address.shape;

/** A store in ten flat fields. What cannot be read is null. */
export const simplifiedStore = z.strictObject({
  storeId,
  storeName,
  status,
  openToday: z.nullable(z.boolean()),
  street,
  postalCode,
  city,
  telephone,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});

/** The fields of a store that a builder chose for an agent. */
export const selectedStore = z.partial(z.strictObject({ ...simplifiedStore.shape, ...store.shape }));

/** What is compared of a store between two days. */
const comparedStore = z.strictObject({
  storeName,
  status: z.string(),
  address: z.strictObject(address.shape),
  openingHours: z.strictObject({
    regularHours: z.array(z.strictObject(regularHours.shape)),
    exceptionHours: z.array(z.strictObject(exceptionHours.shape)),
  }),
});

/** A store that was added, removed or changed; `date` is the day it was noticed, `remembered` the size of the notes. */
export const storeChange = z.strictObject({
  event: z.literal('storesChanged'),
  date: z.iso.date(),
  storeId,
  storeName,
  change: z.enum(['added', 'changed', 'removed']),
  changed: z.array(z.enum(['storeName', 'status', 'address', 'openingHours', 'details'])),
  before: z.nullable(comparedStore),
  after: z.nullable(comparedStore),
  remembered: z.strictObject({ stores: z.int(), kilobytes: z.int(), mostKilobytes: z.int() }),
});
