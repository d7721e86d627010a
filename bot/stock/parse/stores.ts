import type { NameLookup } from '../../parse/nameLookup.ts';
import { candidates, numberOf } from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { format, isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { EACH_WORDS, FILLERS, STORE_WORDS } from '../../parse/vocabulary.ts';
import { fold, wordsOf } from '../../text/normalize.ts';
import { stockWords } from '../words/words.ts';
import { soldOf } from './forSales.ts';
import { isFiller, isWord } from './words.ts';

/**
 * Refuses stock per store, which the service doesn't give. Suggests the stock of all stores and the store's sales.
 * @throws ParseError for a question of a store, or by store
 */
export function refuseStores(tokens: readonly Token[], { stores, products }: NameLookup): void {
  const grouping = tokens.filter(
    (token, at) =>
      (token.key === 'by' && STORE_WORDS.has(token.folded)) ||
      isOneOf(STORE_WORDS, token) ||
      (isOneOf(EACH_WORDS, token) && isOneOf(STORE_WORDS, tokens[at + 1])),
  );
  const keyed = tokens.filter(({ key }) => key === 'store');
  const named = keyed.length > 0 ? keyed : storeAtEnd(tokens, { stores, products });
  const [store] = named;
  const gone = grouping.length > 0 ? grouping : named;
  if (gone.length === 0) return;
  const place = keyed.length > 0 ? (store?.value ?? '') : phraseOf(withoutFiller(named));
  const [only, second] = numberOf(place) === undefined ? candidates(place, stores) : [{ id: place }];
  const id = second === undefined ? only?.id : undefined;
  const ofSales = grouping.length > 0 ? 'by:store' : id === undefined ? undefined : `store:${id}`;
  throw new ParseError(
    (t) => {
      const { each, one, some } = stockWords(t).mistakes.noStores;
      return grouping.length > 0 ? each : id === undefined ? some : one(id);
    },
    withoutStore(tokens, gone, products),
    [],
    { elsewhere: soldOf(tokens, gone, ofSales), leavesOut: true },
  );
}

/** The command without `gone`, for all stores together; empty where that is no question. */
function withoutStore(
  tokens: readonly Token[],
  gone: readonly Token[],
  products: NameLookup['products'],
): string {
  const left = tokens.filter((token) => !gone.includes(token));
  const numbers = left.filter(({ value }) => numberOf(value) !== undefined);
  const isQuestion = left.every((token) => isWord(token) || isFiller(token) || numbers.includes(token));
  if (left.length === 0) return 'mine';
  return isQuestion || candidates(phraseOf(left), products).length > 0 ? format(left) : '';
}

function withoutFiller(words: readonly Token[]): readonly Token[] {
  return isOneOf(FILLERS, words[0]) ? words.slice(1) : words;
}

/** No store's name has more words. */
const MAX_STORE_WORDS = 6;

/** The last words of "1101 in oslo" that are in a store's name and in no product's. */
function storeAtEnd(tokens: readonly Token[], { products, stores }: NameLookup): readonly Token[] {
  for (let at = Math.max(0, tokens.length - MAX_STORE_WORDS); at < tokens.length; at += 1) {
    const end = tokens.slice(at);
    const place = phraseOf(withoutFiller(end));
    if (!end.every(isPlain) || !/\p{L}/u.test(place)) continue;
    const words = wordsOf(fold(place));
    const isStore = candidates(place, stores).some(({ name }) => {
      const inName = wordsOf(fold(name));
      return words.every((word) => inName.includes(word));
    });
    if (isStore && candidates(place, products).length === 0) return end;
  }
  return [];
}
