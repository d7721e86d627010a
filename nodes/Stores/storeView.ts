import type { IDataObject } from 'n8n-workflow';
import { hoursOn, parseGpsCoord, type Store } from 'retail-data-client/portable';

const OPEN_TODAY = { open: 'yes', closed: 'no', unknown: 'unknown' } as const;

/** A store in ten flat fields. What cannot be read is null or "unknown", never a guess. `today` is yyyy-MM-dd. */
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
