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
 * Nobody can have stock per store: the service does not give it. Says so, and offers the stock of all stores together
 * and what the store sells.
 * @throws ParseError when a store was named, or stock was asked by store
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

/** What was asked of all stores together. */
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

/** The name of a store has no more words. */
const MOST_STORE_WORDS = 6;

/** "1101 in oslo": words at the end that stand in the name of a store, and in that of no product. */
function storeAtEnd(tokens: readonly Token[], { products, stores }: NameLookup): readonly Token[] {
  for (let at = Math.max(0, tokens.length - MOST_STORE_WORDS); at < tokens.length; at += 1) {
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
