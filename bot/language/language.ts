import { type Catalog, english } from './en/index.ts';
import { type Formatter, formatterFor, type LanguageCode } from './formatter.ts';
import { norwegian } from './nb/index.ts';

export type { Catalog } from './en/index.ts';

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

const LANGUAGES: Readonly<Record<LanguageCode, Language>> = { en: create('en'), nb: create('nb') };

export function languageFor(language: LanguageCode): Language {
  return LANGUAGES[language];
}

function create(code: LanguageCode): Language {
  const format = formatterFor(code);
  return { code, t: CATALOGS[code](format), format };
}
