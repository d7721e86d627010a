import { fold } from '../text/normalize.ts';

/**
 * The words of several commands in English, bokmål and nynorsk; each feature has its own beside its parser. Words are
 * compared without upper case, accents and the dots and rings of Norwegian letters, so that "nå", "naa" and "na" are one
 * word. How days are said is in dates/.
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
export type Key = 'product' | 'store' | 'group' | 'by' | 'top' | 'bottom';

export const KEYS = lexicon<Key>([
  [
    'product',
    'product products prod produkt produkter produktet produktene produktnr vare varer varen varene varenr varenummer item sku article artikkel artikkelnr artnr',
  ],
  ['store', 'store stores shop butikk butikker butikken butikkene butikkar butikknr utsalg'],
  ['group', 'group groups gruppe gruppa grupper varegruppe varegrupper'],
  ['by', 'by per pr pr. etter'],
  ['top', 'top topp'],
  [
    'bottom',
    'bottom worst lowest smallest weakest bunn nederste dårligste dårligst verste verst laveste lavest svakeste svakest minste dårlegaste lågaste',
  ],
]);

export function wordsFor(wanted: Key): string {
  return [...KEYS].flatMap(([word, key]) => (key === wanted ? [word] : [])).join(' ');
}

/** Those that stand for stores in general. */
export const STORE_WORDS = new Set(wordsFor('store').split(' '));

/** "All stores", "hver butikk": a row for each. */
export const EACH_WORDS = wordList('all alle each every hver kvar hvert kvart samtlige');

export const HELP_WORDS = wordList('help hjelp ? -h --help');

/** What `/stock` is asked; `/sales` knows them too, and says where to ask. */
export type StockWord = 'out' | 'low' | 'over' | 'changes' | 'all' | 'mine' | 'overview';

export const STOCK_WORDS = lexicon<StockWord>([
  ['out', 'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout'],
  ['low', 'low lav lavt lave låg lågt låge less mindre under below'],
  ['over', 'over above more longer mer meir lenger lengre'],
  ['changes', 'changes changed change endringer endringar endring endret endra'],
  ['all', 'all alle alt everything'],
  ['mine', 'mine my mi min mitt egne eigne'],
  ['overview', 'overview oversikt oversyn total totalt'],
]);

/** All of it is of the newest stock, which nobody has to say. */
export const TODAY_WORDS = wordList('today now nå idag');

/** What stands between two names. */
export const AND_WORDS = wordList('and og to & +');

/** What follows is left out. */
export const WITHOUT_WORDS = wordList(
  'without except excluding uten utenom unntatt bortsett utan unnateke ekskl minus ikke ikkje ingen not no but',
);

/** What stands before a number and says that it is one. */
export const NUMBER_SIGNS = wordList('nr nr. no no. nummer number');

/** Little words before `store 143`. */
export const FILLERS = wordList('in i for of av at on på from fra and og the');

/** Little words of both languages, as they are typed: "as" is one, and Ås a town. Alone, none is a name. */
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

/** Such words that say more than an answer has, so that they are not passed over. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  'as som when why who når nar naar hvorfor kvifor hvem kven'.split(' '),
);

export const OWN_WORDS = wordList('mine my min mitt egne eigne');
