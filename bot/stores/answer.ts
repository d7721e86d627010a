import { type Calendar, weekdayOf } from 'retail-data-client/calendar/calendar';
import { isHoliday, isPublicHoliday } from 'retail-data-client/calendar/holidays';
import type { Store } from 'retail-data-client/operations/stores';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { exceptionsFrom, hoursOn } from 'retail-data-client/stores/openingHours';
import type { CalendarDate } from '../parse/dates/calendarDate.ts';
import { NEAR_DAYS, nearDay } from '../parse/dates/comingDay.ts';
import { dayOf } from '../parse/dates/period.ts';
import { nearestNumber, nearestWord } from '../parse/didYouMean.ts';
import { ParseError } from '../parse/parseError.ts';
import { fold } from '../text/normalize.ts';
import type { StoreDirectory, StoredDirectory } from './directory.ts';
import type { OpenAt, Place, StoresQuestion } from './question.ts';
import { storesWords } from './words/words.ts';
import { writeStores } from './write.ts';

export interface FoundStore {
  readonly store: Store;
  /** The great-circle distance; undefined for a question without a place. */
  readonly kilometres: number | undefined;
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
  /** Stores that match, except that the service gives no hours for the day. */
  readonly hoursUnknown: number;
  /** Stores that match, except that they are temporarily closed. */
  readonly temporarilyClosed: number;
  /** Stores that match, but have no readable coordinates to measure the distance by. */
  readonly placeUnknown: number;
  /** Whether stores are closed on `day`, except those with special hours. */
  readonly isPublicHoliday: boolean;
  /** On the eve of a public holiday: open stores for which the service gives only regular hours. */
  readonly regularOnHoliday: number;
  /** Set for a date after `last`, the last day for which any store has special hours; undefined when none has. */
  readonly beyondSpecialHours?: { readonly last: string | undefined };
  /** When the directory was fetched, in milliseconds since 1970. */
  readonly readAt: number | undefined;
}

/** Finds a store by number, or stores that match. @throws ParseError for an unknown number or name, RetailDataError */
export async function answerStores(
  directory: StoreDirectory,
  calendar: Calendar,
  now: number,
  question: StoresQuestion,
  most: number,
): Promise<StoresAnswer> {
  const all = await directory.all();
  const moment = { day: calendar.dayOf(now), time: calendar.timeOf(now) };
  const found =
    question.kind === 'number'
      ? {
          ...everywhere(byNumber(all, question)),
          day:
            question.open === undefined ? moment.day : dayToBeOpen(question.open, question, moment, calendar),
          hoursUnknown: 0,
          temporarilyClosed: 0,
          placeUnknown: 0,
        }
      : search(all, question, moment, calendar);
  const isDate = typeof question.open?.day === 'object';
  const last = isDate ? lastSpecialDay(all) : undefined;
  const current: StoredDirectory | undefined = directory.stored();
  return {
    about: 'stores',
    question,
    day: found.day,
    today: moment.day,
    time: moment.time,
    stores: found.stores.slice(0, most),
    storeCount: found.stores.length,
    hoursUnknown: found.hoursUnknown,
    temporarilyClosed: found.temporarilyClosed,
    placeUnknown: found.placeUnknown,
    isPublicHoliday: isPublicHoliday(found.day),
    regularOnHoliday: regularOnHoliday(found.stores, found.day),
    ...(isDate && (last === undefined || last < found.day) ? { beyondSpecialHours: { last } } : {}),
    readAt: current?.readAt,
  };
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

function byNumber(all: readonly Store[], question: Extract<StoresQuestion, { kind: 'number' }>): Store[] {
  const { storeId } = question;
  const stores = all.filter((store) => Number(store.storeId) === Number(storeId));
  if (stores.length > 0) return stores;
  const near = nearestNumber(
    storeId,
    all.map((store) => store.storeId),
  );
  throw new ParseError(
    (t) => storesWords(t).unknown(storeId),
    near === undefined ? '/stores help' : writeStores({ ...question, storeId: near }),
  );
}

/** @throws ParseError for unknown words, suggesting the question that `instead` makes of the nearest name */
function byWords(
  all: readonly Store[],
  words: string,
  instead: (name: string) => StoresQuestion,
): readonly Store[] {
  if (words === '') return all;
  const wanted = fold(words);
  const named = (fits: (name: string) => boolean) =>
    all.filter(({ storeName, address }) => [storeName, address.city ?? ''].some(fits));
  // Whole words first: "as" is the town Ås, though many names have it inside. Then by beginnings of words.
  const ways = [
    (name: string) => ` ${fold(name)} `.includes(` ${wanted} `),
    (name: string) => name.toLowerCase().includes(words.toLowerCase()),
    (name: string) => ` ${fold(name)}`.includes(` ${wanted}`),
    (name: string) => fold(name).includes(wanted),
  ];
  const stores = ways.map(named).find((found) => found.length > 0) ?? [];
  if (stores.length > 0) return stores;
  const names = new Map(
    all.flatMap(({ storeName, address }) =>
      [address.city ?? '', storeName].filter((name) => name !== '').map((name) => [fold(name), name]),
    ),
  );
  const near = names.get(nearestWord(wanted, [...names.keys()]) ?? '');
  throw new ParseError(
    (t) => storesWords(t).noneNamed(words),
    near === undefined ? '/stores help' : writeStores(instead(near)),
  );
}

function everywhere(stores: readonly Store[]): { readonly stores: FoundStore[] } {
  return { stores: stores.map((store) => ({ store, kilometres: undefined })) };
}

interface Moment {
  readonly day: string;
  readonly time: string;
}

type SearchQuestion = Extract<StoresQuestion, { kind: 'search' }>;

function search(all: readonly Store[], question: SearchQuestion, moment: Moment, calendar: Calendar) {
  const { words, openNow, open, near } = question;
  const when =
    open === undefined ? moment : { day: dayToBeOpen(open, question, moment, calendar), time: open.time };
  const states = byWords(all, words, (name) => ({ ...question, words: name })).map((store) => ({
    store,
    state: openState(store, when),
  }));
  const asksOpen = openNow || open !== undefined;
  const fitting = asksOpen ? states.filter(({ state }) => state === 'open') : states;
  const left = {
    day: when.day,
    hoursUnknown: asksOpen ? states.filter(({ state }) => state === 'unknown').length : 0,
    temporarilyClosed: asksOpen
      ? states.filter(({ store }) => store.status === 'Temporarily closed').length
      : 0,
  };
  const stores = fitting.map(({ store }) => store);
  if (near === undefined) return { ...everywhere(stores), ...left, placeUnknown: 0 };
  const middle = 'words' in near ? middleOf(inPlace(all, near.words, question), near.words) : near;
  const placed: FoundStore[] = [];
  for (const store of stores) {
    const at = parseGpsCoord(store.address.gpsCoord);
    if (at !== null) placed.push({ store, kilometres: kilometresBetween(middle, at) });
  }
  placed.sort((one, other) => (one.kilometres ?? 0) - (other.kilometres ?? 0));
  return { stores: placed, ...left, placeUnknown: stores.length - placed.length };
}

/** The date, or the next such weekday, including today. @throws ParseError for a date too far away */
function dayToBeOpen(
  { day }: OpenAt,
  question: StoresQuestion,
  { day: today }: Moment,
  calendar: Calendar,
): string {
  if (typeof day === 'object') return dateToBeOpen(day, question, today, calendar);
  if (day === 'today') return today;
  if (day === 'tomorrow') return calendar.addDays(today, 1);
  return calendar.addDays(today, (day - weekdayOf(today) + 7) % 7);
}

/** The directory has today's weekly hours, which can change in more than a year. */
const FURTHEST_DAYS = 366;

function dateToBeOpen(
  { year, month, date }: CalendarDate,
  question: StoresQuestion,
  today: string,
  calendar: Calendar,
): string {
  const near = year === undefined ? nearDay(month, date, calendar, today) : undefined;
  const day = near ?? dayOf(year ?? Number(today.slice(0, 4)), month, date);
  const instead = writeStores(
    question.kind === 'number'
      ? { command: 'stores', kind: 'number', storeId: question.storeId }
      : { ...question, openNow: false, open: { day: 'today' } },
  );
  if (day < calendar.addDays(today, -NEAR_DAYS))
    throw new ParseError((t) => storesWords(t).dayGone(day), instead);
  if (day > calendar.addDays(today, FURTHEST_DAYS)) {
    throw new ParseError((t) => storesWords(t).dayTooFar(day), instead);
  }
  return day;
}

/** The stores of the city with that name, otherwise stores with the words in name or city. */
function inPlace(all: readonly Store[], words: string, question: SearchQuestion): readonly Store[] {
  const inCity = all.filter(({ address }) => fold(address.city ?? '') === fold(words));
  return inCity.length > 0 ? inCity : byWords(all, words, (name) => ({ ...question, near: { words: name } }));
}

/** The mean position of stores. @throws ParseError when none has readable coordinates */
function middleOf(stores: readonly Store[], words: string): Place {
  const places = stores.flatMap((store) => parseGpsCoord(store.address.gpsCoord) ?? []);
  if (places.length === 0) {
    throw new ParseError(
      (t) => storesWords(t).nowhere(words),
      writeStores({ command: 'stores', kind: 'search', words, openNow: false }),
    );
  }
  const mean = (of: (place: Place) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
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
