import type { Formatter } from '../formatter.ts';
import type { LanguageCode } from '../locale.ts';
import { common } from './common.ts';
import { comparison } from './comparison.ts';
import { digest } from './digest.ts';
import { type EnglishFormatter, englishFormatter } from './englishFormatter.ts';
import { failures } from './failures.ts';
import { groupings } from './groupings.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { modals } from './modals.ts';
import { parser } from './parser.ts';
import { replies } from './replies.ts';
import { sales } from './sales.ts';
import { sheet } from './sheet.ts';
import { stock } from './stock.ts';

const sentences = (format: EnglishFormatter) => ({
  code: 'en' as LanguageCode,
  common: common(),
  comparison: comparison(format),
  digest: digest(format),
  failures: failures(),
  groupings: groupings(),
  help: help(),
  home: home(format),
  modals: modals(format),
  parser: parser(format),
  replies: replies(format),
  sales: sales(format),
  sheet: sheet(),
  stock: stock(format),
});

/**
 * Every English sentence that a person reads in Slack. Sentences take figures and days as they are held and write them
 * by the formatter; names are given escaped, ready to stand in mrkdwn.
 */
export const english = (format: Formatter) => sentences(englishFormatter(format));
