import { type DateContext, dateContextOf, daysWithStock, stockContextOf } from '../parse/dates/period.ts';
import { type FoundPeriod, readPeriod } from '../parse/dates/scan.ts';
import { numberOf as numberInWords, WEEK_WORDS } from '../parse/dates/words.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import { withGroupsJoined } from '../parse/groupTokens.ts';
import type { Names } from '../parse/named.ts';
import { type NameLookup, type Reading, rememberingNames } from '../parse/nameLookup.ts';
import {
  asNamed,
  candidates,
  exactly,
  type Found,
  findGroup,
  findNamed,
  groupLike,
  isCloser,
  isFunctionWord,
  likeThem,
  longestName,
  numberOf,
  readGroup,
  readNames,
} from '../parse/names.ts';
import { MOST_CHOSEN } from '../parse/narrowing.ts';
import { commandBudget, parseCommand, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import { type FindPeriod, rememberingPeriods } from '../parse/periodTokens.ts';
import {
  asPlain,
  format,
  formatWith,
  inQuotes,
  isOneOf,
  isPlain,
  namesApart,
  numbersApart,
  phraseOf,
  type Token,
  tokenize,
  withKeysJoined,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import {
  AND_WORDS,
  EACH_WORDS,
  FILLERS,
  HELP_WORDS,
  NUMBER_SIGNS,
  STOCK_WORDS,
  STORE_WORDS,
  type StockWord,
  TODAY_WORDS,
  WITHOUT_WORDS,
} from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { wordsOf } from '../text/splitWords.ts';
import { LOW_DAYS, MOST_LOW_DAYS, PLENTY_DAYS, type StockQuestion } from './question.ts';
import type { Scope } from './snapshots.ts';
import { STOCK_FILLERS, STOCK_NAMES } from './vocabulary.ts';

const NUMBERS = /^\d+(?:[,;/+&]\d+)+$/;
const OWN_WORDS = ['help', ...STOCK_WORDS.keys()];

interface StockReading {
  readonly names: NameLookup;
  readonly periods: FindPeriod;
  /** Of stock, and of sales. */
  readonly context: DateContext;
  readonly salesContext: DateContext;
}

/** Reads the text behind `/stock`. @throws ParseError */
export function parseStock(
  text: string,
  { vocabulary, calendar, now }: Reading,
): StockQuestion | WithoutWords<'stock'> {
  const budget = commandBudget();
  const context = stockContextOf(calendar, now);
  const reading = {
    names: rememberingNames(vocabulary, budget),
    periods: rememberingPeriods(context, budget),
    context,
    salesContext: dateContextOf(calendar, now),
  };
  return parseCommand('stock', text, (plain) => readStock(plain, reading));
}

function readStock(text: string, reading: StockReading): StockQuestion | WithoutWords<'stock'> {
  const begins = (words: string) => reading.names.products.named(words, 1).length > 0;
  const typed = withoutNumberSigns(
    tokenize(text).flatMap(namesApart).flatMap(numbersApart(NUMBERS)),
    NUMBER_SIGNS,
    begins,
  );
  const split = withKeysJoined(withGroupsJoined(typed, reading.names).flatMap(lowApart), FILLERS);
  const tokens = withNamesJoined(split, reading.names);
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'stock', kind: 'help' };
  refuseStores(tokens, reading.names);
  refuseLeavingOut(tokens);
  return readWords(tokens, reading);
}

/** Names come first, each as one token: "Low Tide" is no question, and the 50 of "Pale Ale 50 cl" no number. */
function withNamesJoined(tokens: readonly Token[], { products }: NameLookup): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const many = at < MOST_LOOKED_UP ? nameLength(tokens.slice(at), products) : 1;
    const words = tokens.slice(at, at + many);
    const name = phraseOf(words);
    const joinedUp = { value: name, folded: fold(name), quoted: true, text: format(words) };
    joined.push(many > 1 ? { ...token, ...joinedUp, endsPart: words.at(-1)?.endsPart === true } : token);
    at += many - 1;
  }
  return joined;
}

/** In a list of thousands of names a look takes milliseconds, and a page that was pasted is no name. */
const MOST_LOOKED_UP = 32;

/**
 * How many tokens the name has that begins there: a whole name, and behind `product:` any; else one with a number or an
 * "and" in it, such as "pale ale 33", which would be taken apart. 1 when there is none of several words.
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
    // "Low over 30 days" is one question.
    .filter((word) => word !== 'low' || !meanings.has('over'));
  const rest = tokens.filter((token) => !words.includes(token));
  if (verb !== undefined && second !== undefined) {
    const without = (word: StockWord) =>
      format(tokens.filter((token) => !isWord(token) || meaningOf(token) !== word));
    throw new ParseError((t) => t.parser.stock.twoQuestions(verb, second), without(second), [without(verb)], {
      leavesOut: true,
    });
  }
  const says = rest.filter((token) => !isFiller(token));
  const isOverview =
    words.length > 0 ||
    rest.some(({ folded }) => folded === 'dag' || TODAY_WORDS.has(folded)) ||
    rest.some((token) => isStockItself(token, reading.names));
  const isAlone = rest.length === 0 || (isOverview && says.every(isFunctionWord));
  const asked = periodIn(rest, reading);
  if (verb === undefined || verb === 'overview') {
    if (asked !== undefined) return readHistory(asked, rest, tokens, reading);
    if (isAlone) return { command: 'stock', kind: 'overview', scope };
    return { command: 'stock', kind: 'products', productIds: readProducts(rest, tokens, reading) };
  }
  const isOfDays = verb === 'low' || verb === 'over';
  const period = asked?.words ?? [];
  const first = period.find(({ folded }) => !FILLERS.has(folded));
  // "Low 2 weeks" is days of cover, and "changes since yesterday" what the latest stock is compared with.
  const isCover = isOfDays && first !== undefined && daysIn(first) !== undefined;
  const isCompared = verb === 'changes' && period.every(isFiller);
  if (period.length > 0 && !isCover && !isCompared) throw ofLatestOnly(verb, period, tokens);
  const said = says.filter((token) => !isWeek(token));
  const count = isOfDays ? said.find((token) => isDayCount(token, reading.names)) : undefined;
  const list = { command: 'stock', scope, ...readNarrowing(without(said, count), tokens, reading) } as const;
  if (!isOfDays) return { ...list, kind: verb };
  return { ...list, kind: verb, days: readDaysOfCover(verb, count, rest, scope) };
}

interface SaidPeriod {
  readonly found: FoundPeriod;
  readonly words: readonly Token[];
}

/** The first period that was said; words that say today, or with which a product is named, are none. */
function periodIn(rest: readonly Token[], { names, periods }: StockReading): SaidPeriod | undefined {
  for (const [at, token] of rest.entries()) {
    // To look in all of a page that was pasted would cost too much: a period stands near one of the ends.
    if (at >= MOST_LOOKED_UP && at < rest.length - MOST_PERIOD_WORDS) continue;
    const next = rest[at + 1];
    if (isNumber(token) && (next === undefined || isNumber(next))) continue;
    const period = periods(rest.slice(at), false);
    if (period === undefined) continue;
    const words = rest.slice(at, at + period.many);
    if (!saysDays(words) || words.every(isToday)) continue;
    if (candidates(phraseOf(nameAround(rest, at, words.length)), names.products).length > 0) continue;
    return { found: period.found, words };
  }
  return undefined;
}

const MOST_PERIOD_WORDS = 12;

/** A number alone is a product, and "11.5" a number that was spoilt. */
function saysDays(words: readonly Token[]): boolean {
  return /\p{L}|\d{4}[-./]|[-./]\d{4}/u.test(phraseOf(words));
}

function isToday({ folded }: Token): boolean {
  return folded === 'i' || folded === 'dag' || TODAY_WORDS.has(folded);
}

/** The words from `at` on with those that would be one name with them. */
function nameAround(tokens: readonly Token[], at: number, many: number): readonly Token[] {
  const isOfName = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && !isNumber(token) && !AND_WORDS.has(token.folded);
  let [from, to] = [at, at + many];
  while (isOfName(tokens[from - 1]) && tokens[from - 1]?.endsPart === false) from -= 1;
  while (isOfName(tokens[to]) && tokens[to - 1]?.endsPart === false) to += 1;
  return tokens.slice(from, to);
}

/** The stock of products in a period. @throws ParseError where no product was named, or the days have no stock */
function readHistory(
  { found, words }: SaidPeriod,
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
): StockQuestion {
  const others = rest.filter((token) => !words.includes(token));
  if (others.every(isFiller)) throw withoutProducts(words, tokens, reading);
  const productIds = readProducts(others, tokens, reading);
  try {
    const period = found.read(reading.context);
    if (period !== undefined)
      return { command: 'stock', kind: 'history', productIds, days: daysWithStock(period, reading.context) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const [fix = '', ...more] = error.fixes.map((each) => formatWith(tokens, words, each));
    const { leavesOut } = error;
    throw new ParseError(error.sentence, fix, more, { understood: withoutWords(tokens, words), leavesOut });
  }
  throw withoutProducts(words, tokens, reading);
}

/** A period without products: what was sold then may be meant. */
function withoutProducts(
  period: readonly Token[],
  tokens: readonly Token[],
  { salesContext }: StockReading,
): ParseError {
  const words = phraseOf(period);
  const left = tokens.filter((token) => !period.includes(token));
  const fix = left.some(isWord) ? format(left) : 'mine';
  return new ParseError((t) => t.parser.stock.noPeriods(words), fix, [], {
    elsewhere: hasSales(words, salesContext) ? soldOf(tokens, period) : [],
    leavesOut: true,
  });
}

function without(tokens: readonly Token[], gone: Token | undefined): readonly Token[] {
  return tokens.filter((token) => token !== gone);
}

function meaningOf(token: Token): StockWord {
  return STOCK_WORDS.get(token.folded) ?? 'overview';
}

function isFiller(token: Token): boolean {
  return isOneOf(STOCK_FILLERS, token) || isOneOf(STOCK_NAMES, token);
}

/** "Lager" is the stock, unless a beer is called so. */
function isStockItself(token: Token, { products }: NameLookup): boolean {
  return isOneOf(STOCK_NAMES, token) && candidates(token.value, products).length === 0;
}

function isWord(token: Token): boolean {
  return isOneOf(STOCK_WORDS, token);
}

function isWeek(token: Token): boolean {
  return isOneOf(WEEK_WORDS, token);
}

/** A number that stands behind "low" is one of days, unless it can only be that of a product. */
function isDayCount(token: Token, { products }: NameLookup): boolean {
  if (!isPlain(token)) return false;
  if (daysIn(token) !== undefined) return true;
  return (
    /^<?\d/.test(token.value) && !/^\d{4,}$/.test(token.value) && products.nameOf(token.value) === undefined
  );
}

/** Undefined for what is not a number of days that "low" takes. */
function daysIn({ folded }: Token, each = 1): number | undefined {
  const typed = /^<?(\d{1,3})(?:d|days|dager|dagar)?$/.exec(folded)?.[1] ?? folded;
  const days = (numberInWords(typed) ?? 0) * each;
  return days >= 1 && days <= MOST_LOW_DAYS ? days : undefined;
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
  throw new ParseError(
    (t) => t.parser.stock.wrongDays(count.value, verb, MOST_LOW_DAYS),
    `${verb} ${usual}${scope === 'all' ? ' all' : ''}`,
  );
}

/** @throws ParseError for more products than one answer has */
function listed(ids: readonly string[]): readonly string[] {
  if (ids.length <= MOST_CHOSEN) return ids;
  throw new ParseError((t) => t.parser.stock.tooMany(ids.length, MOST_CHOSEN), '');
}

/** Products by number or name; those of a name or group that stands for too many are refused. */
function readProducts(
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
): readonly string[] {
  const { products } = reading.names;
  const founds = readNamed(rest, tokens, reading, (words, isGroup) => ({
    meaning: 'product',
    ids: isGroup ? readGroup(words, reading.names) : readNames('product', words, products),
    name: undefined,
  }));
  if (founds.length === 0) throw new ParseError((t) => t.parser.stock.noProduct(format(rest)), '');
  return listed([...new Set(founds.flatMap(({ ids }) => ids))]);
}

/** What a list is narrowed to: numbers, and names and groups of any size. */
function readNarrowing(said: readonly Token[], tokens: readonly Token[], reading: StockReading) {
  const founds = readNamed(said, tokens, reading, (words, isGroup) =>
    isGroup
      ? findGroup(words, reading.names)
      : findNamed('product', withoutFillers(words, reading.names), reading.names),
  );
  if (founds.length === 0) return {};
  const of = asNamed(founds);
  listed(of.ids);
  return { of };
}

/** "Changes for gin" are those of gin, unless a name begins so. */
function withoutFillers(words: string, { products }: NameLookup): string {
  const [first = '', ...others] = words.split(' ');
  const isFiller = others.length > 0 && FILLERS.has(fold(first)) && candidates(words, products).length === 0;
  return isFiller ? others.join(' ') : words;
}

type FindProducts = (words: string, isGroup: boolean) => Found;

/** Products by number or name; words that follow each other are one name. */
function readNamed(
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
  find: FindProducts,
): readonly Found[] {
  const founds: (Found & { readonly isNamed: boolean })[] = [];
  let name: Token[] = [];
  const add = (words: readonly Token[]) => {
    const found = readProduct(words, tokens, reading, find);
    // A number with its name is one product, as the bot writes it.
    const isNamed = !words.every(isNumber);
    const others = founds.filter((other) => other.isNamed !== isNamed).flatMap(({ ids }) => ids);
    const ids = found.ids.filter((id) => !others.some((other) => Number(other) === Number(id)));
    if (ids.length > 0) founds.push({ ...found, ids, isNamed });
  };
  const nameEnds = () => {
    if (name.length > 0) add(name);
    name = [];
  };
  for (const [at, token] of rest.entries()) {
    const words = isPlain(token) && !isNumber(token);
    if (words && AND_WORDS.has(token.folded)) nameEnds();
    else if (words && !saysToday(token, at, rest)) name.push(token);
    else {
      nameEnds();
      if (!words) add([token]);
    }
    if (token.endsPart) nameEnds();
  }
  nameEnds();
  return founds;
}

function isNumber({ value }: Token): boolean {
  return numberOf(value) !== undefined;
}

/** "1101 today" and "1101 i dag". */
function saysToday({ folded }: Token, at: number, rest: readonly Token[]): boolean {
  const [last, behind] = [at === rest.length - 1, rest[at + 1]];
  if (at === 0) return false;
  if (last && folded === 'dag') return rest[at - 1]?.folded === 'i';
  if (folded === 'i') return behind?.folded === 'dag' && at === rest.length - 2;
  return last && TODAY_WORDS.has(folded);
}

const NO_PRODUCT = ['by', 'top', 'bottom'] as const;

function readProduct(
  name: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
  find: FindProducts,
): Found {
  const { names } = reading;
  const [first] = name;
  const words = phraseOf(name);
  const inPlace = (fix: string) => formatWith(tokens, name, fix);
  const understood = withoutWords(tokens, name);
  if (first?.unknownKey !== undefined || NO_PRODUCT.some((key) => key === first?.key)) {
    // The 10 of "top 10" is no product.
    const fix = first?.unknownKey === undefined ? '' : inPlace(first.value);
    throw new ParseError((t) => t.parser.unknown(first?.text ?? '', '/stock'), fix, [], { understood });
  }
  try {
    return find(words, first?.key === 'group');
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    refusePeriod(name, tokens, reading);
    const { fixes } = error;
    const near = name.every(isPlain) ? nearestWord(words, OWN_WORDS) : undefined;
    const like = likeThem(words, names.products, 2);
    const group = first?.key === undefined ? groupLike(words, names.products) : undefined;
    const groups = group === undefined ? [] : [{ meaning: 'group', name: group } as const];
    if (near !== undefined && (fixes.length === 0 || isCloser(near, words, [...groups, ...like]))) {
      throw new ParseError((t) => t.parser.unknown(words, '/stock'), inPlace(near), fixes.map(inPlace));
    }
    if (group !== undefined) {
      const found = like.map((each) => ({ ...each, meaning: 'product' }) as const);
      throw new ParseError(
        (t) => t.parser.names.notNamedInStock(words, [...groups, ...found]),
        inPlace(`group:${inQuotes(group)}`),
        like.map(({ id }) => inPlace(id)),
        { understood },
      );
    }
    const key = first?.key === 'group' ? 'group:' : '';
    const [fix = '', ...others] = fixes.map((each) => inPlace(`${key}${each}`));
    throw new ParseError(error.sentence, fix, others, { understood });
  }
}

/** What is left without them, as long as it asks for products; without its only product it would be another question. */
function withoutWords(tokens: readonly Token[], gone: readonly Token[]): string {
  const left = tokens.filter((token) => !gone.includes(token));
  return left.every((token) => isWord(token) || isFiller(token)) ? '' : format(left);
}

/**
 * Lists are of the latest stock, and products are of one period.
 * @throws ParseError when the words begin a period
 */
function refusePeriod(name: readonly Token[], tokens: readonly Token[], reading: StockReading): void {
  const period = name
    .map((token) => tokens.slice(tokens.indexOf(token)))
    .map((behind) => behind.slice(0, reading.periods(behind, false)?.many ?? 0))
    .find(saysDays);
  if (period === undefined) return;
  const verb = tokens
    .filter(isWord)
    .map(meaningOf)
    .find((word) => LISTS.some((list) => list === word));
  if (verb !== undefined) throw ofLatestOnly(verb, period, tokens);
  const others = withoutWords(tokens, period);
  if (others === '') throw withoutProducts(period, tokens, reading);
  const words = phraseOf(period);
  throw new ParseError((t) => t.parser.stock.onePeriod(words), others, [], { leavesOut: true });
}

const LISTS = ['out', 'low', 'over', 'changes'] as const;

function ofLatestOnly(verb: StockWord, period: readonly Token[], tokens: readonly Token[]): ParseError {
  const words = phraseOf(period);
  const left = format(tokens.filter((token) => !period.includes(token)));
  return new ParseError((t) => t.parser.stock.latestOnly(verb, words), left, [], { leavesOut: true });
}

/**
 * What is asked of the stock as a question about sales, with what only sales have as it stands, or `instead` in its
 * place; none where the stock is asked for more than products.
 */
function soldOf(tokens: readonly Token[], ofSales: readonly Token[], instead?: string): readonly string[] {
  const words = tokens.flatMap((token) => {
    if (ofSales.includes(token)) {
      if (instead === undefined) return [token.text];
      return token === ofSales[0] ? [instead] : [];
    }
    if (isFiller(token) || isWord(token)) return [];
    return [isPlain(token) && isNumber(token) ? `product:${token.value}` : token.text];
  });
  const isOfProducts = tokens.every(
    (token) => !isWord(token) || ['all', 'mine', 'overview'].includes(meaningOf(token)),
  );
  return isOfProducts ? [`/sales ${words.join(' ')}`] : [];
}

function hasSales(period: string, context: DateContext): boolean {
  try {
    return readPeriod(period, context) !== undefined;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** @throws ParseError for "without gin": an answer with it would be the opposite */
function refuseLeavingOut(tokens: readonly Token[]): void {
  const word = tokens.find((token) => isOneOf(WITHOUT_WORDS, token));
  if (word !== undefined) throw new ParseError((t) => t.parser.unknown(word.value, '/stock'), '');
}

/**
 * Nobody can have stock per store: the service does not give it. Says so, and offers the stock of all stores together
 * and what the store sells.
 * @throws ParseError when a store was named, or stock was asked by store
 */
function refuseStores(tokens: readonly Token[], { stores, products }: NameLookup): void {
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
    ({ parser: { stock } }) => {
      const { each, one, some } = stock.noStores;
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
