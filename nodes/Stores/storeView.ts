import type { IDataObject } from 'n8n-workflow';
import { InvalidInputError, type Store } from 'retail-data-client/portable';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { hoursOn } from 'retail-data-client/stores/openingHours';
import { oneOf } from '../service/inputs.ts';
import type { Item } from '../service/item.ts';
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

const OUTPUTS = ['raw', 'selectedFields', 'simplified'] as const;

/** What is given of a store. */
export interface StoreForm {
  readonly output: (typeof OUTPUTS)[number];
  /** With `selectedFields`. */
  readonly fields: readonly StoreField[];
}

/** As a tool the node has a choice of outputs in place of the switch. */
export function readForm(item: Item): StoreForm {
  if (!item.isTool) return { output: item.flag('simplify', true) ? 'simplified' : 'raw', fields: [] };
  const output = item.choice('output', 'simplified', OUTPUTS);
  if (output !== 'selectedFields') return { output, fields: [] };
  const { given, parts } = item.list('fields', []);
  if (parts.length === 0) {
    throw new InvalidInputError({ field: 'fields', value: given, expected: 'at least one field of a store' });
  }
  return { output, fields: parts.map((part) => oneOf('fields', part, STORE_FIELDS)) };
}

/** A store as it is given. `today` is yyyy-MM-dd. */
export function viewOf(store: Store, { output, fields }: StoreForm, today: string): IDataObject {
  if (output === 'simplified') return simplifiedStore(store, today);
  if (output === 'raw') return jsonOf(store);
  const all: IDataObject = { ...simplifiedStore(store, today), ...jsonOf(store) };
  return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
}
