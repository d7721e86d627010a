import * as z from 'zod/mini';
import { address, store } from '../operations/stores.ts';

/** The forms in which stores are handed on, made of the fields of the interface ("Store"). */
const { storeId, storeName, status, telephone } = store._zod.def.shape;
const { street, postalCode, city } = address._zod.def.shape;

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
