import { type EnglishFormatter, englishFormatter, type Formatter, type LanguageCode } from '../formatter.ts';
import { common } from './common.ts';
import { digest } from './digest.ts';
import { failures } from './failures.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { modals } from './modals.ts';
import { parser } from './parser.ts';
import { replies } from './replies.ts';
import { sheet } from './sheet.ts';

const sentences = (format: EnglishFormatter) => ({
  code: 'en' as LanguageCode,
  common: common(),
  digest: digest(format),
  failures: failures(),
  help: help(),
  home: home(format),
  modals: modals(),
  parser: parser(format),
  replies: replies(format),
  sheet: sheet(),
});

/**
 * Every English sentence that a person reads in Slack. Sentences take figures and days as they are held and write them
 * by the formatter; names are given escaped, ready to stand in mrkdwn.
 */
export const english = (format: Formatter) => sentences(englishFormatter(format));

/** The sentences of one language; another language has the same keys. */
export type Catalog = ReturnType<typeof english>;
