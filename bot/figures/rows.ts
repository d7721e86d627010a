import { isoWeekOf, weekdayOf } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { daysOfMonth, daysOfWeek, type Formatter } from '../language/formatter.ts';
import { type DayRange, daysIn, lengthOf } from '../text/dayRange.ts';
import type { CellValue, ColumnKind } from '../workbooks/table.ts';

/** Names of numbers, for the labels of rows. */
interface Labels {
  label(id: string): string;
  nameOf(id: string): string | undefined;
}

interface LabelReader {
  readonly products: Labels;
  readonly stores: Labels;
  readonly language: { readonly format: Formatter };
}

/** What the rows of an answer can be. `within` are the days of the question, which can cut a week or month. */
interface RowKind {
  /** What can follow `by:`, `per` and `each`. */
  readonly words: string;
  /** Words for them in sentences, beside those. */
  readonly nouns?: string;
  /** Words that need no `by:`, such as "daily". */
  readonly adverbs?: string;
  /** Words that mean these rows where no others are said. */
  readonly implied?: string;
  /** In help. */
  readonly example?: string;
  /** What sums are stored by, of which these rows are made. */
  readonly of: Stored;
  /** The key of the row that a stored one belongs to, where it is another; rows in time are sorted by it. */
  keyOf?(key: string, groupOf: GroupOf): string;
  /** All possible keys in time, where two periods are compared key by key instead of by place. */
  readonly all?: readonly string[];
  label(key: string, reader: LabelReader, within: DayRange): string;
  /** A shorter label for charts and for a row with two labels; `label` where undefined. */
  short?(key: string, format: Formatter, within: DayRange): string;
  /** For a file: one per column of the catalog, of these kinds; the label where undefined. */
  readonly kinds?: readonly ColumnKind[];
  cells?(key: string, reader: LabelReader, within: DayRange): readonly CellValue[];
  /** Charts draw a line, not bars, since there are many points. */
  readonly isLine?: true;
}

export type Stored = 'product' | 'store' | 'day';

/** The group of a product; undefined without one. */
type GroupOf = (productId: string) => string | undefined;

/** The key of the row for all products without a group. */
export const NO_GROUP = '';

const PART_KINDS = ['text', 'date', 'date', 'count'] as const;

/** Adds the days within the period and their count, so that three days aren't taken for a whole week. */
function partCells(key: string, days: DayRange, { weekdays }: DayRange): readonly CellValue[] {
  return [key, days.from, days.to, daysIn({ ...days, weekdays }).length];
}

/**
 * What the rows of a query can be. A further kind is an entry here, and its names in the catalogs: what is typed, read,
 * computed, drawn and filed follows.
 */
const KINDS = {
  product: {
    words: 'product products produkt produkter produktene vare varer varene varar',
    nouns: 'item items article articles produktet vara seller sellers bestselger bestselgere',
    of: 'product',
    label: (key, { products }) => products.label(key),
    kinds: ['text', 'text'],
    cells: (key, { products }) => [key, products.nameOf(key)],
  },
  group: {
    words:
      'group groups gruppe grupper gruppa gruppene varegruppe varegrupper varegruppa kategori category categories',
    of: 'product',
    keyOf: (key, groupOf) => groupOf(key) ?? NO_GROUP,
    label: (key) => key,
  },
  store: {
    words: 'store stores shop shops butikk butikker butikkene butikkar utsalg',
    nouns: 'outlet outlets butikken',
    example: 'last week by:store',
    of: 'store',
    label: (key, { stores }) => stores.label(key),
    kinds: ['text', 'text'],
    cells: (key, { stores }) => [key, stores.nameOf(key)],
  },
  day: {
    words: 'day days daily date dag dager dagar dato',
    nouns: 'dagen',
    adverbs: 'daily daglig dagleg',
    implied:
      'trend trends trenden chart charts graph graf grafen diagram kurve utvikling utviklingen utviklinga',
    of: 'day',
    label: (key, { language }) => language.format.day(key),
    short: (key, format) => format.shortDay(key),
    kinds: ['date'],
    cells: (key) => [key],
    isLine: true,
  },
  /** 2026-W47 */
  week: {
    words: 'week weeks weekly uke uker uka veke veker veka',
    nouns: 'uken',
    adverbs: 'weekly ukentlig vekentleg',
    example: 'last 30 days by:week',
    of: 'day',
    keyOf: isoWeekOf,
    label: (key, { language }, within) => language.format.week(key, within),
    short: (key, format, within) => format.shortWeek(key, within),
    kinds: PART_KINDS,
    cells: (key, _, within) => partCells(key, daysOfWeek(key, within), within),
  },
  /** 2026-11 */
  month: {
    words: 'month months monthly måned måneder månad månader mnd',
    nouns: 'måneden månaden',
    adverbs: 'monthly månedlig månadleg',
    of: 'day',
    keyOf: (day) => day.slice(0, 7),
    label: (key, { language }, within) => language.format.month(key, within),
    kinds: PART_KINDS,
    cells: (key, _, within) => partCells(key, daysOfMonth(key, within), within),
  },
  /** Monday is 1. */
  weekday: {
    words: 'weekday weekdays ukedag ukedager vekedag vekedagar',
    nouns: 'ukedagen vekedagen',
    example: 'last 30 days by:weekday',
    of: 'day',
    keyOf: (day) => String(weekdayOf(day)),
    all: ['1', '2', '3', '4', '5', '6', '7'],
    label: (key, { language }) => language.format.weekday(Number(key)),
  },
} satisfies Record<string, RowKind>;

export type Group = keyof typeof KINDS;
export type TimeGroup = {
  [Name in Group]: (typeof KINDS)[Name]['of'] extends 'day' ? Name : never;
}[Group];

export const ROWS: Readonly<Record<Group, RowKind>> = KINDS;
export const ROW_NAMES = Object.keys(KINDS) as [Group, ...Group[]];

/** Whether rows are sorted by time; products, groups and stores are sorted by volume. */
export function isInTime(by: Group): by is TimeGroup {
  return ROWS[by].of === 'day';
}

/** Whether rows have an order of their own instead of a place in the period: weekdays. */
export function isInCycle(by: Group): boolean {
  return ROWS[by].all !== undefined;
}

/** The key of the row that a stored product, store or day belongs to. */
export function keyIn(by: Group, key: string, groupOf: GroupOf = () => undefined): string {
  return ROWS[by].keyOf?.(key, groupOf) ?? key;
}

/** A place on the axis of a chart, with its days on which stores were open. */
interface Place {
  readonly key: string;
  readonly openDays: readonly string[];
}

/** The places of these keys and, between them, those of days on which stores were open, in order. */
export function placesAlong(by: TimeGroup, keys: readonly string[], days: DayRange): readonly Place[] {
  const sorted = keys.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const open = isInCycle(by) ? [] : daysIn(days).filter((day) => isOpenDay(dayOf(day)));
  const openDays = Map.groupBy(open, (day) => keyIn(by, day));
  const between = [...openDays.keys()].filter((key) => first < key && key < last);
  const places = [...new Set([...sorted, ...between])].sort();
  return places.map((key) => ({ key, openDays: openDays.get(key) ?? [] }));
}

/** The key of a day or week that the other period has no counterpart for. */
export const NO_ROW = '–';

/** The row of a product, store, day or week in one period or two; undefined for a period without it. */
export interface Pair<Sum> {
  readonly key: string;
  /** The key of the second grouping; undefined where there is one grouping. */
  readonly second?: string | undefined;
  /** The key in the earlier period, for days and weeks, which are compared by place; undefined when it's the same. */
  readonly keyBefore?: string | undefined;
  readonly now?: Sum | undefined;
  readonly before?: Sum | undefined;
}

/** Whether both periods have the row. */
export function isPaired({ key, keyBefore }: Pair<unknown>): boolean {
  return key !== NO_ROW && keyBefore !== NO_ROW;
}

type Keyed = { readonly key: string };

interface Sums<Sum> {
  readonly days: DayRange;
  readonly sums: readonly Sum[];
}

/**
 * Pairs the rows of two periods: products and stores by their number, days by their weekday where the periods have all of
 * them, and weeks and other days by their place in the period.
 */
export function pairs<Sum extends Keyed>(now: Sums<Sum>, before: Sums<Sum>, by: Group): Pair<Sum>[] {
  const [here, earlier] = [now, before].map(({ sums }) => new Map(sums.map((sum) => [sum.key, sum])));
  if (!isInTime(by)) {
    const keys = new Set([...now.sums, ...before.sums].map(({ key }) => key));
    return [...keys].map((key) => ({ key, now: here?.get(key), before: earlier?.get(key) }));
  }
  const [keys, keysBefore] =
    by === 'day' && !isPartOfWeek(now.days, before.days)
      ? byWeekday(daysIn(now.days), daysIn(before.days))
      : [keysOf(now.days, by), keysOf(before.days, by)];
  return Array.from({ length: Math.max(keys.length, keysBefore.length) }, (_, at) => {
    const [key = NO_ROW, keyBefore = NO_ROW] = [keys[at], keysBefore[at]];
    return { key, keyBefore, now: here?.get(key), before: earlier?.get(keyBefore) };
  }).filter((pair) => pair.now !== undefined || pair.before !== undefined);
}

/** Whether periods are of as many days, and too short to have each weekday: 24–26 December of two years. */
function isPartOfWeek(days: DayRange, daysBefore: DayRange): boolean {
  return lengthOf(days) < 7 && lengthOf(days) === lengthOf(daysBefore);
}

/**
 * Pairs days by weekday: the second Monday of one period with the second Monday of the other. Days of the earlier period
 * without a counterpart come last.
 */
function byWeekday(
  days: readonly string[],
  daysBefore: readonly string[],
): readonly [readonly string[], readonly (string | undefined)[]] {
  const placesOf = (all: readonly string[]) => {
    const seen = new Map<number, number>();
    return all.map((day) => {
      const weekday = weekdayOf(day);
      const nth = (seen.get(weekday) ?? 0) + 1;
      seen.set(weekday, nth);
      return `${nth} ${weekday}`;
    });
  };
  const [places, placesBefore] = [placesOf(days), placesOf(daysBefore)];
  const earlier = new Map(placesBefore.map((place, at) => [place, daysBefore[at]]));
  const here = new Set(places);
  const left = daysBefore.filter((_, at) => !here.has(placesBefore[at] ?? ''));
  return [days, [...places.map((place) => earlier.get(place)), ...left]];
}

/** The keys of a range's rows, in order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  return ROWS[by].all ?? [...new Set(daysIn(days).map((day) => keyIn(by, day)))];
}
