import { fold } from '../text/normalize.ts';

/**
 * The words that several commands share, in English, bokmål and nynorsk. The words of one feature are next to its
 * parser. Words are compared without case, accents and the dots and rings of Norwegian letters, so "nå", "naa" and "na"
 * are one word. Words for days are in dates/.
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

/** The keys of a command, which can be typed before a colon, by their words. */
export type Keys = ReadonlyMap<string, string>;

/** The keys that several commands share. */
export type Key = 'product' | 'store' | 'group' | 'by';

const STORES = 'store stores shop butikk butikker butikken butikkene butikkar butikknr utsalg';

export const KEYS = lexicon<Key>([
  [
    'product',
    'product products prod produkt produkter produktet produktene produktnr vare varer varar varen varene varenr varenummer item sku article artikkel artikkelnr artnr',
  ],
  ['store', STORES],
  ['group', 'group groups gruppe gruppa grupper varegruppe varegrupper'],
  ['by', 'by per pr pr. etter'],
]);

/** "All stores", "hver butikk": one row per store. */
export const EACH_WORDS = wordList('all alle each every hver kvar hvert kvart samtlige');

export const HELP_WORDS = wordList('help hjelp ? -h --help');

/** Accepted and ignored, because stock is always the latest. */
export const TODAY_WORDS = wordList('today now nå idag');

/** Words between two names. */
export const AND_WORDS = wordList('and og to & +');

/** Between two names of which either is meant, which no command reads. */
export const EITHER_WORDS = wordList('or eller');

/** Separate two periods or the sides of a comparison. */
export const VERSUS_WORDS = wordList('against versus vs mot');

/** Words that exclude what follows. */
export const WITHOUT_WORDS = wordList(
  'without except excluding uten utenom unntatt bortsett utan unnateke ekskl minus ikke ikkje ingen not no but',
);

/** The one of them that excludes only the next name: "-gin oslo" is Oslo without gin. */
export const MINUS = 'minus';

/** Words before a number that mean "number". */
export const NUMBER_SIGNS = wordList('nr nr. no no. nummer number');

/** Little words that may precede `store 143`. */
export const FILLERS = wordList('in i for of av at on på from fra and og the');

/** Little words of both languages, as typed: "as" is one, but Ås is a town. None is a name on its own. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the in on at of for from to with by so that this there any some only just also about and & + ' +
    'i we you me us it its they is are was were be been am do does did done has have had can could will would should please pls ' +
    'what which how where much many ' +
    'en et ei det den de dei på pa paa av til fra frå hos med ved om og så saa noe noen nokon noko bare kun også ' +
    'jeg eg vi du meg oss vår vårt våre er var blir ble vart har hadde kan kunne vil ville skal skulle gjør gjorde takk ' +
    'hva kva hvor kor hvordan korleis hvilke hvilken hvilket mye mykje mange'
  ).split(' '),
);

/** Function words that ask for more than an answer has, so they must not be ignored. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  'as som when why who når nar naar hvorfor kvifor hvem kven'.split(' '),
);
