import type { Catalog } from '../en/index.ts';
import { common, modals } from './common.ts';
import { failures } from './failures.ts';

/** The shared sentences in bokmål. */
export const norwegian = (): Catalog => ({
  code: 'nb',
  common: common(),
  failures: failures(),
  modals: modals(),
});
