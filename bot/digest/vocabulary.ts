import { lexiconOf, type Slots } from '../ask/slots.ts';
import type { LanguageCode } from '../language/formatter.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { HELP_WORDS, lexicon, wordList } from '../parse/vocabulary.ts';
import type { Cadence } from './presets.ts';
import type { PlainVerb } from './question.ts';

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
]);

/** All digests of a channel. */
export const ALL_WORDS = wordList('all alle both begge');

/** Words without a meaning of their own, as in "begge rapportene" and "the digest". */
export const DIGEST_WORDS = wordList(
  'the digest digests rapport rapporten rapporter rapportene rapportar rapportane',
);

/** Intervals, which a person cannot choose: each preset has its own. */
export const INTERVAL_WORDS = lexicon<Cadence>([
  ['weekly', 'weekly ukentlig vekentleg week uke uka veke'],
  ['monthly', 'monthly månedlig månadleg month måned månad'],
]);

const LITTLE = '- i in to for on på the please takk digest every hver kvar med with of from fra and og';

/** What `/digest subscribe` can be told in single words. */
export const SETTINGS: Slots<never, never, 'weekdays' | 'daily' | 'mine' | 'all' | LanguageCode> = {
  command: 'digest subscribe',
  rows: {},
  counts: {},
  flags: {
    weekdays: {
      words: 'weekdays weekday workdays hverdager hverdag ukedager virkedager kvardagar yrkedager',
    },
    daily: { words: 'daily everyday day daglig dagleg dag alledager' },
    mine: { words: 'mine my min mitt egne eigne' },
    all: { words: 'all alle everything' },
    nb: { words: 'norwegian norsk bokmål' },
    en: { words: 'english engelsk' },
  },
  fillers: LITTLE,
  lacking: [],
  called: () => ({ rows: {}, counts: {} }),
};

export const SETTINGS_WORDS = lexiconOf(SETTINGS);

/** Keys of settings besides products and stores: `at:08:30` or `at 08:30`. */
export type DigestKey = 'at' | 'name' | 'language';

export const DIGEST_KEYS = lexicon<DigestKey>([
  ['at', 'at kl kl. klokka klokken time tid'],
  ['name', 'named name called kalt kalla kalles heter heiter navn'],
  ['language', 'language språk'],
]);

/** Before the day on which a paused digest resumes. */
export const UNTIL_WORDS = wordList('until til til-og-med fram');

export const LANGUAGE_WORDS = lexicon<LanguageCode>([
  ['nb', `${SETTINGS.flags.nb.words} nb no nn`],
  ['en', `${SETTINGS.flags.en.words} en`],
]);

export const LITTLE_WORDS = wordList(LITTLE);

/** Words of the command, which no digest can be called. */
export const isWordOfCommand = (folded: string): boolean =>
  [VERBS, ALL_WORDS, DIGEST_WORDS, INTERVAL_WORDS, UNTIL_WORDS, LANGUAGE_WORDS].some((words) =>
    words.has(folded),
  ) ||
  [SETTINGS_WORDS.flags, SETTINGS_WORDS.keys, DIGEST_KEYS, LITTLE_WORDS, HELP_WORDS, WEEKDAYS].some((words) =>
    words.has(folded),
  );
