import { isoWeekOf, weekdayOf } from 'retail-data-client/calendar/calendar';

interface Words {
  /** What can follow `by:`, `per` and `each`. */
  readonly words: string;
  /** Words that need no `by:`, such as "daily". */
  readonly adverbs: string;
}

/**
 * What `/sales` can group by, in the order in which forms offer it. view/rows.ts labels the rows.
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

/** Whether rows are sorted by time; products, groups and stores are sorted by volume. */
export function isInTime(by: Group): by is TimeGroup {
  return by !== 'product' && by !== 'group' && by !== 'store';
}

interface TimeGrouping {
  /** The key of the row that a day belongs to; rows are sorted by key. */
  keyOf(day: string): string;
  /** The grouping to read; rows that the reader doesn't know are added up from days. */
  readonly readBy: 'day' | 'week';
  /** All possible keys, where two periods are compared key by key instead of by place. */
  readonly all?: readonly string[];
}

export const TIME_GROUPINGS: Readonly<Record<TimeGroup, TimeGrouping>> = {
  day: { keyOf: (day) => day, readBy: 'day' },
  /** 2026-W47 */
  week: { keyOf: isoWeekOf, readBy: 'week' },
  /** 2026-11 */
  month: { keyOf: (day) => day.slice(0, 7), readBy: 'day' },
  /** Monday is 1. */
  weekday: {
    keyOf: (day) => String(weekdayOf(day)),
    readBy: 'day',
    all: ['1', '2', '3', '4', '5', '6', '7'],
  },
};

/** The key of the row for all products without a group. */
export const NO_GROUP = '';
