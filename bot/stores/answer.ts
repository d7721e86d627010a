import type { Calendar } from 'retail-data-client/calendar/calendar';
import { isHoliday, isPublicHoliday } from 'retail-data-client/calendar/holidays';
import type { Store } from 'retail-data-client/operations/stores';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { exceptionsFrom, hoursOn } from 'retail-data-client/stores/openingHours';
import type { Worded } from '../language/language.ts';
import { nearestNumber, nearestWord } from '../parse/didYouMean.ts';
import type { Names } from '../parse/nameLookup.ts';
import { candidates } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { type Chosen, isNone } from '../parse/selection.ts';
import { fold } from '../text/normalize.ts';
import { idKey } from '../text/numbers.ts';
import type { StoreDirectory } from './directory.ts';
import type { StoresQuestion } from './question.ts';
import { writeStores } from './slots.ts';
import type { StoreNames } from './storeNames.ts';
import { storesWords } from './words/words.ts';

export interface FoundStore {
  readonly store: Store;
  /** The great-circle distance; undefined for a question without `near`. */
  readonly kilometres: number | undefined;
}

/** Degrees, WGS 84. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The answer to `/stores`. */
export interface StoresAnswer {
  readonly about: 'stores';
  readonly question: StoresQuestion;
  /** The day whose opening hours are shown. */
  readonly day: string;
  /** The day of the question; `time` is its time (HH:mm). */
  readonly today: string;
  readonly time: string;
  /** At most as many as were asked for; `storeCount` counts all. */
  readonly stores: readonly FoundStore[];
  readonly storeCount: number;
  /** The first time that stores open when none of those asked for is open; undefined when that isn't known. */
  readonly opensNext: { readonly day: string; readonly time: string; readonly stores: number } | undefined;
  /** Stores that match, except that the service gives no hours for the day. */
  readonly hoursUnknown: number;
  /** Stores that match, except that they are temporarily closed. */
  readonly temporarilyClosed: number;
  /** Stores that match, but have no readable coordinates to measure the distance by. */
  readonly placeUnknown: number;
  /** On the eve of a public holiday: open stores for which the service gives only regular hours. */
  readonly regularOnHoliday: number;
  /** Set for a date after `last`, the last day for which any store has special hours; undefined when none has. */
  readonly beyondSpecialHours?: { readonly last: string | undefined };
  /** When the directory was fetched, in milliseconds since 1970. */
  readonly readAt: number | undefined;
}

/** What answers come from. */
export interface StoresParts {
  readonly directory: StoreDirectory;
  readonly names: StoreNames;
  readonly calendar: Calendar;
}

/** @throws ParseError for an unknown number or name, RetailDataError */
export async function answerStores(
  { directory, names, calendar }: StoresParts,
  now: number,
  question: StoresQuestion,
  most: number,
): Promise<StoresAnswer> {
  const all = await directory.all();
  await names.take(all);
  const { state, when, near } = question;
  const [today, time] = [calendar.dayOf(now), calendar.timeOf(now)];
  const day = when?.day ?? today;
  const moment = { day, time: when === undefined ? time : when.time };
  const named = storesOf(all, question, 'stores', names);
  const leftOut = storesOf(all, question, 'without', names);
  const isAll = near !== undefined || isNone(question.stores);
  const asked = (isAll ? all : named).filter((store) => !leftOut.includes(store));
  const states = asked.map((store) => ({ store, state: openState(store, moment) }));
  const fitting = states.filter((each) => state === undefined || isIn(state, each));
  const placed = sorted(
    fitting.map(({ store }) => store),
    near === undefined ? undefined : named,
  );
  // Of the coming days, regular hours are what people expect.
  const isFar = day > calendar.addDays(today, 6);
  const last = isFar ? lastSpecialDay(all) : undefined;
  return {
    about: 'stores',
    question,
    day,
    today,
    time,
    stores: placed.slice(0, most),
    storeCount: placed.length,
    opensNext:
      state === 'open' && fitting.length === 0
        ? nextOpening(asked, moment, today, time, calendar)
        : undefined,
    hoursUnknown: state === undefined ? 0 : states.filter((each) => each.state === 'unknown').length,
    temporarilyClosed: state === 'open' ? asked.filter(({ status }) => status === TEMPORARILY).length : 0,
    placeUnknown: fitting.length - placed.length,
    regularOnHoliday: regularOnHoliday(placed, day),
    ...(isFar && (last === undefined || last < day) ? { beyondSpecialHours: { last } } : {}),
    readAt: directory.stored()?.readAt,
  };
}

const TEMPORARILY = 'Temporarily closed';

/** A store that has closed down or isn't opened yet is neither. */
function isIn(
  state: NonNullable<StoresQuestion['state']>,
  each: { readonly store: Store; readonly state: ReturnType<typeof openState> },
): boolean {
  const { status } = each.store;
  return each.state === state && (state === 'open' || status === 'Open' || status === TEMPORARILY);
}

/** How many days to look ahead for one on which stores open: more than Christmas and Easter have. */
const DAYS_AHEAD = 10;

/** The first time from `moment` on at which one of the stores opens, and how many open then. */
function nextOpening(
  stores: readonly Store[],
  moment: { readonly day: string; readonly time: string | undefined },
  today: string,
  time: string,
  calendar: Calendar,
): StoresAnswer['opensNext'] {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = calendar.addDays(moment.day, ahead);
    const from = ahead > 0 ? '' : (moment.time ?? (day === today ? time : ''));
    const opens = stores
      .map((store) => hoursOn(store, day))
      .flatMap((hours) => (hours.kind === 'open' && hours.opens > from ? [hours.opens] : []))
      .toSorted();
    const [first] = opens;
    if (first !== undefined && day >= today) {
      return { day, time: first, stores: opens.filter((each) => each === first).length };
    }
  }
  return undefined;
}

function lastSpecialDay(all: readonly Store[]): string | undefined {
  return all
    .flatMap((store) => exceptionsFrom(store, '').flatMap(({ day }) => day ?? []))
    .reduce<string | undefined>((last, day) => (last === undefined || day > last ? day : last), undefined);
}

function regularOnHoliday(found: readonly FoundStore[], day: string): number {
  if (!isHoliday(day) || isPublicHoliday(day)) return 0;
  return found.filter(({ store }) => store.status === 'Open' && exceptionsFrom(store, day)[0]?.day !== day)
    .length;
}

/** The stores of one side of a question. @throws ParseError for an unknown number or name, suggesting the nearest */
function storesOf(
  all: readonly Store[],
  question: StoresQuestion,
  side: 'stores' | 'without',
  names: Names,
): readonly Store[] {
  const chosen = question[side];
  const unknown = (sentence: Worded, instead: Chosen | undefined) => {
    const command = instead === undefined ? '/stores help' : writeStores({ ...question, [side]: instead });
    return new ParseError(sentence, command);
  };
  const found = new Set<string | number>();
  for (const id of chosen.ids) {
    if (!all.some(({ storeId }) => idKey(storeId) === idKey(id))) {
      const near = nearestNumber(
        id,
        all.map(({ storeId }) => storeId),
      );
      const ids = near && new Set(chosen.ids.map((each) => (each === id ? near : each)));
      throw unknown((t) => storesWords(t).unknown(id), ids ? { ...chosen, ids: [...ids] } : undefined);
    }
    found.add(idKey(id));
  }
  for (const name of chosen.names) {
    const ids = idsNamed(all, names, name.words);
    if (ids.length === 0) {
      const near = nearestName(all, name.words);
      const named = chosen.names.map((each) => (each === name && near ? { ...name, words: near } : each));
      throw unknown(
        (t) => storesWords(t).noneNamed(name.words),
        near ? { ...chosen, names: named } : undefined,
      );
    }
    for (const id of ids) found.add(idKey(id));
  }
  return all.filter(({ storeId }) => found.has(idKey(storeId)));
}

/** The numbers of stores with a name, or in a town; with the words inside one where none has them. */
function idsNamed(all: readonly Store[], names: Names, words: string): readonly string[] {
  const found = candidates(words, names, all.length);
  if (found.length > 0) return found.map(({ id }) => id);
  return all
    .filter(({ storeName, address }) => fold(`${storeName} ${address.city ?? ''}`).includes(fold(words)))
    .map(({ storeId }) => storeId);
}

/** The name or town that is spelled most like the words. */
function nearestName(all: readonly Store[], words: string): string | undefined {
  const known = new Map(
    all
      .flatMap(({ storeName, address }) => [address.city ?? '', storeName])
      .filter((name) => name !== '')
      .map((name) => [fold(name), name]),
  );
  return known.get(nearestWord(words, known.keys()) ?? '');
}

/** Sorted by their distance from `near`, without those that have no coordinates; as they are without it. */
function sorted(stores: readonly Store[], near: readonly Store[] | undefined): readonly FoundStore[] {
  if (near === undefined) return stores.map((store) => ({ store, kilometres: undefined }));
  const middle = middleOf(near);
  return stores
    .flatMap((store) => {
      const at = parseGpsCoord(store.address.gpsCoord);
      return at === null || middle === undefined
        ? []
        : [{ store, kilometres: kilometresBetween(middle, at) }];
    })
    .toSorted((one, other) => one.kilometres - other.kilometres);
}

/** The mean position of stores; undefined where none has readable coordinates. */
function middleOf(stores: readonly Store[]): Place | undefined {
  const places = stores.flatMap((store) => parseGpsCoord(store.address.gpsCoord) ?? []);
  const mean = (of: (place: Place) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return places.length === 0
    ? undefined
    : { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

/** Whether a store is open on `day` at `time`, or at any time when undefined; "unknown" when its hours can't be read. */
function openState(
  store: Store,
  { day, time }: { readonly day: string; readonly time?: string | undefined },
): 'open' | 'closed' | 'unknown' {
  const hours = hoursOn(store, day);
  if (hours.kind !== 'open' || time === undefined) return hours.kind;
  return hours.opens <= time && time < hours.closes ? 'open' : 'closed';
}

const EARTH_KILOMETRES = 6_371;

function kilometresBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(half)));
}
