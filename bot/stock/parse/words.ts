import type { DateContext } from '../../parse/dates/period.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { candidates, numberOf } from '../../parse/names.ts';
import type { FindPeriod } from '../../parse/periodTokens.ts';
import { format, isOneOf, type Token } from '../../parse/tokenizer.ts';
import { STOCK_WORDS, type StockWord, wordList } from '../../parse/vocabulary.ts';

/** The words of `/stock`; see parse/vocabulary.ts for those of several commands. */

/** Words that say nothing more beside `out`, `low` and `mine`: "out of stock", "less than 7 days of cover". */
const STOCK_FILLERS = wordList(
  'of stock på lager days day d dager dagar dag cover dekning than enn < product products produkt produkter vare varer varar sold ' +
    'today now i nå idag since siden sidan yesterday går igår please takk what which is are hva kva som er show me vis meg',
);

/** What all of it is called: such a word alone asks for the overview. */
const STOCK_NAMES = wordList(
  'stock inventory lager lageret lagerbeholdning lagerbeholdningen lagerstatus beholdning beholdningen',
);

export interface StockReading {
  readonly names: NameLookup;
  readonly periods: FindPeriod;
  /** Of stock, and of sales. */
  readonly context: DateContext;
  readonly salesContext: DateContext;
}

export const OWN_WORDS = ['help', ...STOCK_WORDS.keys()];

/** In a list of thousands of names a look takes milliseconds, and a page that was pasted is no name. */
export const MOST_LOOKED_UP = 32;

export function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

export function isFiller(token: Token): boolean {
  return isOneOf(STOCK_FILLERS, token) || isOneOf(STOCK_NAMES, token);
}

/** "Lager" is the stock, unless a beer is called so. */
export function isStockItself(token: Token, { products }: NameLookup): boolean {
  return isOneOf(STOCK_NAMES, token) && candidates(token.value, products).length === 0;
}

export function isWord(token: Token): boolean {
  return isOneOf(STOCK_WORDS, token);
}

export function isNumber({ value }: Token): boolean {
  return numberOf(value) !== undefined;
}

/** What is left without them, as long as it asks for products; without its only product it would be another question. */
export function withoutWords(tokens: readonly Token[], gone: readonly Token[]): string {
  const left = tokens.filter((token) => !gone.includes(token));
  return left.every((token) => isWord(token) || isFiller(token)) ? '' : format(left);
}
