import { english } from './en/index.ts';
import { type Formatter, formatterFor } from './formatter.ts';
import type { Locale } from './locale.ts';

/** The sentences of one language; another language has the same keys. */
export type Catalog = ReturnType<typeof english>;

/** A sentence that waits for the language of its reader. */
export type Worded = (t: Catalog) => string;

/** How somebody reads: the sentences, and how numbers and dates are written in them. */
export interface Language {
  readonly t: Catalog;
  readonly format: Formatter;
}

const LANGUAGES: Readonly<Record<Locale, Language>> = { en: englishWith('en'), nb: englishWith('nb') };

/** English sentences with the numbers of the locale. */
export function languageFor(locale: Locale): Language {
  return LANGUAGES[locale];
}

function englishWith(locale: Locale): Language {
  const format = formatterFor('en', locale);
  return { t: english(format), format };
}
