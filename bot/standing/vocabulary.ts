import type { LanguageCode } from '../language/formatter.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { isPlain, type Token } from '../parse/tokenizer.ts';
import { HELP_WORDS, KEYS, lexicon, wordList } from '../parse/vocabulary.ts';
import { type Cadence, TYPED_PRESETS } from './presets.ts';
import type { PlainVerb } from './question.ts';

/** The words of `/digest`; what narrows a digest is read with the words of its question's command. */

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
]);

/** All digests of a channel. */
export const ALL_WORDS = wordList('all alle both begge');

/** Words without a meaning of their own, as in "begge rapportene" and "the digest". */
export const DIGEST_WORDS = wordList(
  'the digest digests rapport rapporten rapporter rapportene rapportar rapportane',
);

/** Name the preset of that interval: "sales every week". */
export const INTERVAL_WORDS = lexicon<Cadence>([
  ['weekly', 'weekly ukentlig vekentleg week uke uka veke'],
  ['monthly', 'monthly månedlig månadleg month måned månad'],
]);

/** Products that a question of stock is about, and all that are left out of others. */
export const SCOPE_WORDS = lexicon<'mine' | 'all'>([
  ['mine', 'mine my min mitt egne eigne'],
  ['all', 'all alle everything'],
]);

/** Keys besides products and stores: `at:08:30` or `at 08:30`. */
export type DigestKey = 'at' | 'name' | 'language';

export const DIGEST_KEYS = lexicon<DigestKey>([
  ['at', 'at kl kl. klokka klokken time tid'],
  ['name', 'named name called kalt kalla kalles heter heiter navn'],
  ['language', 'language språk'],
]);

/** Before the day on which a paused digest resumes. */
export const UNTIL_WORDS = wordList('until til til-og-med fram');

/** They need no key. */
export const LANGUAGE_NAMES = lexicon<LanguageCode>([
  ['nb', 'norwegian norsk bokmål'],
  ['en', 'english engelsk'],
]);

export const LANGUAGE_WORDS = new Map([
  ...LANGUAGE_NAMES,
  ...lexicon<LanguageCode>([
    ['nb', 'nb no nn'],
    ['en', 'en'],
  ]),
]);

export const LITTLE_WORDS = wordList(
  '- i in to for on på the please takk digest every hver kvar med with of from fra and og',
);

/** Words of the command, which no digest can be called. */
export const isWordOfCommand = (folded: string): boolean =>
  [
    ...[TYPED_PRESETS, VERBS, ALL_WORDS, DIGEST_WORDS, INTERVAL_WORDS, SCOPE_WORDS, DIGEST_KEYS, UNTIL_WORDS],
    ...[LANGUAGE_WORDS, LITTLE_WORDS, HELP_WORDS, WEEKDAYS, KEYS],
  ].some((words) => words.has(folded));

/** The key of `at:08:30`, or the word "at" itself. */
export function keyOf(token: Token): DigestKey | undefined {
  return DIGEST_KEYS.get(token.key ?? (isPlain(token) ? token.folded : ''));
}

/** Whether a token is a key of the digest without its value. */
export function isKey(token: Token | undefined): boolean {
  if (token === undefined || keyOf(token) === undefined) return false;
  return token.key === undefined || (token.value === '' && !token.quoted);
}
