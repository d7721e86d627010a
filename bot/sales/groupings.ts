import { type Group, ROWS } from '../figures/rows.ts';

interface Words {
  /** What can follow `by:`, `per` and `each`. */
  readonly words: string;
  /** Words that need no `by:`, such as "daily". */
  readonly adverbs: string;
  /** Words that mean these rows where no others are said. */
  readonly implied?: string;
  readonly example?: string;
}

/**
 * What `/sales` can group by, as people type it. report/rows.ts labels the rows.
 */
export const GROUPINGS = {
  product: { words: 'product products produkt produkter produktene vare varer varene varar', adverbs: '' },
  group: {
    words:
      'group groups gruppe grupper gruppa gruppene varegruppe varegrupper varegruppa kategori category categories',
    adverbs: '',
  },
  store: {
    words: 'store stores shop shops butikk butikker butikkene butikkar utsalg',
    adverbs: '',
    example: 'last week by:store',
  },
  day: {
    words: 'day days daily date dag dager dagar dato',
    adverbs: 'daily daglig dagleg',
    implied:
      'trend trends trenden chart charts graph graf grafen diagram kurve utvikling utviklingen utviklinga',
  },
  week: {
    words: 'week weeks weekly uke uker uka veke veker veka',
    adverbs: 'weekly ukentlig vekentleg',
    example: 'last 30 days by:week',
  },
  month: {
    words: 'month months monthly måned måneder månad månader mnd',
    adverbs: 'monthly månedlig månadleg',
  },
  weekday: {
    words: 'weekday weekdays ukedag ukedager vekedag vekedagar',
    adverbs: '',
    example: 'last 30 days by:weekday',
  },
} satisfies Record<Group, Words>;

export type { Group };

export const GROUPS = ROWS;
