import type { Formatter } from '../../language/formatter.ts';
import type { Meaning } from '../../parse/selection.ts';
import { capitalized } from '../../text/label.ts';

/** The products and stores of a question, by escaped names. Empty lists mean all. */
export interface Narrowed {
  readonly products: readonly string[];
  readonly stores: readonly string[];
  /** Names of several products or stores. */
  readonly named: readonly { readonly meaning: Meaning; readonly words: string; readonly count: number }[];
  readonly without: readonly string[];
}

/** A language's words around the names of products and stores. */
export interface NarrowingWords {
  readonly sales: string;
  readonly returns: string;
  readonly noSales: string;
  readonly noReturns: string;
  /** Before products: "of". */
  readonly of: string;
  /** Before stores: "in". */
  readonly within: string;
  readonly without: string;
  /** "7 products" */
  readonly counted: (count: number, meaning: Meaning, format: Formatter) => string;
}

const MAX_NAMED = 2;

/** The subject of a line, capitalized: "Gin (7 products) in Oslo (12 stores)". */
export function subjectOf(
  isOfReturns: boolean,
  narrowed: Narrowed,
  words: NarrowingWords,
  format: Formatter,
): string {
  const products = productsIn(narrowed, words, format);
  const what = isOfReturns ? ofProducts(words.returns, products, words) : products || words.sales;
  return `${capitalized(what)}${storesIn(narrowed, words, format)}`;
}

/** "No sales of gin (7 products) in Oslo (12 stores)" */
export function noneOf(
  isOfReturns: boolean,
  narrowed: Narrowed,
  words: NarrowingWords,
  format: Formatter,
): string {
  const what = isOfReturns ? words.noReturns : words.noSales;
  const products = productsIn(narrowed, words, format);
  return `${ofProducts(what, products, words)}${storesIn(narrowed, words, format)}`;
}

function ofProducts(what: string, products: string, { of }: NarrowingWords): string {
  return products === '' ? what : `${what} ${of} ${products}`;
}

/** Empty for all products. */
function productsIn({ products, named }: Narrowed, words: NarrowingWords, format: Formatter): string {
  return listed([...products, ...countedIn('product', named, words, format)], format);
}

/** " in Oslo (12 stores), without 1101 Pale Ale"; empty for all stores and nothing left out. */
function storesIn(narrowed: Narrowed, words: NarrowingWords, format: Formatter): string {
  const { stores, named, without } = narrowed;
  const within = listed([...stores, ...countedIn('store', named, words, format)], format);
  return [
    ...(within === '' ? [] : [` ${words.within} ${within}`]),
    ...(without.length === 0 ? [] : [`, ${words.without} ${listed(without, format)}`]),
  ].join('');
}

function countedIn(
  meaning: Meaning,
  named: Narrowed['named'],
  { counted }: NarrowingWords,
  format: Formatter,
): string[] {
  return named
    .filter((name) => name.meaning === meaning)
    .map(({ words, count }) => `${words} (${counted(count, meaning, format)})`);
}

function listed(names: readonly string[], { list }: Formatter): string {
  return list(names.slice(0, MAX_NAMED), Math.max(0, names.length - MAX_NAMED));
}
