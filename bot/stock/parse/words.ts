import type { DateContext } from '../../parse/dates/period.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { candidates } from '../../parse/names.ts';
import type { FindPeriod } from '../../parse/periodTokens.ts';
import { format, isOneOf, type Token } from '../../parse/tokenizer.ts';
import { KEYS, type Keys, lexicon, wordList } from '../../parse/vocabulary.ts';

/** The words of `/stock`; parse/vocabulary.ts has those that several commands share. */

/** What `/stock` can be asked. */
export type StockWord = 'out' | 'low' | 'over' | 'changes' | 'all' | 'mine' | 'overview';

const STOCK_WORDS = lexicon<StockWord>([
  ['out', 'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout'],
  ['low', 'low lav lavt lave låg lågt låge less mindre under below'],
  ['over', 'over above more longer mer meir lenger lengre'],
  ['changes', 'changes changed change endringer endringar endring endret endra'],
  ['all', 'all alle alt everything'],
  ['mine', 'mine my mi min mitt egne eigne'],
  ['overview', 'overview oversikt oversyn total totalt'],
]);

/** Words for a ranking, which `/stock` doesn't have. They are keys, because the 10 of "top 10" isn't a product. */
const RANKINGS = lexicon<'top' | 'bottom'>([
  ['top', 'top topp'],
  [
    'bottom',
    'bottom worst lowest smallest weakest bunn nederste dårligste dårligst verste verst laveste lavest svakeste svakest minste dårlegaste lågaste',
  ],
]);

export const STOCK_KEYS: Keys = new Map<string, string>([...KEYS, ...RANKINGS]);

/** Words that add nothing to `out`, `low` and `mine`: "out of stock", "less than 7 days of cover". */
const STOCK_FILLERS = wordList(
  'of stock på lager days day d dager dagar dag cover dekning than enn < product products produkt produkter vare varer varar sold ' +
    '- today now i nå idag since siden sidan yesterday går igår please takk what which is are hva kva som er show me vis meg',
);

/** Words for the stock itself: alone they ask for the overview. */
const STOCK_NAMES = wordList(
  'stock inventory lager lageret lagerbeholdning lagerbeholdningen lagerstatus beholdning beholdningen',
);

export interface StockReading {
  readonly names: NameLookup;
  readonly periods: FindPeriod;
  /** Dates for stock; `salesContext` for sales. */
  readonly context: DateContext;
  readonly salesContext: DateContext;
}

export const OWN_WORDS = ['help', ...STOCK_WORDS.keys()];

export function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

export function isFiller(token: Token): boolean {
  return isOneOf(STOCK_FILLERS, token) || isOneOf(STOCK_NAMES, token);
}

/** Whether a token means the stock itself: "lager" does, unless a product has that name. */
export function isStockItself(token: Token, { products }: NameLookup): boolean {
  return isOneOf(STOCK_NAMES, token) && candidates(token.value, products).length === 0;
}

export function isWord(token: Token): boolean {
  return isOneOf(STOCK_WORDS, token);
}

/** The command without `gone`; empty if no product is left, which would be another question. */
export function withoutWords(tokens: readonly Token[], gone: readonly Token[]): string {
  const left = tokens.filter((token) => !gone.includes(token));
  return left.every((token) => isWord(token) || isFiller(token)) ? '' : format(left);
}
