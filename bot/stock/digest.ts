import { STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { NamedKind } from '../digest/kind.ts';
import { stockWords } from './words/words.ts';

/** How commands name the stock digest. */
export const STOCK_DIGEST: NamedKind = {
  content: 'stock',
  typed: 'stock lager lageret beholdning',
  cadence: 'daily',
  isByStore: false,
  ownFrom: STOCK_REFRESH,
  words: (t) => stockWords(t).digest.kind,
};
