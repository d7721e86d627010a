import type { LanguageCode } from '../language/formatter.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { HELP_WORDS, lexicon, OWN_WORDS, wordList } from '../parse/vocabulary.ts';
import { ALL, BOTH, type PlainVerb } from './question.ts';
import type { Cadence } from './subscription.ts';

/** The words of `/digest`; parse/vocabulary.ts has the words of several commands. */

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

/** Several digests of a channel; see question.ts. */
export const SEVERAL_WORDS = lexicon<typeof BOTH | typeof ALL>([
  [BOTH, 'both begge'],
  [ALL, 'all alle'],
]);

/** Words without a meaning of their own, as in "begge rapportene" and "the digest". */
export const DIGEST_WORDS = wordList(
  'the digest digests rapport rapporten rapporter rapportene rapportar rapportane',
);

/** Words for several days of the week. */
export const DAYS_WORDS = lexicon<'12345' | '1234567'>([
  ['12345', 'weekdays weekday workdays hverdager hverdag ukedager virkedager kvardagar yrkedager'],
  ['1234567', 'daily everyday day daglig dagleg dag alledager'],
]);

/** Intervals, which a person cannot choose: each kind of digest has its own. */
export const INTERVAL_WORDS = lexicon<Cadence>([
  ['weekly', 'weekly ukentlig vekentleg week uke uka veke'],
  ['monthly', 'monthly månedlig månadleg month måned månad'],
]);

export const ALL_PRODUCTS_WORDS = wordList('all alle everything');

/** Keys of settings: `at:08:30` or `at 08:30`. */
export type DigestKey = 'at' | 'products' | 'group' | 'stores' | 'name' | 'language';

export const DIGEST_KEYS = lexicon<DigestKey>([
  ['at', 'at kl kl. klokka klokken time tid'],
  ['products', 'product products prod produkt produkter vare varer varar'],
  ['group', 'group groups gruppe gruppa varegruppe'],
  ['stores', 'store stores butikk butikker butikken butikkene butikkar'],
  ['name', 'named name called kalt kalla kalles heter heiter navn'],
  ['language', 'language språk'],
]);

/** Before the day on which a paused digest resumes. */
export const UNTIL_WORDS = wordList('until til til-og-med fram');

export const LANGUAGE_WORDS = lexicon<LanguageCode>([
  ['nb', 'norwegian norsk bokmål nb no nn'],
  ['en', 'english engelsk en'],
]);

export const LITTLE_WORDS = wordList(
  '- i in to for on på the please takk digest every hver kvar med with of from fra and og',
);

/** Words of the command, which no digest can be called. */
export const isWordOfCommand = (folded: string): boolean =>
  [VERBS, SEVERAL_WORDS, DIGEST_WORDS, DAYS_WORDS, INTERVAL_WORDS, ALL_PRODUCTS_WORDS, OWN_WORDS].some(
    (words) => words.has(folded),
  ) ||
  [DIGEST_KEYS, UNTIL_WORDS, LANGUAGE_WORDS, LITTLE_WORDS, HELP_WORDS, WEEKDAYS].some((words) =>
    words.has(folded),
  );
