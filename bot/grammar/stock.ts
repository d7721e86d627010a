import type { Scope } from '../stock/snapshots.ts';
import { fold, quoted } from '../text/normalize.ts';
import { numberOf as numberInWords, WEEK_UNIT } from './daywords.ts';
import {
  AND_WORDS,
  FILLERS,
  HELP_WORDS,
  STOCK_FILLERS,
  STOCK_WORDS,
  type StockWord,
  TODAY_WORDS,
} from './lexicon.ts';
import { Misread, readWith } from './misread.ts';
import { candidates, isCloser, numberOf, readName } from './names.ts';
import { MOST_CHOSEN, type StockQuestion } from './question.ts';
import { withNamesJoined } from './salesFilter.ts';
import { refuseStores } from './storeOfStock.ts';
import { isPlain, type Token, tokensOf, withKeysJoined, written, writtenWith } from './tokens.ts';
import { type Reading, rememberingNames, type Vocabulary } from './vocabulary.ts';
import { nearestOwn, plainly } from './words.ts';

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
const WORDS = ['help', ...STOCK_WORDS.keys()];

/** Reads the text behind `/stock`. @throws CommandMistake */
export function parseStock(text: string, reading: Reading): StockQuestion {
  const known = rememberingNames(reading);
  return readWith('stock', plainly(text), (plain) => readStock(plain, known));
}

function readStock(text: string, { vocabulary }: Reading): StockQuestion {
  const split = withKeysJoined(
    tokensOf(text)
      .flatMap((token) => partedByCommas(token))
      .flatMap(lowApart),
    FILLERS,
  );
  const tokens = withNamesJoined(split, vocabulary);
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isPlain(token) && HELP_WORDS.has(token.folded))) {
    return { command: 'stock', kind: 'help' };
  }
  refuseStores(tokens, vocabulary);
  const whole = wholeName(tokens, vocabulary);
  if (whole !== undefined) return { command: 'stock', kind: 'products', productIds: [whole] };
  return readWords(tokens, vocabulary);
}

/** "low7", "low:7" and "<7" are "low 7". */
function lowApart(token: Token): Token[] {
  const [, number] =
    (token.quoted ? null : /^(?:low|lav|lavt|<)[:=]?(\d{1,3})$/.exec(fold(token.text))) ?? [];
  if (number !== undefined) return tokensOf(`low ${number}`);
  return token.unknownKey !== undefined && token.value === '' ? tokensOf(token.unknownKey) : [token];
}

/** A name with one of our words or a number in it, such as "Low Tide" or "Pale Ale 33 cl". */
function wholeName(tokens: readonly Token[], { products }: Vocabulary): string | undefined {
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

function readWords(tokens: readonly Token[], vocabulary: Vocabulary): StockQuestion {
  const words = tokens.filter((token) => isWord(token));
  const meanings = new Map(words.map((token) => [meaningOf(token), token]));
  const scope: Scope = meanings.has('all') ? 'all' : 'mine';
  const [verb, second] = [...meanings.keys()].filter((word) => word !== 'all' && word !== 'mine');
  const rest = tokens.filter((token) => !words.includes(token));
  if (verb !== undefined && second !== undefined) {
    throw new Misread(`"${verb}" and "${second}" are two questions; one at a time.`, [verb, second]);
  }
  const says = rest.filter((token) => !isFiller(token));
  const isOverview =
    words.length > 0 || rest.some(({ folded }) => folded === 'dag' || TODAY_WORDS.has(folded));
  if (verb === undefined && (rest.length === 0 || (isOverview && says.length === 0))) {
    return { command: 'stock', kind: 'overview', scope };
  }
  if (verb === undefined) {
    return { command: 'stock', kind: 'products', productIds: readProducts(rest, tokens, vocabulary) };
  }
  if (verb === 'low') return { command: 'stock', kind: 'low', scope, days: readDaysOfCover(rest, tokens) };
  if (says.length > 0) {
    throw new Misread(`"${verb}" stands alone, without products.`, [
      scope === 'all' ? `${verb} all` : verb,
      written(says),
    ]);
  }
  return { command: 'stock', kind: verb === 'out' || verb === 'changes' ? verb : 'overview', scope };
}

function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

function isFiller(token: Token): boolean {
  return isPlain(token) && STOCK_FILLERS.has(token.folded);
}

function isWord(token: Token): boolean {
  return isPlain(token) && STOCK_WORDS.has(token.folded);
}

/** Numbers are also parted by a comma or another mark alone. */
function partedByCommas(token: Token): Token[] {
  if (token.quoted || !/^\d+(?:[,;/+&]\d+)+$/.test(token.value)) return [token];
  return token.value.split(/[,;/+&]/).flatMap((number) => tokensOf(number));
}

function readDaysOfCover(rest: readonly Token[], tokens: readonly Token[]): number {
  const said = rest.filter((token) => !isFiller(token) && !isWeek(token));
  const [number] = said;
  if (number === undefined) return rest.some(isWeek) ? 7 : LOW_DAYS;
  const scope = tokens.some((token) => isWord(token) && meaningOf(token) === 'all') ? ' all' : '';
  if (said.length > 1) {
    throw new Misread(`"low" takes one number of days, and no products.`, [
      `low ${LOW_DAYS}${scope}`,
      written(said),
    ]);
  }
  const typed = /^<?(\d{1,3})(?:d|days|dager|dagar)?$/.exec(number.folded)?.[1] ?? number.folded;
  const days = (numberInWords(typed) ?? 0) * (rest.some(isWeek) ? 7 : 1);
  if (days >= 1 && days <= MOST_LOW_DAYS) return days;
  throw new Misread(`${quoted(number.value)} is not a number of days; "low" takes 1 to ${MOST_LOW_DAYS}.`, [
    `low ${LOW_DAYS}${scope}`,
  ]);
}

const WEEKS = new RegExp(`^(?:${WEEK_UNIT})$`);

function isWeek(token: Token): boolean {
  return isPlain(token) && WEEKS.test(token.folded);
}

/** Products by number or name; words that follow each other are one name. */
function readProducts(rest: readonly Token[], tokens: readonly Token[], vocabulary: Vocabulary): string[] {
  const ids = new Set<string>();
  let name: Token[] = [];
  const nameEnds = () => {
    if (name.length > 0) ids.add(readProduct(name, tokens, vocabulary));
    name = [];
  };
  for (const [at, token] of rest.entries()) {
    const words = isPlain(token) && numberOf(token.value) === undefined;
    if (words && AND_WORDS.has(token.folded) && !continues(name, rest.slice(at), vocabulary)) nameEnds();
    else if (words && !saysToday(token, at, rest)) name.push(token);
    else {
      nameEnds();
      if (!words) ids.add(readProduct([token], tokens, vocabulary));
    }
    if (token.endsPart) nameEnds();
  }
  nameEnds();
  if (ids.size === 0) throw new Misread(`${quoted(written(rest))} names no product.`, ['mine']);
  if (ids.size > MOST_CHOSEN) {
    throw new Misread(`That is ${ids.size} products; ${MOST_CHOSEN} fit in one answer.`, [
      [...ids].slice(0, MOST_CHOSEN).join(' '),
    ]);
  }
  return [...ids];
}

/** "gin and tonic" is a name, "red apple and green apple" are two. */
function continues(name: readonly Token[], next: readonly Token[], { products }: Vocabulary): boolean {
  const words = [...name, ...next.slice(0, 2)].map(({ value }) => value).join(' ');
  return (
    name.length > 0 &&
    name.length < MOST_NAME_WORDS &&
    next.length > 1 &&
    candidates(words, products).length > 0
  );
}

const MOST_NAME_WORDS = 6;

function saysToday({ folded }: Token, at: number, rest: readonly Token[]): boolean {
  return at > 0 && at === rest.length - 1 && TODAY_WORDS.has(folded);
}

function readProduct(name: readonly Token[], tokens: readonly Token[], vocabulary: Vocabulary): string {
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
