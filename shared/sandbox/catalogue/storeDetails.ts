import type { Day } from '../calendar.ts';
import { between, draw } from '../hash.ts';
import { type Moment, momentTexts } from '../refresh.ts';
import { exceptionHours, regularHours } from './openingHours.ts';
import { globalLocationNumber, organisationNumber, telephoneNumber } from './registerNumbers.ts';
import type { Store } from './stores.ts';

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
      globalLocationNumber: globalLocationNumber(draw(seed, store.number, 2)),
      organisationNumber: organisationNumber(draw(seed, store.number, 3)),
    },
    telephone: telephoneNumber(postalCode, draw(seed, store.number, 4)),
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
  const period = between(draw(seed, store.number, 5), 30, 90);
  const offset = draw(seed, store.number, 6) % period;
  const sinceEdit = (((moment.day - offset) % period) + period) % period;
  const edit = editOn(store, seed, moment.day - sinceEdit);
  const isStillToCome = edit.day === moment.day && edit.secondOfDay > moment.secondOfDay;
  return isStillToCome ? editOn(store, seed, edit.day - period) : edit;
}

function editOn(store: Store, seed: number, day: Day): Moment {
  return { day, secondOfDay: between(draw(seed, store.number, 7, day), 9 * 3600, 16 * 3600 - 1) };
}

function mailbox(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll(/[^a-z0-9]+/g, '.');
}
