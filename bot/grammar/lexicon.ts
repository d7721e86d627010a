import { fold } from '../text/normalize.ts';
import type { Group } from './question.ts';

/**
 * The words of the commands in English, bokmål and nynorsk. Words are compared without upper case, accents and the
 * dots and rings of Norwegian letters, so that "nå", "naa" and "na" are one word. Words for days are in daywords.ts.
 */

export function lexicon<Meaning>(
  words: readonly (readonly [Meaning, string])[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    words.flatMap(([meaning, line]) => line.split(' ').map((word) => [fold(word), meaning] as const)),
  );
}

export function wordList(line: string): ReadonlySet<string> {
  return new Set(line.split(' ').map(fold));
}

/** What can stand before a colon. */
export type Key = 'product' | 'store' | 'by';

export const KEYS = lexicon<Key>([
  [
    'product',
    'product products prod produkt produkter produktet produktnr vare varer varen varenr varenummer',
  ],
  ['store', 'store stores shop butikk butikker butikken butikkar butikknr utsalg'],
  ['by', 'by per pr etter'],
]);

export const GROUP_WORDS = lexicon<Group>([
  ['product', 'product products produkt produkter produkt vare varer varar'],
  ['store', 'store stores shop shops butikk butikker butikkar utsalg'],
  ['day', 'day days daily date dag dager dagar dato'],
  ['week', 'week weeks weekly uke uker uka veke veker veka'],
]);

export const GROUP_ADVERBS = lexicon<Group>([
  ['day', 'daily daglig dagleg'],
  ['week', 'weekly ukentlig vekentleg'],
]);

export const HELP_WORDS = wordList('help hjelp ? -h --help');

export type StockWord = 'out' | 'low' | 'changes' | 'all' | 'mine' | 'overview';

export const STOCK_WORDS = lexicon<StockWord>([
  ['out', 'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout'],
  ['low', 'low lav lavt lave låg lågt låge less mindre under'],
  ['changes', 'changes changed change endringer endringar endring endret endra'],
  ['all', 'all alle alt everything'],
  ['mine', 'mine my mi min mitt egne eigne'],
  ['overview', 'overview oversikt oversyn total totalt'],
]);

/** Words that say nothing more beside `out`, `low` and `mine`: "out of stock", "less than 7 days of cover". */
export const STOCK_FILLERS = wordList(
  'of stock på lager days day d dager dagar dag cover dekning than enn < product products produkt produkter vare varer varar sold ' +
    'today now i nå idag since siden yesterday går igår please takk what which is are hva som er',
);
/** All of it is of the newest stock, which nobody has to say. */
export const TODAY_WORDS = wordList('today now nå idag');

export const COMPARE_WORDS = wordList(
  'compare compared sammenlign sammenlikn samanlikn samanlign sammenligne',
);

/** What parts the two periods of a comparison. */
export const AGAINST_WORDS = wordList('with against versus vs med mot');

/** Those that part two periods where nobody said "compare" as well. */
export const VERSUS_WORDS = wordList('against versus vs mot');
/** What stands between two periods, two names, or the ends of a range. */
export const AND_WORDS = wordList('and og to & +');

/** Little words before `store 143`. */
export const FILLERS = wordList('in i for of av at on på from fra and og the');

/** What parts names: "red apple in oslo city". */
export const JOINTS = wordList('in i at på hos and og with med from fra of av & +');
/** Words that say nothing more about sales: all of them are one's own, and the sum is always there. */
export const SALES_FILLERS = wordList(
  'all alle alt total totalt sum mine my our mitt mi sales salg salget sold solgt group grouped gruppert show me vis meg please takk ' +
    'in i for of av at on på the',
);

export const OPEN_WORDS = wordList('open åpen åpne åpent open opne ope opent opne');
/** Words that stand for the whole chain in /stores. */
export const ALL_WORDS = wordList('all alle list liste everything');
export const NOW_WORDS = wordList('now nå no');
export const NEAR_WORDS = wordList('near nær nære nærme nearby nearest nærmest nærmeste closest');
