import {
  type Day,
  dateOf,
  type NamedDay,
  publicHolidays,
  SUNDAY,
  shortDays,
  weekdayOf,
  yearOf,
} from '../../calendar/openDays.ts';
import { furtherPlace, PLACES, type Place } from './places.ts';
import { between, byNumber, pick, random } from './random.ts';
import { type Moment, momentTexts } from './refresh.ts';

/** A store of the chain and what its sales follow from. */
export interface Store {
  /** As it is printed; a filter finds it by its number. */
  readonly id: string;
  readonly number: number;
  readonly place: Place;
  readonly name: string;
  readonly status: 'Open' | 'Closed' | 'Temporarily closed' | 'To be opened';
  /** 1 (small) to 6 (large). */
  readonly category: number;
  readonly hoursInProse: boolean;
}

// By place in the written list, early enough for a chain of a dozen stores to have one of each.
const STATUS_BY_INDEX: Readonly<Record<number, Store['status']>> = {
  5: 'Closed',
  8: 'Temporarily closed',
  11: 'To be opened',
};
const PROSE_INDEX = 6;

/** The first `count` stores, the written list and then generated ones, in service order. */
export function createStores(count: number, seed: number): readonly Store[] {
  const stores = Array.from({ length: count }, (_, index): Store => {
    const place = PLACES[index] ?? furtherPlace(index - PLACES.length);
    const [id, name] = place;
    const number = Number(id);
    return {
      id,
      number,
      place,
      name,
      status: STATUS_BY_INDEX[index] ?? 'Open',
      category: between(random(seed, number, 1), 1, 6),
      hoursInProse: index === PROSE_INDEX,
    };
  });
  return byNumber(stores);
}

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

/** The sum of the digits, each times its weight; the weights go round. */
function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, place) => sum + Number(digit) * pick(weights, place), 0);
}

/** A 13-digit global location number with its check digit. */
function globalLocationNumber(serial: number): string {
  const digits = `7080${String(serial % 100_000_000).padStart(8, '0')}`;
  return `${digits}${(10 - (weighted(digits, [1, 3]) % 10)) % 10}`;
}

/** A 9-digit Norwegian organisation number with its check digit. */
function organisationNumber(serial: number): string {
  const digits = `9${String(serial % 10_000_000).padStart(7, '0')}`;
  const check = (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
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

const PLAIN_LETTERS: Readonly<Record<string, string>> = { æ: 'ae', ø: 'o', å: 'a' };

function mailbox(name: string): string {
  const plain = name.toLowerCase().replace(/[æøå]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  return plain.replaceAll(/[^a-z0-9]+/g, '.');
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SATURDAY = 5;

/** `regularHours` of the store details, Monday to Sunday; Saturdays are shorter and Sundays closed, with empty times. */
function regularHours(store: Store) {
  if (store.hoursInProse) return PROSE;
  return WEEKDAYS.map((dayOfTheWeek, weekday) => {
    if (weekday === SUNDAY) return { dayOfTheWeek, openingTime: '', closingTime: '', closed: true };
    const closingTime = closing(store)[weekday === SATURDAY ? 'saturday' : 'weekday'];
    return { dayOfTheWeek, openingTime: '10:00', closingTime, closed: false };
  });
}

// The formats are not stated, so one store has hours only a person can read.
const PROSE = [
  { dayOfTheWeek: 'man.-fre.', openingTime: 'ti', closingTime: 'når det mørkner', closed: false },
  { dayOfTheWeek: 'lør.', openingTime: 'etter avtale', closingTime: 'se oppslag på døra', closed: false },
  { dayOfTheWeek: 'søn.', openingTime: '-', closingTime: '-', closed: true },
];

/** Large stores are open for longer. */
function closing({ category }: Store) {
  return category >= 5 ? { weekday: '20:00', saturday: '16:00' } : { weekday: '18:00', saturday: '15:00' };
}

/**
 * `exceptionHours` of the store details, for the year that follows the store's last change: eves with their shorter
 * hours, holidays and anything unsettled without times.
 */
function exceptionHours(store: Store, changedOn: Day) {
  const years = [yearOf(changedOn), yearOf(changedOn) + 1];
  // Later ones win where two fall on one day, so a date is never given twice.
  const byDay = new Map([
    ...localExceptions(store, changedOn).map((special) => exception(special)),
    ...years.flatMap(shortDays).map((eve) => {
      return exception(eve, '10:00', eve.name === 'Julaften' ? '13:00' : closing(store).saturday);
    }),
    ...years.flatMap(publicHolidays).map((holiday) => exception(holiday)),
  ]);
  return [...byDay]
    .filter(([day]) => day >= changedOn && day <= changedOn + 365 && weekdayOf(day) !== SUNDAY)
    .toSorted(([one], [other]) => one - other)
    .map(([, hours]) => hours);
}

function exception({ day, name }: NamedDay, openingTime = '', closingTime = '') {
  return [day, { date: dateOf(day), openingTime, closingTime, message: name }] as const;
}

function localExceptions(store: Store, changedOn: Day): readonly NamedDay[] {
  if (store.status === 'Temporarily closed') {
    return [{ day: changedOn + 1, name: 'Stengt på grunn av ombygging' }];
  }
  if (store.status === 'To be opened') return [{ day: changedOn + 60, name: 'Åpningsdag, tidspunkt kommer' }];
  if (random(store.number, 71) % 5 !== 0) return [];
  return [{ day: changedOn + 12, name: 'Vareopptelling, åpningstid ikke avklart' }];
}
