import type { DigestKind, StalePolicy } from '../database/tables/digest.ts';
import type { Locale } from '../text/locale.ts';
import type { PlainVerb } from './digestQuestion.ts';
import { lexicon, wordList } from './lexicon.ts';

/** The words of /digest in English, bokmål and nynorsk, folded as words.ts folds what is typed. */
export type DigestVerb = 'subscribe' | 'list' | 'pause' | PlainVerb;

export const VERBS = lexicon<DigestVerb>([
  ['subscribe', 'subscribe sub abonner abonnere abonnér tinga bestill'],
  ['unsubscribe', 'unsubscribe unsub avbestill avslutt avslutte'],
  ['list', 'list liste oversikt oversyn'],
  ['pause', 'pause paus stopp'],
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

/** Words for several days of the week. */
export const DAYS_WORDS = lexicon<'12345' | '1234567'>([
  ['12345', 'weekdays weekday workdays hverdager hverdag ukedager virkedager kvardagar yrkedager'],
  ['1234567', 'daily everyday day daglig dagleg dag alledager'],
]);

export const OWN_WORDS = wordList('mine my min mitt egne eigne');
export const ALL_WORDS = wordList('all alle everything');

/** What can stand before a colon, or as a word of its own before its value. */
export type DigestKey = 'at' | 'products' | 'group' | 'zone' | 'deadline' | 'stale' | 'numbers' | 'until';

export const DIGEST_KEYS = lexicon<DigestKey>([
  ['at', 'at kl klokka klokken time tid'],
  ['products', 'product products prod produkt produkter vare varer varar'],
  ['group', 'group groups gruppe gruppa varegruppe'],
  ['zone', 'zone timezone sone tidssone'],
  ['deadline', 'deadline frist fristen'],
  ['stale', 'stale old gammel gamle foreldet'],
  ['numbers', 'numbers tall tal'],
  ['until', 'until til til-og-med fram'],
]);

export const STALE_WORDS = lexicon<StalePolicy>([
  ['post', 'post vis send'],
  ['skip', 'skip dropp hopp'],
]);

export const LOCALE_WORDS = lexicon<Locale>([
  ['nb', 'norwegian norsk nb no nn'],
  ['en', 'english engelsk en'],
]);

export const LITTLE_WORDS = wordList(
  'i in to for on på the digest every hver kvar med with of from fra and og',
);
