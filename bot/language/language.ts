import { type Catalog, english } from './en/index.ts';
import {
  type EnglishFormatter,
  englishFormatter,
  type Formatter,
  formatterFor,
  type LanguageCode,
} from './formatter.ts';
import { norwegian } from './nb/index.ts';

export type { Catalog } from './en/index.ts';

/** A sentence to be written in the reader's language. */
export type Worded = (t: Catalog) => string;

/** A language: its sentences, and its formats of numbers and dates. */
export interface Language {
  readonly code: LanguageCode;
  readonly t: Catalog;
  readonly format: Formatter;
}

const CATALOGS: Readonly<Record<LanguageCode, () => Catalog>> = {
  en: english,
  nb: norwegian,
};

const LANGUAGES: Readonly<Record<LanguageCode, Language>> = { en: create('en'), nb: create('nb') };

export function languageFor(language: LanguageCode): Language {
  return LANGUAGES[language];
}

/**
 * Picks a folder's sentences by the language of a catalog. The English ones are the type of the others, so a sentence
 * that is missing in bokmål doesn't compile.
 */
export function wordsOf<Words>(
  inEnglish: (format: EnglishFormatter) => Words,
  inNorwegian: (format: Formatter) => Words,
): (t: Pick<Catalog, 'code'>) => Words {
  const words: Readonly<Record<LanguageCode, Words>> = {
    en: inEnglish(englishFormatter(formatterFor('en'))),
    nb: inNorwegian(formatterFor('nb')),
  };
  return ({ code }) => words[code];
}

function create(code: LanguageCode): Language {
  const format = formatterFor(code);
  return { code, t: CATALOGS[code](), format };
}
