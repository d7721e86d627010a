import type { Scope } from '../warehouse/stockSnapshots.ts';
import { FILLERS, HELP_WORDS, STOCK_FILLERS, STOCK_WORDS, type StockWord } from './lexicon.ts';
import { Misread, readWith } from './misread.ts';
import { candidates, isCloser, numberOf, readName } from './names.ts';
import type { StockQuestion } from './question.ts';
import { type Token, tokensOf, withKeysJoined, written, writtenWith } from './tokens.ts';
import type { Reading } from './vocabulary.ts';
import { fold, nearestOwn, plainly, quoted } from './words.ts';

export const STOCK_HELP = [
  '`/stock 1101 90210` – the stock of these products; names work too: `/stock "red apple"`',
  '`/stock mine` – your products at a glance',
  '`/stock out` – your products that are out of stock',
  '`/stock low 7` – your products with stock for less than seven days',
  '`/stock changes` – what is different from the day before',
  '`all` behind it takes every product of the chain: `/stock all`, `/stock out all`',
  '`/stock` alone opens a form; Norwegian words work as well: `/stock utsolgt`, `/stock lav 7`',
].join('\n');

/** So many days of cover are asked for when none are said. */
const LOW_DAYS = 7;
const MOST_LOW_DAYS = 365;
const MOST_PRODUCTS = 50;
const WORDS = ['help', ...STOCK_WORDS.keys()];

/** Reads the text behind `/stock`. @throws CommandMistake */
export function parseStock(text: string, reading: Reading): StockQuestion {
  return readWith('stock', plainly(text), (plain) => readStock(plain, reading));
}

function readStock(text: string, { vocabulary }: Reading): StockQuestion {
  const tokens = withKeysJoined(
    tokensOf(text).flatMap((token) => partedByCommas(token)),
    FILLERS,
  );
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isPlain(token) && HELP_WORDS.has(token.folded))) {
    return { command: 'stock', kind: 'help' };
  }
  refuseStore(tokens);
  const whole = wholeName(tokens, vocabulary);
  if (whole !== undefined) return { command: 'stock', kind: 'products', productIds: [whole] };
  return readWords(tokens, vocabulary);
}

/** A name with one of our words or a number in it, such as "Low Tide" or "Pale Ale 33 cl". */
function wholeName(tokens: readonly Token[], { products }: Reading['vocabulary']): string | undefined {
  const hasWord = tokens.some(isWord);
  const numbers = tokens.filter(({ value }) => numberOf(value) !== undefined).length;
  const canBeName = hasWord || (numbers > 0 && numbers < tokens.length);
  if (tokens.length < 2 || !canBeName || !tokens.every((token) => isPlain(token) && !token.endsPart)) {
    return undefined;
  }
  const words = written(tokens);
  const [found, second] = candidates(words, products);
  if (found === undefined || second !== undefined) return undefined;
  return hasWord && fold(found.name) !== fold(words) ? undefined : found.id;
}

function readWords(tokens: readonly Token[], vocabulary: Reading['vocabulary']): StockQuestion {
  const words = tokens.filter((token) => isWord(token));
  const meanings = new Map(words.map((token) => [meaningOf(token), token]));
  const scope: Scope = meanings.has('all') ? 'all' : 'mine';
  const [verb, second] = [...meanings.keys()].filter((word) => word !== 'all' && word !== 'mine');
  const rest = tokens.filter((token) => !words.includes(token));
  if (verb !== undefined && second !== undefined) {
    throw new Misread(`"${verb}" and "${second}" are two questions; one at a time.`, [verb, second]);
  }
  if (verb === undefined && rest.length === 0) return { command: 'stock', kind: 'overview', scope };
  if (verb === undefined) {
    return { command: 'stock', kind: 'products', productIds: readProducts(rest, tokens, vocabulary) };
  }
  if (verb === 'low') return { command: 'stock', kind: 'low', scope, days: readDaysOfCover(rest, tokens) };
  const products = rest.filter((token) => !(isPlain(token) && STOCK_FILLERS.has(token.folded)));
  if (products.length > 0) {
    throw new Misread(`"${verb}" stands alone, without products.`, [
      scope === 'all' ? `${verb} all` : verb,
      written(products),
    ]);
  }
  return { command: 'stock', kind: verb === 'out' || verb === 'changes' ? verb : 'overview', scope };
}

function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

function isPlain(token: Token): boolean {
  return token.key === undefined && token.unknownKey === undefined && !token.quoted;
}

function isWord(token: Token): boolean {
  return isPlain(token) && STOCK_WORDS.has(token.folded);
}

/** Numbers are also parted by commas alone. */
function partedByCommas(token: Token): Token[] {
  if (token.quoted || !/^\d+(?:,\d+)+$/.test(token.value)) return [token];
  return token.value.split(',').flatMap((number) => tokensOf(number));
}

function refuseStore(tokens: readonly Token[]): void {
  const stores = tokens.filter(({ key }) => key === 'store');
  const [store] = stores;
  if (store === undefined) return;
  const products = tokens.filter((token) => numberOf(token.value) !== undefined && token.key !== 'store');
  const storeId = numberOf(store.value);
  const [product] = products;
  const sales = [
    '/sales',
    ...(product === undefined ? [] : [`product:${product.value}`]),
    ...(storeId === undefined ? [] : [`store:${storeId}`]),
  ];
  throw new Misread(
    `The service has no stock per store, only the stock of all stores together; what ${storeId === undefined ? 'a store' : `store ${storeId}`} sells is in /sales.`,
    [writtenWith(tokens, stores)],
    { otherwise: [written(products), 'mine'], elsewhere: sales.length > 1 ? [sales.join(' ')] : [] },
  );
}

function readDaysOfCover(rest: readonly Token[], tokens: readonly Token[]): number {
  const said = rest.filter((token) => !(isPlain(token) && STOCK_FILLERS.has(token.folded)));
  const [number] = said;
  if (number === undefined) return LOW_DAYS;
  const scope = tokens.some((token) => isWord(token) && meaningOf(token) === 'all') ? ' all' : '';
  if (said.length > 1) {
    throw new Misread(`"low" takes one number of days, and no products.`, [
      `low ${LOW_DAYS}${scope}`,
      written(said),
    ]);
  }
  const days = /^<?(\d{1,3})(?:d|days|dager|dagar)?$/.exec(number.folded)?.[1];
  if (days !== undefined && Number(days) >= 1 && Number(days) <= MOST_LOW_DAYS) return Number(days);
  throw new Misread(`${quoted(number.value)} is not a number of days; "low" takes 1 to ${MOST_LOW_DAYS}.`, [
    `low ${LOW_DAYS}${scope}`,
  ]);
}

/** Products by number or name; words that follow each other are one name. */
function readProducts(
  rest: readonly Token[],
  tokens: readonly Token[],
  vocabulary: Reading['vocabulary'],
): string[] {
  const ids = new Set<string>();
  let name: Token[] = [];
  const nameEnds = () => {
    if (name.length > 0) ids.add(readProduct(name, tokens, vocabulary));
    name = [];
  };
  for (const token of rest) {
    if (isPlain(token) && numberOf(token.value) === undefined) name.push(token);
    else {
      nameEnds();
      ids.add(readProduct([token], tokens, vocabulary));
    }
    if (token.endsPart) nameEnds();
  }
  nameEnds();
  if (ids.size > MOST_PRODUCTS) {
    throw new Misread(`That is ${ids.size} products; ${MOST_PRODUCTS} fit in one answer.`, [
      [...ids].slice(0, MOST_PRODUCTS).join(' '),
    ]);
  }
  return [...ids];
}

function readProduct(
  name: readonly Token[],
  tokens: readonly Token[],
  vocabulary: Reading['vocabulary'],
): string {
  const [first] = name;
  if (first?.unknownKey !== undefined || first?.key === 'by') {
    throw new Misread(`${quoted(first.text)} is not something /stock knows.`, [
      writtenWith(tokens, name, first.value),
    ]);
  }
  const words = name.map(({ value }) => value).join(' ');
  const inPlace = (fix: string) => writtenWith(tokens, name, fix);
  try {
    return readName('product', words, vocabulary.products);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const near = name.every(isPlain) ? nearestOwn(words, WORDS) : undefined;
    const like = vocabulary.products.like(words, 1);
    if (near === undefined || (error.fixes.length > 0 && !isCloser(near, words, like))) {
      throw new Misread(error.message, error.fixes.map(inPlace), { otherwise: [inPlace('')] });
    }
    throw new Misread(
      `${quoted(words)} is not something /stock knows.`,
      [inPlace(near), ...error.fixes.map(inPlace)],
      {
        otherwise: [near],
      },
    );
  }
}
