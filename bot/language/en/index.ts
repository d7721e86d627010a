import type { LanguageCode } from '../formatter.ts';
import { common, modals } from './common.ts';
import { failures } from './failures.ts';

/**
 * The English sentences that several folders share; each folder has its own in `words/`. Sentences take data and days as
 * stored and format them; names are passed in escaped for mrkdwn.
 */
export const english = () => ({
  code: 'en' as LanguageCode,
  common: common(),
  failures: failures(),
  modals: modals(),
});

/** The shared sentences of one language; every language has the same keys. */
export type Catalog = ReturnType<typeof english>;
