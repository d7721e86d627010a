import { wordList } from '../parse/vocabulary.ts';

/** The words of `/stock`; see parse/vocabulary.ts for those of several commands. */

/** Words that say nothing more beside `out`, `low` and `mine`: "out of stock", "less than 7 days of cover". */
export const STOCK_FILLERS = wordList(
  'of stock på lager days day d dager dagar dag cover dekning than enn < product products produkt produkter vare varer varar sold ' +
    'today now i nå idag since siden sidan yesterday går igår please takk what which is are hva kva som er show me vis meg',
);

/** What all of it is called: such a word alone asks for the overview. */
export const STOCK_NAMES = wordList(
  'stock inventory lager lageret lagerbeholdning lagerbeholdningen lagerstatus beholdning beholdningen',
);

/** What a digest of stock is in keys and commands, for ever, and the words by which it is typed. */
export const STOCK_DIGEST = 'stock';
export const STOCK_DIGEST_WORDS = 'stock lager lageret beholdning';
