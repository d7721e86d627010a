import type { Day } from '../../calendar/openDays.ts';
import { exceptionHours, regularHours } from './openingHours.ts';
import { between, random } from './random.ts';
import { type Moment, momentTexts } from './refresh.ts';
import type { Store } from './storeCatalogue.ts';

/** The store object as served at the moment ("Store" of the interface). */
export function storeDetails(store: Store, seed: number, moment: Moment) {
  const [, , street, postalCode, city, latitude, longitude] = store.place;
  const changed = lastChange(store, seed, moment);
  return {
    storeId: store.id,
    storeName: store.name,
    status: store.status,
    address: {
      street,
      postalCode,
      city,
      gpsCoord: `(${latitude.toFixed(4)}, ${longitude.toFixed(4)})`,
      globalLocationNumber: globalLocationNumber(random(seed, store.number, 2)),
      organisationNumber: organisationNumber(random(seed, store.number, 3)),
    },
    telephone: telephoneNumber(postalCode, random(seed, store.number, 4)),
    email: `${mailbox(store.name)}@stores.example`,
    category: `Kategori ${store.category}`,
    openingHours: {
      regularHours: regularHours(store),
      exceptionHours: exceptionHours(store, changed.day),
    },
    lastChanged: momentTexts(changed),
  };
}

export type StoreDetails = ReturnType<typeof storeDetails>;

/**
 * Every store is edited once in its own period of one to three months. What is served follows from the last edit
 * alone, so no detail ever changes without a new lastChanged.
 */
function lastChange(store: Store, seed: number, moment: Moment): Moment {
  const period = between(random(seed, store.number, 5), 30, 90);
  const offset = random(seed, store.number, 6) % period;
  const sinceEdit = (((moment.day - offset) % period) + period) % period;
  const edit = editOn(store, seed, moment.day - sinceEdit);
  const isStillToCome = edit.day === moment.day && edit.secondOfDay > moment.secondOfDay;
  return isStillToCome ? editOn(store, seed, edit.day - period) : edit;
}

function editOn(store: Store, seed: number, day: Day): Moment {
  return { day, secondOfDay: between(random(seed, store.number, 7, day), 9 * 3600, 16 * 3600 - 1) };
}

/** A 13-digit global location number with its check digit. */
function globalLocationNumber(serial: number): string {
  const digits = `7080${String(serial % 100_000_000).padStart(8, '0')}`;
  let sum = 0;
  for (const [place, digit] of [...digits].entries()) sum += Number(digit) * (place % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const ORGANISATION_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

/** A 9-digit Norwegian organisation number with its check digit. */
function organisationNumber(serial: number): string {
  const digits = `9${String(serial % 10_000_000).padStart(7, '0')}`;
  let sum = 0;
  for (const [place, weight] of ORGANISATION_WEIGHTS.entries()) sum += Number(digits[place]) * weight;
  const check = (11 - (sum % 11)) % 11;
  // The register gives out no number whose check digit would be 10.
  return check === 10 ? organisationNumber(serial + 1) : `${digits}${check}`;
}

/** By the first digit of a postal code. */
const AREA_CODES = ['22', '69', '62', '33', '51', '55', '70', '73', '75', '77'];

/** An eight-digit telephone number of the area a postal code lies in. */
function telephoneNumber(postalCode: string, serial: number): string {
  const rest = String(serial % 1_000_000).padStart(6, '0');
  return `${AREA_CODES[Number(postalCode[0])]} ${rest.slice(0, 2)} ${rest.slice(2, 4)} ${rest.slice(4)}`;
}

function mailbox(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll(/[^a-z0-9]+/g, '.');
}
