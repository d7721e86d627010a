import type { IDataObject } from 'n8n-workflow';
import type { Store } from 'retail-data-client/portable';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { hoursOn } from 'retail-data-client/stores/openingHours';
import { jsonOf } from '../service/items.ts';

const OPEN_TODAY = { open: true, closed: false, unknown: null } as const;

/** A store in ten flat fields. What cannot be read is null, never a guess. `today` is yyyy-MM-dd. */
export function simplifiedStore(store: Store, today: string): IDataObject {
  const position = parseGpsCoord(store.address.gpsCoord);
  return {
    storeId: store.storeId,
    storeName: store.storeName,
    status: store.status,
    openToday: OPEN_TODAY[hoursOn(store, today).kind],
    street: store.address.street,
    postalCode: store.address.postalCode,
    city: store.address.city,
    telephone: store.telephone,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

/** What an agent may be given of a store: every field of the service, and those of the simplified store. */
export const STORE_FIELDS = [
  'address',
  'category',
  'city',
  'email',
  'lastChanged',
  'latitude',
  'longitude',
  'openToday',
  'openingHours',
  'postalCode',
  'status',
  'storeId',
  'storeName',
  'street',
  'telephone',
] as const;
export type StoreField = (typeof STORE_FIELDS)[number];

/** A store with these fields alone. */
export function selectedFields(store: Store, today: string, fields: readonly StoreField[]): IDataObject {
  const all: IDataObject = { ...simplifiedStore(store, today), ...jsonOf(store) };
  return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
}
