import type { DigestKind } from '../database/tables/digest.ts';
import type { LanguageCode } from '../language/locale.ts';
import { fold } from '../text/normalize.ts';
import type { PlainVerb } from './digestQuestion.ts';
import { GROUPINGS, GROUPS, type Group } from './groupings.ts';

/**
 * The words of the commands in English, bokmål and nynorsk. Words are compared without upper case, accents and the
 * dots and rings of Norwegian letters, so that "nå", "naa" and "na" are one word. How days are said is in dates/.
 */

function lexicon<Meaning>(words: readonly (readonly [Meaning, string])[]): ReadonlyMap<string, Meaning> {
  return new Map(
    words.flatMap(([meaning, line]) => line.split(' ').map((word) => [fold(word), meaning] as const)),
  );
}

function wordList(line: string): ReadonlySet<string> {
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

function wordsFor(wanted: Key): string {
  return [...KEYS].flatMap(([word, key]) => (key === wanted ? [word] : [])).join(' ');
}

/** More words for either end of a ranking, which stand before no colon: "best selling", "minst solgt". */
export const ENDS = lexicon<'top' | 'bottom'>([
  [
    'top',
    `${wordsFor('top')} best beste most mest best-selling bestselling bestseller bestsellers bestselger bestselgere bestselgende bestselgerne ` +
      'largest biggest highest størst største høyest høyeste',
  ],
  ['bottom', `${wordsFor('bottom')} least minst`],
]);

/** Those that stand for stores in general. */
export const STORE_WORDS = new Set(wordsFor('store').split(' '));

export const GROUP_WORDS = lexicon<Group>(GROUPS.map((group) => [group, GROUPINGS[group].words]));

export const GROUP_ADVERBS = lexicon<Group>(
  GROUPS.filter((group) => GROUPINGS[group].adverbs !== '').map((group) => [group, GROUPINGS[group].adverbs]),
);

/** "All stores", "hver butikk": a row for each. */
export const EACH_WORDS = wordList('all alle each every hver kvar hvert kvart samtlige');

export const HELP_WORDS = wordList('help hjelp ? -h --help');

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

/** Words that say nothing more beside `out`, `low` and `mine`: "out of stock", "less than 7 days of cover". */
export const STOCK_FILLERS = wordList(
  'of stock på lager days day d dager dagar dag cover dekning than enn < product products produkt produkter vare varer varar sold ' +
    'today now i nå idag since siden sidan yesterday går igår please takk what which is are hva kva som er show me vis meg',
);
/** What all of it is called: such a word alone asks for the overview. */
export const STOCK_NAMES = wordList(
  'stock inventory lager lageret lagerbeholdning lagerbeholdningen lagerstatus beholdning beholdningen',
);
/** All of it is of the newest stock, which nobody has to say. */
export const TODAY_WORDS = wordList('today now nå idag');
export const TOMORROW_WORDS = wordList('tomorrow imorgen imorgon');
/** Before a time of the day. */
export const AT_WORDS = wordList('at kl kl. klokka klokken after etter');

export const COMPARE_WORDS = wordList(
  'compare compared sammenlign sammenlikn samanlikn samanlign sammenligne',
);

/** Those that part two periods, or two stores, where nobody said "compare" as well. */
export const VERSUS_WORDS = wordList('against versus vs mot');
/** Those that part them where somebody did. */
export const BESIDE_WORDS = wordList('with med and og to & +');
/** What stands between two names. */
export const AND_WORDS = wordList('and og to & +');
/** What follows is left out. */
export const WITHOUT_WORDS = wordList(
  'without except excluding uten utenom unntatt bortsett utan unnateke ekskl minus ikke ikkje ingen not no but',
);

/** What stands before a number and says that it is one. */
export const NUMBER_SIGNS = wordList('nr nr. no no. nummer number');

/** An open end of a period, or an order from the least up: without such a word the question would be another one. */
export const TURNING_WORDS = wordList(
  'before after until before till til før innen inntil bottom worst lowest least dårligst dårligste minst lavest lågast verst',
);

/** What the service has no figures of. */
export const MONEY_WORDS = wordList(
  'kr kroner krone nok money price prices revenue turnover value omsetning omsetningen omsetnad pris priser verdi beløp',
);
export const FORECAST_WORDS = wordList('forecast forecasts prognosis predict prediction prognose prognosen');

export const RETURN_WORDS = wordList('returns return returned retur returer returar returnert');

/** Each row also as its part of the total. */
export const SHARE_WORDS = wordList(
  'share shares percent percentage percentages pct % andel andelen andeler prosent prosentandel prosentvis',
);

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

/** Words that say nothing more about sales: all of them are one's own, and the sum is always there. */
export const SALES_FILLERS = wordList(
  'all alle alt everything total totalt sum mine my our min mi mitt sales salg salget sal salet sell sells selling sold selger selge solgte solgt selde group grouped gruppert fordelt show vis',
);

export const OPEN_WORDS = wordList('open åpen åpne åpent open opne ope opent opne');
/** Words that stand for the whole chain in /stores. */
export const ALL_WORDS = wordList('all alle list liste everything');
export const NOW_WORDS = wordList('now nå no');
export const NEAR_WORDS = wordList('near nær nære nærme nearby nearest nærmest nærmeste closest');

export const HERE_WORDS = wordList('me meg here her');

export type DigestVerb = 'subscribe' | 'list' | 'pause' | 'stop' | PlainVerb;

export const VERBS = lexicon<DigestVerb>([
  ['subscribe', 'subscribe sub abonner abonnere abonnér tinga bestill påmeld'],
  [
    'unsubscribe',
    'unsubscribe unsub avbestill avslutt avslutte avmeld avmelde cancel end off remove delete slett slutt fjern',
  ],
  ['list', 'list liste oversikt oversyn'],
  ['pause', 'pause paus'],
  ['stop', 'stop stopp stans'],
  ['resume', 'resume fortsett gjenoppta hald-fram'],
  ['preview', 'preview forhåndsvis forhåndsvisning førehandsvis'],
  ['now', 'now nå no'],
  ['status', 'status'],
  ['history', 'history historikk logg'],
]);

export const CONTENT_WORDS = lexicon<DigestKind>([
  ['stock', 'stock lager lageret beholdning'],
  ['sales', 'sales salg salget sal salet'],
]);

/** Both digests of a channel. */
export const BOTH_WORDS = wordList('both all begge alle');
/** "Begge rapportene", "the digest": they say nothing more. */
export const DIGEST_WORDS = wordList(
  'the digest digests rapport rapporten rapporter rapportene rapportar rapportane',
);

/** Words for several days of the week. */
export const DAYS_WORDS = lexicon<'12345' | '1234567'>([
  ['12345', 'weekdays weekday workdays hverdager hverdag ukedager virkedager kvardagar yrkedager'],
  ['1234567', 'daily everyday day daglig dagleg dag alledager'],
]);

/** How often no digest is posted. */
export const SELDOM_WORDS = wordList(
  'weekly ukentlig vekentleg monthly månedlig månadleg week uke uka veke month måned månad',
);

export const OWN_WORDS = wordList('mine my min mitt egne eigne');
export const ALL_PRODUCTS_WORDS = wordList('all alle everything');

/** What can stand before a colon in /digest, or as a word of its own before its value. */
export type DigestKey = 'at' | 'products' | 'group' | 'language';

export const DIGEST_KEYS = lexicon<DigestKey>([
  ['at', 'at kl kl. klokka klokken time tid'],
  ['products', 'product products prod produkt produkter vare varer varar'],
  ['group', 'group groups gruppe gruppa varegruppe'],
  ['language', 'language språk'],
]);

/** Before the day on which a paused digest comes again. */
export const UNTIL_WORDS = wordList('until til til-og-med fram');

export const LANGUAGE_WORDS = lexicon<LanguageCode>([
  ['nb', 'norwegian norsk bokmål nb no nn'],
  ['en', 'english engelsk en'],
]);

export const LITTLE_WORDS = wordList(
  'i in to for on på the please takk digest every hver kvar med with of from fra and og',
);
