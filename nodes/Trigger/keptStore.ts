import { createHash } from 'node:crypto';
import type { Store } from 'retail-data-client/portable';

/**
 * A store as it is remembered between two checks. Hours and address are rows of texts without the names of their
 * fields, since all stores of a chain have to fit into what n8n keeps for a workflow.
 */
export interface KeptStore {
  readonly storeName: string;
  readonly status: string;
  /** Street, postal code, city, coordinates, global location number, organisation number. */
  readonly address: readonly string[];
  /** Day of the week, opening time, closing time, "closed" or nothing. */
  readonly regular: readonly (readonly string[])[];
  /** Date, opening time, closing time, message. */
  readonly exceptions: readonly (readonly string[])[];
  /** Fingerprint of everything else the interface names. */
  readonly details: string;
}

/** What an item shows of a store, in the names of the interface ("Store"). A type, so that n8n takes it as json. */
export type StoreView = {
  storeName: string;
  status: string;
  address: Record<string, string>;
  openingHours: {
    regularHours: Record<string, string | boolean>[];
    exceptionHours: Record<string, string>[];
  };
};

export type StorePart = 'storeName' | 'status' | 'address' | 'openingHours' | 'details';

const ADDRESS = [
  'street',
  'postalCode',
  'city',
  'gpsCoord',
  'globalLocationNumber',
  'organisationNumber',
] as const;

/** Without `lastChanged`, which says that something changed but not what, and without fields not in the interface. */
export function keptStoreOf(store: Store): KeptStore {
  const { regularHours, exceptionHours } = store.openingHours;
  return {
    storeName: store.storeName,
    status: store.status,
    address: ADDRESS.map((field) => store.address[field]),
    regular: regularHours.map((day) => [
      day.dayOfTheWeek,
      day.openingTime,
      day.closingTime,
      day.closed ? 'closed' : '',
    ]),
    exceptions: exceptionHours.map((day) => [day.date, day.openingTime, day.closingTime, day.message]),
    details: fingerprint([store.telephone, store.email, store.category]),
  };
}

export function viewOf(store: KeptStore): StoreView {
  return {
    storeName: store.storeName,
    status: store.status,
    address: Object.fromEntries(ADDRESS.map((field, index) => [field, store.address[index] ?? ''])),
    openingHours: {
      regularHours: store.regular.map(([dayOfTheWeek = '', openingTime = '', closingTime = '', closed]) => {
        return { dayOfTheWeek, openingTime, closingTime, closed: closed === 'closed' };
      }),
      exceptionHours: store.exceptions.map(
        ([date = '', openingTime = '', closingTime = '', message = '']) => {
          return { date, openingTime, closingTime, message };
        },
      ),
    },
  };
}

/** The parts that differ. An exception that is over by `today` (yyyy-MM-dd) is no change when it disappears. */
export function changedParts(before: KeptStore, after: KeptStore, today: string): StorePart[] {
  const parts: StorePart[] = [];
  if (before.storeName !== after.storeName) parts.push('storeName');
  if (before.status !== after.status) parts.push('status');
  if (inOneText([before.address]) !== inOneText([after.address])) parts.push('address');
  if (hoursFrom(before, today) !== hoursFrom(after, today)) parts.push('openingHours');
  if (before.details !== after.details) parts.push('details');
  return parts;
}

function hoursFrom(store: KeptStore, today: string): string {
  const isOver = ([date = '']: readonly string[]) =>
    /^\d{4}-\d{2}-\d{2}/.test(date) && date.slice(0, 10) < today;
  return `${inOneText(store.regular)} ${inOneText(store.exceptions.filter((row) => !isOver(row)))}`;
}

/** The order of the rows is not stated, so another order is no change. */
function inOneText(rows: readonly (readonly string[])[]): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
}

function fingerprint(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
}
