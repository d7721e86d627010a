import { isoWeekOf } from 'retail-data-client/calendar/calendar';

interface Words {
  /** What may stand behind `by:`, `per` and `each`. */
  readonly words: string;
  /** What says it alone: "daily". */
  readonly adverbs: string;
}

/**
 * What the rows of `/sales` can be of, in the order in which they are offered. How rows are named in answers and files is
 * in view/rows.ts.
 */
export const GROUPINGS = {
  product: { words: 'product products produkt produkter produktene vare varer varene varar', adverbs: '' },
  group: {
    words:
      'group groups gruppe grupper gruppa gruppene varegruppe varegrupper varegruppa kategori category categories',
    adverbs: '',
  },
  store: { words: 'store stores shop shops butikk butikker butikkene butikkar utsalg', adverbs: '' },
  day: { words: 'day days daily date dag dager dagar dato', adverbs: 'daily daglig dagleg' },
  week: { words: 'week weeks weekly uke uker uka veke veker veka', adverbs: 'weekly ukentlig vekentleg' },
  month: {
    words: 'month months monthly måned måneder månad månader mnd',
    adverbs: 'monthly månedlig månadleg',
  },
  weekday: { words: 'weekday weekdays ukedag ukedager vekedag vekedagar', adverbs: '' },
} satisfies Record<string, Words>;

export type Group = keyof typeof GROUPINGS;

export type TimeGroup = Exclude<Group, 'product' | 'group' | 'store'>;

export const GROUPS = Object.keys(GROUPINGS) as readonly Group[];

/** Days, weeks, months and weekdays stand in their order, products, their groups and stores by volume. */
export function isInTime(by: Group): by is TimeGroup {
  return by !== 'product' && by !== 'group' && by !== 'store';
}

interface TimeGrouping {
  /** The row that a day is summed in; rows stand in the order of their keys. */
  keyOf(day: string): string;
  /** What the sums are read by; rows that the reader does not know are made of days. */
  readonly readBy: 'day' | 'week';
  /** All rows there can be, where two periods are compared row by row whatever day they begin on. */
  readonly all?: readonly string[];
}

/** How days are summed in rows of time. */
export const TIME_GROUPINGS: Readonly<Record<TimeGroup, TimeGrouping>> = {
  day: { keyOf: (day) => day, readBy: 'day' },
  /** 2026-W47 */
  week: { keyOf: isoWeekOf, readBy: 'week' },
  /** 2026-11 */
  month: { keyOf: (day) => day.slice(0, 7), readBy: 'day' },
  /** Monday 1. A Monday is compared with a Monday, wherever the range begins. */
  weekday: {
    keyOf: (day) => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7),
    readBy: 'day',
    all: ['1', '2', '3', '4', '5', '6', '7'],
  },
};

/** The row of all products without a group. */
export const NO_GROUP = '';
