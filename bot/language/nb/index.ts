import type { Catalog } from '../en/index.ts';
import type { Formatter } from '../formatter.ts';
import { common } from './common.ts';
import { digest } from './digest.ts';
import { failures } from './failures.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { modals } from './modals.ts';
import { parser } from './parser.ts';
import { replies } from './replies.ts';
import { sheet } from './sheet.ts';

/** Every sentence in bokmål, with the keys of the English ones. */
export const norwegian = (format: Formatter): Catalog => ({
  code: 'nb',
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
