import type { Scope } from '../stock/snapshots.ts';
import { fold, quoted } from '../text/normalize.ts';
import { wordsOf } from '../text/splitWords.ts';
import { numberOf as numberInWords, WEEK_WORDS } from './dates/phrases.ts';
import { nearestWord } from './didYouMean.ts';
import { type NameLookup, type Reading, rememberingNames } from './nameLookup.ts';
import {
  candidates,
  exactly,
  isCloser,
  likeThem,
  longestName,
  numberOf,
  readGroup,
  readNames,
} from './names.ts';
import { parseCommand } from './parseCommand.ts';
import { ParseError } from './parseError.ts';
import { MOST_CHOSEN, type StockQuestion } from './question.ts';
import {
  format,
  formatWith,
  inQuotes,
  isOneOf,
  isPlain,
  phraseOf,
  type Token,
  tokenize,
  withKeysJoined,
} from './tokenizer.ts';
import {
  AND_WORDS,
  FILLERS,
  HELP_WORDS,
  STOCK_FILLERS,
  STOCK_WORDS,
  type StockWord,
  TODAY_WORDS,
} from './vocabulary.ts';

export const STOCK_HELP = [
  '`/stock 1101 90210` – the stock of these products; names work too: `/stock fjord pale ale`',
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
const OWN_WORDS = ['help', ...STOCK_WORDS.keys()];

/** Reads the text behind `/stock`. @throws ParseError */
export function parseStock(text: string, { vocabulary }: Reading): StockQuestion {
  const names = rememberingNames(vocabulary);
  return parseCommand('stock', text, (plain) => readStock(plain, names));
}

function readStock(text: string, names: NameLookup): StockQuestion {
  const split = withKeysJoined(tokenize(text).flatMap(partedByCommas).flatMap(lowApart), FILLERS);
  const tokens = withNamesJoined(split, names);
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'stock', kind: 'help' };
  refuseStores(tokens, names);
  const whole = wholeName(tokens, names);
  if (whole !== undefined) return { command: 'stock', kind: 'products', productIds: [whole] };
  return readWords(tokens, names);
}

/** A name behind `product:` goes on in the words that follow, as long as there is such a name. */
function withNamesJoined(tokens: readonly Token[], { products }: NameLookup): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const { key, value, folded, endsPart } = token;
    const isName = key === 'product' && !token.quoted && !endsPart && /\p{L}/u.test(value);
    const words = [{ text: value, value, folded, quoted: false, endsPart }, ...tokens.slice(at + 1)];
    const many = isName ? longestName(words, (name) => candidates(name, products)) : 1;
    const name = phraseOf(words.slice(0, many));
    joined.push(
      many > 1
        ? { ...token, value: name, folded: fold(name), quoted: true, text: `${key}:${inQuotes(name)}` }
        : token,
    );
    at += Math.max(0, many - 1);
  }
  return joined;
}

/** "low7", "low:7" and "<7" are "low 7". */
function lowApart(token: Token): Token[] {
  const [, number] =
    (token.quoted ? null : /^(?:low|lav|lavt|<)[:=]?(\d{1,3})$/.exec(fold(token.text))) ?? [];
  return number === undefined ? [token] : tokenize(`low ${number}`);
}

/** A name with one of our words or a number in it, such as "Low Tide" or "Pale Ale 33 cl". */
function wholeName(tokens: readonly Token[], { products }: NameLookup): string | undefined {
  const hasWord = tokens.some(isWord);
  const numbers = tokens.filter(({ value }) => numberOf(value) !== undefined).length;
  const canBeName = hasWord || (numbers > 0 && numbers < tokens.length);
  if (tokens.length < 2 || !canBeName || !tokens.every((token) => isPlain(token) && !token.endsPart)) {
    return undefined;
  }
  const words = format(tokens);
  const [found, second] = hasWord ? exactly(words, products) : candidates(words, products);
  return second === undefined ? found?.id : undefined;
}

function readWords(tokens: readonly Token[], names: NameLookup): StockQuestion {
  const words = tokens.filter((token) => isWord(token));
  const meanings = new Map(words.map((token) => [meaningOf(token), token]));
  const scope: Scope = meanings.has('all') ? 'all' : 'mine';
  const [verb, second] = [...meanings.keys()].filter((word) => word !== 'all' && word !== 'mine');
  const rest = tokens.filter((token) => !words.includes(token));
  if (verb !== undefined && second !== undefined) {
    throw new ParseError(`"${verb}" and "${second}" are two questions; one at a time.`, verb, [second]);
  }
  const says = rest.filter((token) => !isFiller(token));
  const isOverview =
    words.length > 0 || rest.some(({ folded }) => folded === 'dag' || TODAY_WORDS.has(folded));
  if (verb === undefined && (rest.length === 0 || (isOverview && says.length === 0))) {
    return { command: 'stock', kind: 'overview', scope };
  }
  if (verb === undefined) {
    return { command: 'stock', kind: 'products', productIds: readProducts(rest, tokens, names) };
  }
  if (verb === 'low') return { command: 'stock', kind: 'low', scope, days: readDaysOfCover(rest, tokens) };
  if (says.length > 0) {
    throw new ParseError(
      `"${verb}" stands alone, without products.`,
      scope === 'all' ? `${verb} all` : verb,
      [format(says)],
    );
  }
  return { command: 'stock', kind: verb === 'out' || verb === 'changes' ? verb : 'overview', scope };
}

function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

function isFiller(token: Token): boolean {
  return isOneOf(STOCK_FILLERS, token);
}

function isWord(token: Token): boolean {
  return isOneOf(STOCK_WORDS, token);
}

function isWeek(token: Token): boolean {
  return isOneOf(WEEK_WORDS, token);
}

/** Numbers are also parted by a comma or another mark alone. */
function partedByCommas(token: Token): Token[] {
  if (token.quoted || !/^\d+(?:[,;/+&]\d+)+$/.test(token.value)) return [token];
  return token.value.split(/[,;/+&]/).flatMap((number) => tokenize(number));
}

function readDaysOfCover(rest: readonly Token[], tokens: readonly Token[]): number {
  const said = rest.filter((token) => !isFiller(token) && !isWeek(token));
  const [number] = said;
  if (number === undefined) return rest.some(isWeek) ? 7 : LOW_DAYS;
  const scope = tokens.some((token) => isWord(token) && meaningOf(token) === 'all') ? ' all' : '';
  if (said.length > 1) {
    throw new ParseError('"low" takes one number of days, and no products.', `low ${LOW_DAYS}${scope}`, [
      format(said),
    ]);
  }
  const typed = /^<?(\d{1,3})(?:d|days|dager|dagar)?$/.exec(number.folded)?.[1] ?? number.folded;
  const days = (numberInWords(typed) ?? 0) * (rest.some(isWeek) ? 7 : 1);
  if (days >= 1 && days <= MOST_LOW_DAYS) return days;
  throw new ParseError(
    `${quoted(number.value)} is not a number of days; "low" takes 1 to ${MOST_LOW_DAYS}.`,
    `low ${LOW_DAYS}${scope}`,
  );
}

/** Products by number or name; words that follow each other are one name. */
function readProducts(rest: readonly Token[], tokens: readonly Token[], names: NameLookup): string[] {
  const ids = new Set<string>();
  let name: Token[] = [];
  const add = (words: readonly Token[]) => {
    for (const id of readProduct(words, tokens, names)) ids.add(id);
  };
  const nameEnds = () => {
    if (name.length > 0) add(name);
    name = [];
  };
  for (const [at, token] of rest.entries()) {
    const words = isPlain(token) && numberOf(token.value) === undefined;
    if (words && AND_WORDS.has(token.folded) && !continues(name, rest.slice(at), names)) nameEnds();
    else if (words && !saysToday(token, at, rest)) name.push(token);
    else {
      nameEnds();
      if (!words) add([token]);
    }
    if (token.endsPart) nameEnds();
  }
  nameEnds();
  if (ids.size === 0) throw new ParseError(`${quoted(format(rest))} names no product.`, 'mine');
  if (ids.size > MOST_CHOSEN) {
    throw new ParseError(
      `That is ${ids.size} products; ${MOST_CHOSEN} fit in one answer.`,
      [...ids].slice(0, MOST_CHOSEN).join(' '),
    );
  }
  return [...ids];
}

/** "gin and tonic" is a name, "red apple and green apple" are two. */
function continues(name: readonly Token[], next: readonly Token[], { products }: NameLookup): boolean {
  const words = phraseOf([...name, ...next.slice(0, 2)]);
  return (
    name.length > 0 &&
    name.length < MOST_NAME_WORDS &&
    next.length > 1 &&
    candidates(words, products).length > 0
  );
}

const MOST_NAME_WORDS = 6;

/** "1101 today" and "1101 i dag". */
function saysToday({ folded }: Token, at: number, rest: readonly Token[]): boolean {
  const [last, behind] = [at === rest.length - 1, rest[at + 1]];
  if (at === 0) return false;
  if (last && folded === 'dag') return rest[at - 1]?.folded === 'i';
  if (folded === 'i') return behind?.folded === 'dag' && at === rest.length - 2;
  return last && TODAY_WORDS.has(folded);
}

function readProduct(name: readonly Token[], tokens: readonly Token[], names: NameLookup): readonly string[] {
  const [first] = name;
  const words = phraseOf(name);
  const inPlace = (fix: string) => formatWith(tokens, name, fix);
  if (first?.unknownKey !== undefined || first?.key === 'by' || first?.key === 'top') {
    throw new ParseError(`${quoted(first.text)} is not something /stock knows.`, inPlace(first.value));
  }
  try {
    return first?.key === 'group' ? readGroup(words, names) : readNames('product', words, names.products);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const fixes = [error.corrected, ...error.others].filter((fix) => fix !== '');
    const near = name.every(isPlain) ? nearestWord(words, OWN_WORDS) : undefined;
    const like = likeThem(words, names.products, 1);
    if (near === undefined || (fixes.length > 0 && !isCloser(near, words, like))) {
      const key = first?.key === 'group' ? 'group:' : '';
      const [fix = inPlace(''), ...others] = fixes.map((each) => inPlace(`${key}${each}`));
      throw new ParseError(error.sentence, fix, others);
    }
    throw new ParseError(
      `${quoted(words)} is not something /stock knows.`,
      inPlace(near),
      fixes.map(inPlace),
    );
  }
}

/**
 * Nobody can have stock per store: the service does not give it. Says so, and offers the stock of all stores together
 * and what the store sells.
 * @throws ParseError when a store was named, or stock was asked by store
 */
function refuseStores(tokens: readonly Token[], { stores, products }: NameLookup): void {
  const grouping = tokens.filter(({ key }) => key === 'by');
  const keyed = tokens.filter(({ key }) => key === 'store');
  const named = keyed.length > 0 ? keyed : storeAtEnd(tokens, { stores, products });
  const [store] = named;
  const gone = grouping.length > 0 ? grouping : named;
  if (gone.length === 0) return;
  const product = tokens.find((token) => numberOf(token.value) !== undefined && !gone.includes(token));
  const sold = product === undefined ? [] : [`product:${product.value}`];
  const place = keyed.length > 0 ? (store?.value ?? '') : phraseOf(withoutFiller(named));
  const [only, second] = numberOf(place) === undefined ? candidates(place, stores) : [{ id: place }];
  const id = second === undefined ? only?.id : undefined;
  const narrowed =
    grouping.length > 0 ? [...sold, 'by:store'] : id === undefined ? sold : [...sold, `store:${id}`];
  const seller = grouping.length > 0 ? 'each store' : id === undefined ? 'a store' : `store ${id}`;
  throw new ParseError(
    `The service has no stock per store, only the stock of all stores together; what ${seller} sells is in /sales.`,
    withoutStore(tokens, gone, products),
    [],
    narrowed.length === 0 ? [] : [`/sales ${narrowed.join(' ')}`],
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
  if (left.length > 0 && (isQuestion || candidates(phraseOf(left), products).length > 0)) return format(left);
  return numbers.length > 0 ? format(numbers) : 'mine';
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
