import { english } from './en/index.ts';
import { type Formatter, formatterFor } from './formatter.ts';
import type { LanguageCode, Locale } from './locale.ts';

/** The sentences of one language; another language has the same keys. */
export type Catalog = ReturnType<typeof english>;

/** A sentence that waits for the language of its reader. */
export type Worded = (t: Catalog) => string;

/** How somebody reads: the sentences, and how numbers and dates are written in them. */
export interface Language {
  readonly code: LanguageCode;
  readonly t: Catalog;
  readonly format: Formatter;
}

const CATALOGS = { en: english, nb: english };

const LANGUAGES: Readonly<Record<LanguageCode, Readonly<Record<Locale, Language>>>> = {
  en: { en: worded('en', 'en'), nb: worded('en', 'nb') },
  nb: { en: worded('nb', 'en'), nb: worded('nb', 'nb') },
};

/** The sentences of a language, with the numbers of a locale. */
export function languageFor(language: LanguageCode, numbers: Locale = language): Language {
  return LANGUAGES[language][numbers];
}

function worded(language: LanguageCode, numbers: Locale): Language {
  const format = formatterFor(language, numbers);
  return { code: language, t: CATALOGS[language](format), format };
}
