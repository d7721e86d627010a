import type { Catalog } from '../en/index.ts';
import { common, modals } from './common.ts';
import { failures } from './failures.ts';

/** The same in bokmål. */
export const norwegian = (): Catalog => ({
  code: 'nb',
  common: common(),
  failures: failures(),
  modals: modals(),
});
