import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { common } from './common.ts';
import { comparison } from './comparison.ts';
import { digest } from './digest.ts';
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

/** Every sentence in bokmål, with the keys of the English ones. */
export const norwegian = (format: Formatter): Catalog => ({
  code: 'nb',
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
