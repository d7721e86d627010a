import type { LanguageCode } from '../formatter.ts';
import { common, modals } from './common.ts';
import { failures } from './failures.ts';

/**
 * The English sentences that several rooms say. Every room has its own in its `words`: they take data and days as they
 * are stored and write them by the formatter; names are given escaped, ready to stand in mrkdwn.
 */
export const english = () => ({
  code: 'en' as LanguageCode,
  common: common(),
  failures: failures(),
  modals: modals(),
});

/** The sentences of one language; another language has the same keys. */
export type Catalog = ReturnType<typeof english>;
