import { fold } from '../text/normalize.ts';
import { FILLERS } from './lexicon.ts';
import { Misread } from './misread.ts';
import { candidates, numberOf } from './names.ts';
import { isPlain, type Token, written, writtenWith } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Nobody can have stock per store: the service does not give it. Says so, and offers the stock of all stores together
 * and what the store sells.
 * @throws Misread when a store was named, with or without `store:`, or stock was asked by store
 */
export function refuseStores(tokens: readonly Token[], vocabulary: Vocabulary): void {
  const grouping = tokens.filter(({ key }) => key === 'by');
  if (grouping.length > 0) {
    const products = numbersIn(tokens, 'by');
    throw noStockPerStore(tokens, grouping, `${['sales', ...products].join(' ')} by:store`, 'each store');
  }
  const keyed = tokens.filter(({ key }) => key === 'store');
  const stores = keyed.length > 0 ? keyed : storeNamed(tokens, vocabulary);
  const [store] = stores;
  if (store === undefined) return;
  const name = keyed.length > 0 ? store.value : written(stores.filter((token) => !FILLERS.has(token.folded)));
  const id = numberOf(name) ?? onlyStore(name, vocabulary);
  const sales = ['sales', ...numbersIn(tokens, 'store'), ...(id === undefined ? [] : [`store:${id}`])];
  throw noStockPerStore(
    tokens,
    stores,
    sales.length > 1 ? sales.join(' ') : undefined,
    id === undefined ? 'a store' : `store ${id}`,
  );
}

function noStockPerStore(
  tokens: readonly Token[],
  gone: readonly Token[],
  sales: string | undefined,
  seller: string,
): Misread {
  const products = tokens.filter((token) => !gone.includes(token) && numberOf(token.value) !== undefined);
  return new Misread(
    `The service has no stock per store, only the stock of all stores together; what ${seller} sells is in /sales.`,
    [writtenWith(tokens, gone)],
    { otherwise: [written(products), 'mine'], elsewhere: sales === undefined ? [] : [`/${sales}`] },
  );
}

function numbersIn(tokens: readonly Token[], except: string): string[] {
  const product = tokens.find((token) => numberOf(token.value) !== undefined && token.key !== except);
  return product === undefined ? [] : [`product:${product.value}`];
}

/** The only store of that name; undefined when there are none or several. */
function onlyStore(words: string, { stores }: Vocabulary): string | undefined {
  const found = candidates(words, stores);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** The name of a store has no more words. */
const MOST_WORDS = 6;

/** "oslo", "in oslo" and "1101 in oslo": words at the end that are in no product's name, but in a store's. */
function storeNamed(tokens: readonly Token[], { products, stores }: Vocabulary): readonly Token[] {
  for (let at = Math.max(0, tokens.length - MOST_WORDS); at < tokens.length; at += 1) {
    const end = tokens.slice(at);
    if (!end.every(isPlain)) continue;
    const words = end.map(({ value }) => value).join(' ');
    const [first, ...rest] = end;
    const place = first !== undefined && FILLERS.has(first.folded) ? written(rest) : words;
    if (numberOf(place) !== undefined || !/\p{L}/u.test(place)) continue;
    const isStore = candidates(place, stores).some(({ name }) => hasWhole(name, place));
    if (isStore && candidates(place, products).length === 0) return end;
  }
  return [];
}

/** The beginnings of words find too much here. */
function hasWhole(name: string, words: string): boolean {
  const inName = fold(name).split(/[^\p{L}\p{N}]+/u);
  return fold(words)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => inName.includes(word));
}
