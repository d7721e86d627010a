import { dateContextOf, daysWithStock, stockContextOf } from '../parse/dates/period.ts';
import { numberOf as numberFrom, WEEK_WORDS } from '../parse/dates/words.ts';
import { withGroupsJoined } from '../parse/groupTokens.ts';
import { MAX_LOOKED_UP, type NameLookup, type Names, type Reading } from '../parse/nameLookup.ts';
import {
  candidates,
  exactly,
  isFunctionWord,
  isNumber,
  longestName,
  withNumbersJoined,
} from '../parse/names.ts';
import { parseCommand, rememberingReading, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import { ofProducts } from '../parse/selection.ts';
import {
  asPlain,
  format,
  formatWith,
  isOneOf,
  isPlain,
  minusAsWord,
  namesApart,
  numbersApart,
  phraseOf,
  type Token,
  tokenize,
  withKeysJoined,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import { AND_WORDS, FILLERS, HELP_WORDS, MINUS, NUMBER_SIGNS, TODAY_WORDS } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { ofLatestOnly, periodIn, type SaidPeriod, withoutProducts } from './parse/periods.ts';
import { leftOutApart, readProducts, readSelection } from './parse/products.ts';
import { refuseStores } from './parse/stores.ts';
import {
  isFiller,
  isStockItself,
  isWord,
  meaningOf,
  STOCK_KEYS,
  type StockReading,
  type StockWord,
  withoutWords,
} from './parse/words.ts';
import { LOW_DAYS, MAX_LOW_DAYS, PLENTY_DAYS, type Scope, type StockQuestion } from './question.ts';
import { stockWords } from './words/words.ts';

const NUMBERS = /^\d+(?:[,;/+&]\d+)+$/;

/** Reads the text after `/stock`. @throws ParseError */
export function parseStock(
  text: string,
  { vocabulary, calendar, now }: Reading,
): StockQuestion | WithoutWords<'stock'> {
  const reading = {
    ...rememberingReading(vocabulary, stockContextOf(calendar, now)),
    salesContext: dateContextOf(calendar, now),
  };
  return parseCommand('stock', withNumbersJoined(text, vocabulary), (plain) => readStock(plain, reading));
}

function readStock(text: string, reading: StockReading): StockQuestion | WithoutWords<'stock'> {
  const begins = (words: string) => reading.names.products.named(words, 1).length > 0;
  const typed = withoutNumberSigns(
    tokenize(minusAsWord(text), STOCK_KEYS).flatMap(namesApart(STOCK_KEYS)).flatMap(numbersApart(NUMBERS)),
    NUMBER_SIGNS,
    begins,
  );
  const split = withKeysJoined(withGroupsJoined(typed, reading.names).flatMap(lowApart), STOCK_KEYS, FILLERS);
  const tokens = withNamesJoined(split, reading.names);
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'stock', kind: 'help' };
  refuseStores(tokens, reading.names);
  return readWords(tokens, reading);
}

/** Joins each name into one token, so that "Low Tide" isn't read as "low", nor the 50 of "Pale Ale 50 cl" as a number. */
function withNamesJoined(tokens: readonly Token[], { products }: NameLookup): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const many = at < MAX_LOOKED_UP ? nameLength(tokens.slice(at), products) : 1;
    const words = tokens.slice(at, at + many);
    const name = phraseOf(words);
    const joinedUp = { value: name, folded: fold(name), quoted: true, text: format(words) };
    joined.push(many > 1 ? { ...token, ...joinedUp, endsPart: words.at(-1)?.endsPart === true } : token);
    at += many - 1;
  }
  return joined;
}

/**
 * The number of tokens of the name that begins at `first`: a whole name; after `product:` any; otherwise one with a
 * number or an "and" in it, such as "pale ale 33", which would be split. 1 when no name of several words begins there.
 */
function nameLength([first, ...behind]: readonly Token[], products: Names): number {
  if (first === undefined || first.quoted || first.endsPart || !(isPlain(first) || first.key === 'product')) {
    return 1;
  }
  const words = [asPlain(first), ...behind];
  const part = /\p{L}/u.test(first.value) ? longestName(words, (name) => candidates(name, products)) : 0;
  if (first.key === 'product') return Math.max(1, part);
  const mayBegin = (name: string) => products.named(name, 1).length > 0;
  const whole = longestName(words, (name) => exactly(name, products), mayBegin);
  const inPart = words.slice(0, part);
  const isTakenApart = inPart.some((token) => isNumber(token) || AND_WORDS.has(token.folded));
  return Math.max(1, whole, isTakenApart && !inPart.some(isWord) ? part : 0);
}

/** "low7", "low:7" and "<7" are "low 7", and ">30" is "over 30". */
function lowApart(token: Token): Token[] {
  const [, word, number] =
    (token.quoted ? null : /^(low|lav|lavt|<|over|>)[:=]?(\d{1,3})$/.exec(fold(token.text))) ?? [];
  if (number === undefined) return [token];
  return tokenize(`${word === 'over' || word === '>' ? 'over' : 'low'} ${number}`);
}

function readWords(tokens: readonly Token[], reading: StockReading): StockQuestion {
  const words = tokens.filter((token) => isWord(token));
  const meanings = new Map(words.map((token) => [meaningOf(token), token]));
  const scope: Scope = meanings.has('all') ? 'all' : 'mine';
  const [verb, second] = [...meanings.keys()]
    .filter((word) => word !== 'all' && word !== 'mine')
    // Read "low over 30 days" as one question.
    .filter((word) => word !== 'low' || !meanings.has('over'));
  const rest = tokens.filter((token) => !words.includes(token));
  if (verb !== undefined && second !== undefined) {
    const without = (word: StockWord) =>
      format(tokens.filter((token) => !isWord(token) || meaningOf(token) !== word));
    throw new ParseError(
      (t) => stockWords(t).mistakes.twoQuestions(verb, second),
      without(second),
      [without(verb)],
      {
        leavesOut: true,
      },
    );
  }
  const says = rest.filter((token) => !isFiller(token));
  const isOverview =
    words.length > 0 ||
    rest.some(({ folded }) => folded === 'dag' || TODAY_WORDS.has(folded)) ||
    rest.some((token) => isStockItself(token, reading.names));
  const { named, leftOut } = leftOutApart(says, reading.names);
  const isAlone = (rest.length === 0 || isOverview || leftOut.length > 0) && named.every(isFunctionWord);
  const asked = periodIn(rest, reading);
  if (verb === undefined || verb === 'overview') {
    if (asked !== undefined) return readHistory(asked, rest, tokens, reading);
    if (isAlone) {
      const selection = readSelection({ named: [], leftOut }, tokens, reading);
      return { command: 'stock', kind: 'overview', scope, selection };
    }
    return { command: 'stock', kind: 'products', selection: ofProducts(readProducts(rest, tokens, reading)) };
  }
  const isOfDays = verb === 'low' || verb === 'over';
  const period = asked?.words ?? [];
  const first = period.find(({ folded }) => !FILLERS.has(folded));
  // Not periods: in "low 2 weeks" the days of cover, in "changes since yesterday" what stock is compared with anyway.
  const isCover = isOfDays && first !== undefined && daysIn(first) !== undefined;
  const isCompared = verb === 'changes' && period.every(isFiller);
  if (period.length > 0 && !isCover && !isCompared) throw ofLatestOnly(verb, period, tokens);
  const said = says.filter((token) => !isWeek(token));
  const count = isOfDays ? said.find((token) => isDayCount(token, reading.names)) : undefined;
  if (isOfDays && count !== undefined && said[said.indexOf(count) - 1]?.folded === MINUS) {
    throw wrongDays(`-${count.value}`, verb, count.value);
  }
  const selection = readSelection(leftOutApart(without(said, count), reading.names), tokens, reading);
  const list = { command: 'stock', scope, selection } as const;
  if (!isOfDays) return { ...list, kind: verb };
  return { ...list, kind: verb, days: readDaysOfCover(verb, count, rest, scope) };
}

/** Reads a question of products in a period. @throws ParseError without a product, or for days without stock */
function readHistory(
  { found, words }: SaidPeriod,
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
): StockQuestion {
  const others = rest.filter((token) => !words.includes(token));
  if (others.every(isFiller)) throw withoutProducts(words, tokens, reading);
  const selection = ofProducts(readProducts(others, tokens, reading));
  try {
    const period = found.read(reading.context);
    if (period !== undefined)
      return { command: 'stock', kind: 'history', selection, days: daysWithStock(period, reading.context) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const [fix = '', ...more] = error.fixes.map((each) => formatWith(tokens, words, each));
    const { leavesOut } = error;
    throw new ParseError(error.sentence, fix, more, { understood: withoutWords(tokens, words), leavesOut });
  }
  throw withoutProducts(words, tokens, reading);
}

function without(tokens: readonly Token[], gone: Token | undefined): readonly Token[] {
  return tokens.filter((token) => token !== gone);
}

function isWeek(token: Token): boolean {
  return isOneOf(WEEK_WORDS, token);
}

/** Whether a number after "low" means days, not a product. */
function isDayCount(token: Token, { products }: NameLookup): boolean {
  if (!isPlain(token)) return false;
  if (daysIn(token) !== undefined) return true;
  return (
    /^<?\d/.test(token.value) && !/^\d{4,}$/.test(token.value) && products.nameOf(token.value) === undefined
  );
}

/** A number of days, times `each`; undefined for anything "low" doesn't take. */
function daysIn({ folded }: Token, each = 1): number | undefined {
  const typed = /^<?(\d{1,3})(?:d|days|dager|dagar)?$/.exec(folded)?.[1] ?? folded;
  const days = (numberFrom(typed) ?? 0) * each;
  return days >= 1 && days <= MAX_LOW_DAYS ? days : undefined;
}

function readDaysOfCover(
  verb: 'low' | 'over',
  count: Token | undefined,
  rest: readonly Token[],
  scope: Scope,
): number {
  const each = rest.some(isWeek) ? 7 : 1;
  const usual = verb === 'low' ? LOW_DAYS : PLENTY_DAYS;
  if (count === undefined) return each === 7 ? 7 : usual;
  const days = daysIn(count, each);
  if (days !== undefined) return days;
  throw wrongDays(count.value, verb, `${usual}${scope === 'all' ? ' all' : ''}`);
}

function wrongDays(typed: string, verb: 'low' | 'over', instead: string): ParseError {
  return new ParseError(
    (t) => stockWords(t).mistakes.wrongDays(typed, verb, MAX_LOW_DAYS),
    `${verb} ${instead}`,
  );
}
