import type { Catalog } from './catalog.ts';
import { english } from './en/index.ts';
import { type Formatter, formatterFor } from './formatter.ts';
import type { LanguageCode, Locale } from './locale.ts';
import { norwegian } from './nb/index.ts';

export type { Catalog } from './catalog.ts';

/** A sentence that waits for the language of its reader. */
export type Worded = (t: Catalog) => string;

/** How somebody reads: the sentences, and how numbers and dates are written in them. */
export interface Language {
  readonly code: LanguageCode;
  readonly t: Catalog;
  readonly format: Formatter;
}

const CATALOGS: Readonly<Record<LanguageCode, (format: Formatter) => Catalog>> = {
  en: english,
  nb: norwegian,
};

const LANGUAGES: Readonly<Record<LanguageCode, Readonly<Record<Locale, Language>>>> = {
  en: { en: create('en', 'en'), nb: create('en', 'nb') },
  nb: { en: create('nb', 'en'), nb: create('nb', 'nb') },
};

/** Sentences and dates of a language with the numbers of a locale: its own, unless somebody writes them otherwise. */
export function languageFor(language: LanguageCode, numbers: Locale = language): Language {
  return LANGUAGES[language][numbers];
}

function create(code: LanguageCode, numbers: Locale): Language {
  const format = formatterFor(code, numbers);
  return { code, t: CATALOGS[code](format), format };
}
