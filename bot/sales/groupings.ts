interface Words {
  /** What may stand behind `by:`, `per` and `each`. */
  readonly words: string;
  /** What says it alone: "daily". */
  readonly adverbs: string;
}

/**
 * What the rows of `/sales` can be of, in the order in which they are offered. A new one is a row here, in
 * questions/groupings.ts, in views/groupings.ts, and in the catalog's groupings.ts: types ask for the other three.
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
