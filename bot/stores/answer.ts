import { type Calendar, weekdayOf } from 'retail-data-client/calendar/calendar';
import { isHoliday, isPublicHoliday } from 'retail-data-client/calendar/holidays';
import type { Store } from 'retail-data-client/operations/stores';
import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { exceptionsFrom, hoursOn } from 'retail-data-client/stores/openingHours';
import type { Worded } from '../language/language.ts';
import type { CalendarDate } from '../parse/dates/calendarDate.ts';
import { NEAR_DAYS, nearDay, nearFeast } from '../parse/dates/comingDay.ts';
import { dayOf } from '../parse/dates/period.ts';
import { nearestNumber, nearestWord } from '../parse/didYouMean.ts';
import type { Names } from '../parse/nameLookup.ts';
import { candidates } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { type Chosen, isNone, NONE } from '../parse/selection.ts';
import { fold } from '../text/normalize.ts';
import { idKey } from '../text/numbers.ts';
import type { StoreDirectory } from './directory.ts';
import type { OpenAt, StoresQuestion } from './question.ts';
import type { StoreNames } from './storeNames.ts';
import { storesWords } from './words/words.ts';
import { writeStores } from './write.ts';

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
  readonly opensNext?: { readonly day: string; readonly time: string; readonly stores: number };
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
  const day = when === undefined ? today : dayToBeOpen(when, question, today, calendar);
  const moment = { day, time: when === undefined ? time : when.time };
  const asked = storesOf(all, question, names);
  const states = asked.map((store) => ({ store, state: openState(store, moment) }));
  const fitting = states.filter((each) => state === undefined || isIn(state, each));
  const placed = sorted(
    fitting.map(({ store }) => store),
    near === undefined ? undefined : middleOf(inPlace(all, near, question, names), near),
  );
  const isDate = typeof when?.day === 'object';
  const last = isDate ? lastSpecialDay(all) : undefined;
  const opensNext =
    state === 'open' && fitting.length === 0 ? nextOpening(asked, moment, today, time, calendar) : undefined;
  return {
    about: 'stores',
    question,
    day,
    today,
    time,
    stores: placed.slice(0, most),
    storeCount: placed.length,
    ...(opensNext === undefined ? {} : { opensNext }),
    hoursUnknown: state === undefined ? 0 : states.filter((each) => each.state === 'unknown').length,
    temporarilyClosed: state === 'open' ? asked.filter(({ status }) => status === TEMPORARILY).length : 0,
    placeUnknown: fitting.length - placed.length,
    isPublicHoliday: isPublicHoliday(day),
    regularOnHoliday: regularOnHoliday(placed, day),
    ...(isDate && (last === undefined || last < day) ? { beyondSpecialHours: { last } } : {}),
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

/** The stores of a question, before those that are open are chosen. @throws ParseError */
function storesOf(all: readonly Store[], question: StoresQuestion, names: Names): readonly Store[] {
  const found = (chosen: Chosen, instead: (chosen: Chosen) => StoresQuestion) =>
    keysOf([
      ...chosen.ids.map((id) =>
        numbered(all, id, (near) => instead({ ...chosen, ids: replaced(chosen.ids, id, near) })),
      ),
      ...chosen.names.flatMap((name) =>
        named(all, names, name.words, (words) =>
          instead({ ...chosen, names: replaced(chosen.names, name, { ...name, words }) }),
        ),
      ),
    ]);
  const asked = found(question.stores, (stores) => ({ ...question, stores }));
  const leftOut = found(question.without, (without) => ({ ...question, without }));
  const isAll = isNone(question.stores);
  return all.filter(({ storeId }) => {
    const key = idKey(storeId);
    return (isAll || asked.has(key)) && !leftOut.has(key);
  });
}

function keysOf(ids: readonly string[]): ReadonlySet<string | number> {
  return new Set(ids.map(idKey));
}

function replaced<Value>(values: readonly Value[], gone: Value, instead: Value): readonly Value[] {
  return [...new Set(values.map((value) => (value === gone ? instead : value)))];
}

/** @throws ParseError for an unknown number, suggesting the question that `instead` makes of the nearest one */
function numbered(all: readonly Store[], id: string, instead: (near: string) => StoresQuestion): string {
  if (all.some(({ storeId }) => idKey(storeId) === idKey(id))) return id;
  const near = nearestNumber(
    id,
    all.map(({ storeId }) => storeId),
  );
  throw unknown((t) => storesWords(t).unknown(id), near && instead(near));
}

/**
 * The numbers of stores with a name, or in a town; with the words inside one where none has them. @throws ParseError for unknown words, suggesting the question that
 * `instead` makes of the nearest name
 */
function named(
  all: readonly Store[],
  names: Names,
  words: string,
  instead: (name: string) => StoresQuestion,
): readonly string[] {
  const found = candidates(words, names, all.length);
  if (found.length > 0) return found.map(({ id }) => id);
  const inside = all.filter(({ storeName, address }) =>
    fold(`${storeName} ${address.city ?? ''}`).includes(fold(words)),
  );
  if (inside.length > 0) return inside.map(({ storeId }) => storeId);
  const known = new Map(
    all.flatMap(({ storeName, address }) =>
      [address.city ?? '', storeName].filter((name) => name !== '').map((name) => [fold(name), name]),
    ),
  );
  const near = known.get(nearestWord(words, known.keys()) ?? '');
  throw unknown((t) => storesWords(t).noneNamed(words), near && instead(near));
}

function unknown(sentence: Worded, instead: StoresQuestion | '' | undefined): ParseError {
  return new ParseError(sentence, instead ? writeStores(instead) : '/stores help');
}

/** Sorted by their distance from `middle`, without those that have no coordinates; as they are without it. */
function sorted(stores: readonly Store[], middle: Place | undefined): readonly FoundStore[] {
  if (middle === undefined) return stores.map((store) => ({ store, kilometres: undefined }));
  return stores
    .flatMap((store) => {
      const at = parseGpsCoord(store.address.gpsCoord);
      return at === null ? [] : [{ store, kilometres: kilometresBetween(middle, at) }];
    })
    .toSorted((one, other) => one.kilometres - other.kilometres);
}

/** The date, or the next such day, including today. @throws ParseError for a date too far away */
function dayToBeOpen({ day }: OpenAt, question: StoresQuestion, today: string, calendar: Calendar): string {
  if (day === 'today') return today;
  if (day === 'tomorrow') return calendar.addDays(today, 1);
  if (typeof day === 'number') return calendar.addDays(today, (day - weekdayOf(today) + 7) % 7);
  if ('feast' in day) return nearFeast(day.feast, calendar, today)?.from ?? today;
  return dateToBeOpen(day, question, today, calendar);
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
  const instead = writeStores({ ...question, when: { day: 'today' } });
  if (day < calendar.addDays(today, -NEAR_DAYS))
    throw new ParseError((t) => storesWords(t).dayGone(day), instead);
  if (day > calendar.addDays(today, FURTHEST_DAYS)) {
    throw new ParseError((t) => storesWords(t).dayTooFar(day), instead);
  }
  return day;
}

/** The stores of the city with that name, otherwise stores with the words in name or city. */
function inPlace(
  all: readonly Store[],
  words: string,
  question: StoresQuestion,
  names: Names,
): readonly Store[] {
  const inCity = all.filter(({ address }) => fold(address.city ?? '') === fold(words));
  if (inCity.length > 0) return inCity;
  const found = keysOf(named(all, names, words, (near) => ({ ...question, near })));
  return all.filter(({ storeId }) => found.has(idKey(storeId)));
}

/** The mean position of stores. @throws ParseError when none has readable coordinates */
function middleOf(stores: readonly Store[], words: string): Place {
  const places = stores.flatMap((store) => parseGpsCoord(store.address.gpsCoord) ?? []);
  if (places.length === 0) {
    throw new ParseError(
      (t) => storesWords(t).nowhere(words),
      writeStores({
        command: 'stores',
        kind: 'stores',
        stores: { ids: [], names: [{ kind: 'name', words }] },
        without: NONE,
      }),
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
