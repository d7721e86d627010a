import type { Scope } from '../warehouse/stockSnapshots.ts';
import { CommandMistake } from './mistake.ts';
import { nearest, quoted, readNumber, splitWords } from './words.ts';

/** What `/stock` was asked. */
export type StockQuestion =
  | { readonly kind: 'help' }
  | { readonly kind: 'overview'; readonly scope: Scope }
  | { readonly kind: 'out'; readonly scope: Scope }
  | { readonly kind: 'products'; readonly productIds: readonly string[] };

export const STOCK_HELP = [
  '`/stock` – your products at a glance',
  '`/stock 1101 90210` – the stock of these products',
  '`/stock out` – your products that are out of stock',
  '`all` behind it takes every product of the chain: `/stock all`, `/stock out all`',
].join('\n');

const WORDS = ['help', 'out', 'all', 'mine'];
const MOST_PRODUCTS = 50;

/** Reads the text behind `/stock`. @throws CommandMistake */
export function parseStock(text: string): StockQuestion {
  const words = splitWords(text).map((word) => word.toLowerCase());
  if (words.includes('help')) return { kind: 'help' };
  const scope: Scope = words.includes('all') ? 'all' : 'mine';
  const rest = words.filter((word) => word !== 'all' && word !== 'mine');
  if (rest.length === 0) return { kind: 'overview', scope };
  if (rest.length === 1 && rest[0] === 'out') return { kind: 'out', scope };
  const productIds = rest.map((word) => readProduct(word, rest));
  if (productIds.length > MOST_PRODUCTS) {
    throw new CommandMistake(
      `That is ${productIds.length} products; ${MOST_PRODUCTS} fit in one answer.`,
      `/stock ${productIds.slice(0, MOST_PRODUCTS).join(' ')}`,
    );
  }
  return { kind: 'products', productIds: [...new Set(productIds)] };
}

function readProduct(word: string, words: readonly string[]): string {
  if (word.startsWith('store:')) {
    const others = words.filter((other) => !other.startsWith('store:'));
    throw new CommandMistake(
      'The service has no stock per store, only the stock of all stores together.',
      `/stock ${numbersIn(others.join(' '))}`.trim(),
    );
  }
  if (word === 'out') throw new CommandMistake('"out" stands alone, without products.', '/stock out');
  const number = word.replace(/^product:/, '').replace(/,$/, '');
  if (/\d/.test(number)) {
    const digits = number.replace(/o/g, '0').replace(/[il]/g, '1');
    return readNumber(number, 'product', `/stock ${numbersIn(digits)}`);
  }
  const near = nearest(number, WORDS);
  if (near === undefined) return readNumber(number, 'product', '/stock 1101');
  throw new CommandMistake(`${quoted(word)} is not something /stock knows.`, `/stock ${near}`);
}

/** Whatever could be a product number in the text, as many as fit in one answer. */
function numbersIn(text: string): string {
  const numbers = (text.match(/\d+/g) ?? []).map((number) => number.slice(0, 15));
  return numbers.slice(0, MOST_PRODUCTS).join(' ');
}
