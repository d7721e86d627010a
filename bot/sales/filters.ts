import type { CountSlot, FlagSlot } from '../ask/slots.ts';

/**
 * What people add to a question of `/sales`, next to its period, names and groupings. Parser, form, commands and file
 * names go through these lists; the words of each are under `filters` in words/.
 */
interface Filter {
  /** It belongs to the rows it was asked for, so it goes when rows become days or weeks. */
  readonly isOfRows?: true;
}

interface NumberFilter extends Filter, CountSlot {}

/** Typed as a key before a number: `top:10`. */
export const NUMBERS = {
  /** Only this many rows, by largest volume. */
  top: {
    words: 'top topp',
    spoken:
      'best beste most mest best-selling bestselling bestseller bestsellers bestselger bestselgere bestselgende bestselgerne ' +
      'largest biggest highest størst største høyest høyeste',
    most: 100,
    usual: 10,
    isOfRows: true,
  },
} satisfies Record<string, NumberFilter>;

/** Refused, as rows are sorted by volume. */
export const SMALLEST: CountSlot = {
  words:
    'bottom worst lowest smallest weakest bunn nederste dårligste dårligst verste verst laveste lavest svakeste svakest minste dårlegaste lågaste flopp flopper flop flops losers tapere slowest tregeste',
  spoken: 'least minst',
  most: 100,
  usual: 10,
};

/** Typed as a word of their own; none of them is for two compared periods. */
export const FLAGS = {
  /** Asks for returns instead of sales. */
  returns: {
    words: 'returns return returned retur returer returar returnert',
    written: 'returns',
    isOfOnePeriod: true,
    example: 'last week returns',
  },
  /** Shows each row's part of the total. */
  share: {
    words: 'percent percentage percentages pct % andel andelen andeler prosent prosentandel prosentvis',
    written: 'percent',
    isOfOnePeriod: true,
    example: 'last week by:store percent',
  },
  /** Shows the mean of an open day beside each row; a day is its own. */
  average: {
    words:
      'average avg averages mean snitt snittet gjennomsnitt gjennomsnittet gjennomsnittlig gjennomsnittleg snittsalg',
    written: 'average',
    isOfOnePeriod: true,
    example: 'last month by:store average',
  },
} satisfies Record<string, Filter & FlagSlot>;

export type NumberName = keyof typeof NUMBERS;
export type FlagName = keyof typeof FLAGS;
type FilterName = NumberName | FlagName;

export type Filters = { readonly [Name in NumberName]?: number } & { readonly [Name in FlagName]?: true };

export const NUMBER_NAMES = Object.keys(NUMBERS) as readonly NumberName[];
export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];
const FILTERS: Readonly<Record<FilterName, NumberFilter | (Filter & FlagSlot)>> = { ...NUMBERS, ...FLAGS };
const NAMES: readonly FilterName[] = [...NUMBER_NAMES, ...FLAG_NAMES];

export function flagsOf(filters: Filters): readonly FlagName[] {
  return FLAG_NAMES.filter((name) => filters[name] === true);
}

/** Whether a question is for the largest few rows. */
export function isCut({ top }: { readonly top?: number | undefined }): boolean {
  return top !== undefined;
}

/** The question for other rows: those of time instead of products or stores. */
export function withoutRowFilters<Question extends Filters>(question: Question): Question {
  const kept = Object.entries(question).filter(([name]) =>
    NAMES.every((each) => each !== name || !FILTERS[each].isOfRows),
  );
  // All filters are optional.
  return Object.fromEntries(kept) as Question;
}
