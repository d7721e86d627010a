import { WEEKDAYS } from '../parse/dates/words.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { ProductGroups, Reading } from '../parse/nameLookup.ts';
import {
  asChosen,
  candidates,
  exactly,
  type Found,
  findGroup,
  findNamed,
  groupLike,
  groupNamed,
  listedIds,
  longestName,
  manyLeftOut,
  meantBy,
  namesOf,
  noSides,
  readNamed,
} from '../parse/names.ts';
import { ParseError, withFixes } from '../parse/parseError.ts';
import { type Chosen, MAX_CHOSEN, MEANINGS, type Meaning, NONE } from '../parse/selection.ts';
import {
  formatWith,
  inQuotes,
  isOneOf,
  isPlain,
  phraseOf,
  type Token,
  withKeysJoined,
} from '../parse/tokenizer.ts';
import { AND_WORDS, EACH_WORDS, KEYS, OWN_WORDS, VERSUS_WORDS, WITHOUT_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { keystrokesApart } from '../text/editDistance.ts';
import { fold } from '../text/normalize.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import { type CalledDigest, LONGEST_NAME, shortName } from './further.ts';
import { contentOf } from './key.ts';
import type { NamedKind, TypedKinds } from './kind.ts';
import type { SettingsChange } from './question.ts';
import {
  ALL_PRODUCTS_WORDS,
  DAYS_WORDS,
  DIGEST_KEYS,
  type DigestKey,
  INTERVAL_WORDS,
  isWordOfCommand,
  LANGUAGE_WORDS,
  LITTLE_WORDS,
} from './vocabulary.ts';
import { digestWords } from './words/words.ts';

export interface DigestReading extends Reading {
  readonly groups: ProductGroups;
  readonly contents: TypedKinds;
  /** The digests with names in the place that the command is about. */
  readonly called: readonly CalledDigest[];
}

/** `kind` is the kind that the settings are for. */
interface SettingsReading extends DigestReading {
  readonly kind: NamedKind;
  /** The digest or kind that was typed. */
  readonly content: string | undefined;
}

/** Reads the settings after `subscribe`, of the kind `content` or else the first. @throws ParseError */
export function readSettings(
  tokens: readonly Token[],
  others: readonly Token[],
  typed: DigestReading,
  content?: string,
): SettingsChange {
  const kinds = kindsIn(typed);
  const kind = kinds.find((each) => content !== undefined && each.content === contentOf(content)) ?? kinds[0];
  if (kind === undefined) throw new RangeError('There are no digests.');
  const reading = { ...typed, kind, content };
  const versus = others.find((token, at) => isOneOf(VERSUS_WORDS, token) && !isKey(others[at - 1]));
  if (versus !== undefined) throw noSides(versus);
  let change: SettingsChange = {};
  const usedFor = new Map<string, readonly Token[]>();
  const left = withDayRanges(others);
  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    const key = keyOf(token);
    const leftOut = key === undefined ? takeLeftOut(token, left, reading) : [];
    const isWithout = leftOut.length > 0;
    const keyed =
      key === undefined ? { used: [token, ...leftOut], values: [] } : takeValue(token, left, reading);
    const said = isWithout
      ? readLeftOut(keyed.used, tokens, reading)
      : key === undefined
        ? readBare(token, tokens, reading)
        : readKeyed(key, keyed, tokens, reading);
    const twice = SETTINGS.find((name) => said[name] !== undefined && change[name] !== undefined);
    if (twice !== undefined) {
      const [first = '', second = ''] = [keyed.used, usedFor.get(twice) ?? []].map((gone) =>
        formatWith(tokens, gone),
      );
      throw new ParseError((t) => digestWords(t).mistakes.twice[twice], first, [second], { leavesOut: true });
    }
    for (const name of SETTINGS) if (said[name] !== undefined) usedFor.set(name, keyed.used);
    change = { ...change, ...said, ...daysOfBoth(change, said), ...leftOutByBoth(change, said) };
  }
  requireOneDay(change.weekdays, tokens, kind);
  return change;
}

/** A digest of a week or a month is posted on one day. @throws ParseError for several */
function requireOneDay(weekdays: string | undefined, tokens: readonly Token[], kind: NamedKind): void {
  const { cadence, words } = kind;
  if (cadence === 'daily' || weekdays === undefined || weekdays.length === 1) return;
  const isDays = (token: Token) =>
    isPlain(token) && (DAYS_WORDS.has(token.folded) || daysIn(token.folded) !== undefined);
  const days = tokens.slice(tokens.findIndex(isDays), tokens.findLastIndex(isDays) + 1);
  const gone = days.filter(
    (token) => isDays(token) || TO_WORDS.has(token.folded) || isOneOf(LITTLE_WORDS, token),
  );
  const [day = 'monday'] = [...WEEKDAYS].flatMap(([name, number]) =>
    weekdays.startsWith(String(number)) ? [name] : [],
  );
  const fix = cadence === 'weekly' ? [formatWith(tokens, gone, day)] : [];
  const [first = '', ...others] = [...fix, formatWith(tokens, gone)];
  throw new ParseError((t) => digestWords(t).mistakes.oneDay(words(t).name, cadence), first, others, {
    leavesOut: true,
  });
}

/** The kinds of digests, each once. */
export function kindsIn({ contents }: Pick<DigestReading, 'contents'>): readonly NamedKind[] {
  return [...new Set(contents.values())];
}

/** Merges days: "monday wednesday" and "mandag og onsdag" are two days. */
function daysOfBoth(one: SettingsChange, other: SettingsChange): Pick<SettingsChange, 'weekdays'> {
  if (one.weekdays === undefined || other.weekdays === undefined) return {};
  return { weekdays: [...new Set(one.weekdays + other.weekdays)].sort().join('') };
}

/** Merges what is left out: "without gin without cider". */
function leftOutByBoth(one: SettingsChange, other: SettingsChange): Pick<SettingsChange, 'without'> {
  const [before, more] = [one.without, other.without];
  if (before === undefined || more === undefined) return {};
  const both = (meaning: Meaning): Chosen => ({
    ids: [...new Set([...before[meaning].ids, ...more[meaning].ids])],
    names: [...before[meaning].names, ...more[meaning].names],
  });
  return { without: { product: both('product'), store: both('store') } };
}

const TO_WORDS = new Set(['to', 'til', 'through', 'until', '-']);

/** Joins "monday to friday" into "monday-friday". */
function withDayRanges(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const [to, last] = [tokens[at - 1], joined.at(-2)];
    const isRange = isDay(token) && isDay(last) && to !== undefined && TO_WORDS.has(to.folded);
    if (!isRange) joined.push(token);
    else joined.splice(-2, 2, { ...last, folded: `${last.folded}-${token.folded}` });
  }
  return joined;
}

function isDay(token: Token | undefined): token is Token {
  return isOneOf(WEEKDAYS, token);
}

const SETTINGS = [
  'digestTime',
  'products',
  'stores',
  'name',
  'language',
] as const satisfies (keyof SettingsChange)[];

/** Whether a token is a key without its value. */
export function isKey(token: Token | undefined): boolean {
  if (token === undefined || keyOf(token) === undefined) return false;
  return (token.key ?? token.unknownKey) === undefined || token.value === '';
}

export function keyOf(token: Token): DigestKey | undefined {
  if (token.key !== undefined) return DIGEST_KEYS.get(fold(token.key));
  if (token.unknownKey !== undefined) return DIGEST_KEYS.get(fold(token.unknownKey));
  return token.quoted ? undefined : DIGEST_KEYS.get(token.folded);
}

/** A key with its value: the rest of its word, or else the next word, and one more after each comma. */
interface Keyed {
  readonly used: readonly Token[];
  readonly values: readonly Token[];
}

/** Takes the names behind "without", up to the next setting; none behind another word. */
function takeLeftOut(token: Token, left: Token[], { vocabulary }: SettingsReading): readonly Token[] {
  if (!isOneOf(WITHOUT_WORDS, token)) return [];
  const isEnd = (each: Token, at: number) => {
    const [before, key] = [left[at - 1], keyOf(each)];
    if (isPlain(each) && AND_WORDS.has(each.folded)) return at === 0;
    if (isPlain(each) && key === undefined) {
      return TIME.test(each.value) || WITHOUT_WORDS.has(each.folded) || isWordOfCommand(each.folded);
    }
    const isJoined = before === undefined || before.endsPart || isOneOf(AND_WORDS, before);
    return !isJoined || (key !== undefined && !KEYS_OF_NAMES.has(key));
  };
  const end = left.findIndex(isEnd);
  const run = left.slice(0, end === -1 ? left.length : end);
  return left.splice(0, run.length && manyLeftOut(token, run, (name) => meantBy(name, vocabulary)));
}

const KEYS_OF_NAMES: ReadonlySet<DigestKey> = new Set(['products', 'group', 'stores']);

function takeValue(token: Token, left: Token[], { vocabulary }: SettingsReading): Keyed {
  const isJoined = (token.key ?? token.unknownKey) !== undefined && token.value !== '';
  const used: Token[] = [token];
  const values: Token[] = isJoined ? [token] : [];
  const next = () => {
    const taken = left.shift();
    if (taken === undefined) return;
    used.push(taken);
    values.push(taken);
  };
  if (!isJoined) next();
  const key = keyOf(token);
  const isList = key === 'products' || key === 'stores';
  while (left.length > 0 && (values.at(-1)?.endsPart === true || (isList && isNumbers(left[0])))) next();
  const [value] = values;
  if (isList && value !== undefined) {
    // "1101 Pale Ale" is one product.
    const names = namesOf(key === 'stores' ? 'store' : 'product', vocabulary);
    const isLabel = (words: string) =>
      exactly(words, names).filter(({ id }) => Number(id) === Number(value.value));
    used.push(
      ...left.splice(
        0,
        longestName(left, isLabel, (words) => names.named(words, 1).length > 0),
      ),
    );
  }
  return { used, values };
}

function readKeyed(
  key: DigestKey,
  { used, values }: Keyed,
  tokens: readonly Token[],
  reading: SettingsReading,
): SettingsChange {
  const value = values.map((token) => token.value).join(' ');
  if (value === '') {
    throw new ParseError(
      (t) => digestWords(t).mistakes.nothingBehind[key](used[0]?.text ?? key),
      formatWith(tokens, used),
    );
  }
  if (key === 'stores') requireStores(reading.kind, tokens, used);
  const read = (): SettingsChange => {
    switch (key) {
      case 'at':
        return { digestTime: timeIn(value) };
      case 'language':
        return { language: oneOf(LANGUAGE_WORDS, value, ['norwegian', 'english']) };
      case 'group':
        return { products: ofGroup(groupNamed(value, reading.groups)) };
      case 'products':
        return { products: productsIn(values, reading) };
      case 'stores':
        return { stores: storesIn(values, reading) };
      case 'name':
        return { name: nameIn(value, reading.contents) };
    }
  };
  return placed(read, tokens, used, key);
}

function isNumbers(token: Token | undefined): boolean {
  return token !== undefined && token.key === undefined && !token.quoted && /^\d[\d,;]*$/.test(token.value);
}

const WRITTEN_KEYS: Readonly<Record<DigestKey, string>> = {
  at: 'at ',
  products: 'products:',
  group: 'group:',
  stores: 'store:',
  name: 'named ',
  language: 'language:',
};

/** Runs `read` and puts the fixes of a ParseError into the whole command. */
function placed<Value>(
  read: () => Value,
  tokens: readonly Token[],
  used: readonly Token[],
  key: DigestKey,
): Value {
  return withFixes(read, (fixes) =>
    fixes.map((fix) => formatWith(tokens, used, `${WRITTEN_KEYS[key]}${fix}`)),
  );
}

function timeIn(value: string): string {
  const time = readTimeOfDay(value);
  if (time !== undefined) return time;
  throw new ParseError((t) => digestWords(t).mistakes.notATime(value), '08:30');
}

function oneOf<Meaning>(
  words: ReadonlyMap<string, Meaning>,
  value: string,
  accepted: readonly [string, string],
): Meaning {
  const found = words.get(fold(value));
  if (found !== undefined) return found;
  throw new ParseError((t) => digestWords(t).mistakes.oneOf(value, accepted), accepted[0], [accepted[1]]);
}

type Products = NonNullable<SettingsChange['products']>;
type Stores = NonNullable<SettingsChange['stores']>;

function ofGroup(words: string): Products {
  return { scope: 'mine', chosen: { ids: [], names: [{ kind: 'group', words }] } };
}

/** Reads what is left out, names, numbers or groups of products or stores. @throws ParseError */
function readLeftOut(
  used: readonly Token[],
  tokens: readonly Token[],
  { vocabulary, kind }: SettingsReading,
): SettingsChange {
  const find = (name: readonly Token[]): Found => {
    const [words, key] = [phraseOf(name), name[0]?.key];
    if (key === 'group') return findGroup(words, vocabulary);
    const meant = meantBy(words, vocabulary);
    const meanings = MEANINGS.filter((each) =>
      key === undefined ? meant.some(({ meaning }) => meaning === each) : each === key,
    );
    const [meaning = 'product', second] = meanings;
    if (second === undefined || !kind.isByStore) return findNamed(meaning, words, vocabulary);
    const [first, ...others] = meanings.map((each) => `${each}:${inQuotes(words)}`);
    throw new ParseError((t) => parseWords(t).names.ambiguous(words, meant, false), first ?? '', others);
  };
  const found = withFixes(
    () => readNamed(withKeysJoined(used.slice(1), KEYS, AND_WORDS).flatMap(valuesApart), find),
    (fixes) => fixes.map((fix) => formatWith(tokens, used, `without ${fix}`)),
  );
  if (found.some(({ meaning }) => meaning === 'store')) requireStores(kind, tokens, used);
  const chosenOf = (meaning: Meaning) => asChosen(found.filter((each) => each.meaning === meaning));
  return { without: { product: chosenOf('product'), store: chosenOf('store') } };
}

/** `product:1101,1102` as a token for each. */
function valuesApart(token: Token): readonly Token[] {
  if (token.key === undefined) return [token];
  return partsOf([token]).map((value) => ({ ...token, value, folded: fold(value) }));
}

/** @throws ParseError for stores where the figures are of the whole chain */
function requireStores(
  { isByStore, words }: NamedKind,
  tokens: readonly Token[],
  used: readonly Token[],
): void {
  if (isByStore) return;
  throw new ParseError((t) => digestWords(t).mistakes.noStores(words(t).name), formatWith(tokens, used), [], {
    leavesOut: true,
  });
}

/** A name for a further digest. @throws ParseError */
export function nameIn(value: string, contents: TypedKinds): string {
  const name = value.replaceAll('"', '').trim();
  if (name.length > LONGEST_NAME) {
    const cut = inQuotes(shortName(name));
    throw new ParseError((t) => digestWords(t).mistakes.nameTooLong(LONGEST_NAME), cut);
  }
  if (!/[\p{L}\p{N}]/u.test(name)) throw new ParseError((t) => digestWords(t).mistakes.noName(value), '');
  const folded = fold(name);
  if (!contents.has(folded) && !isWordOfCommand(folded)) return name;
  throw new ParseError((t) => digestWords(t).mistakes.nameIsWord(name), inQuotes(`${name} 1`));
}

function storesIn(values: readonly Token[], { vocabulary }: DigestReading): Stores {
  const parts = partsOf(values);
  const [only = ''] = parts;
  if (parts.length === 1 && values[0]?.quoted === false && ALL_PRODUCTS_WORDS.has(fold(only)))
    return { chosen: NONE, found: [] };
  const found = parts.map((part) => findNamed('store', part, vocabulary));
  const named = found.filter(({ name }) => name !== undefined);
  if (parts.length > MAX_CHOSEN) {
    throw new ParseError((t) => digestWords(t).mistakes.tooManyStores(parts.length, MAX_CHOSEN), '');
  }
  const numbers = found.filter((each) => !named.includes(each));
  const words = new Set(named.flatMap(({ name }) => name?.words ?? []));
  const names = [...words].map((each) => ({ kind: 'name', words: each }) as const);
  return { chosen: { ids: idsOf(numbers), names }, found: idsOf(named) };
}

function idsOf(found: readonly Found[]): string[] {
  return [...new Set(found.flatMap(({ ids }) => ids))];
}

function partsOf(values: readonly Token[]): string[] {
  return values.flatMap(({ value, quoted: isQuoted }) =>
    isQuoted ? [value] : value.split(/[,;]+/).filter((part) => part !== ''),
  );
}

function productsIn(values: readonly Token[], reading: DigestReading): Products {
  const parts = partsOf(values);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && values[0]?.quoted === false) {
    if (OWN_WORDS.has(fold(only))) return { scope: 'mine', chosen: NONE };
    if (ALL_PRODUCTS_WORDS.has(fold(only))) return { scope: 'all', chosen: NONE };
  }
  const productIds = parts.flatMap((part, at) => {
    try {
      return listedIds(findNamed('product', part, reading.vocabulary));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const inQuotesIfNeeded = (each: string) => (/^[\p{L}\p{N}]+$/u.test(each) ? each : inQuotes(each));
      const inPlace = (fix: string) =>
        parts.map((each, place) => (place === at ? fix : inQuotesIfNeeded(each))).join(', ');
      const [first = '', ...others] = error.fixes.map(inPlace);
      throw new ParseError(error.sentence, first, others);
    }
  });
  const unique = [...new Set(productIds)];
  if (unique.length <= MAX_CHOSEN) return { scope: 'mine', chosen: { ids: unique, names: [] } };
  throw new ParseError((t) => digestWords(t).mistakes.tooManyProducts(unique.length, MAX_CHOSEN), '');
}

const TIME = /^(?:kl\.?\d|\d{1,2}[:.]\d{2})/i;

/** Reads a word without a key: a time, days, own or all products, a language. */
function readBare(token: Token, tokens: readonly Token[], reading: SettingsReading): SettingsChange {
  const { value, folded } = token;
  if (token.quoted || token.key !== undefined || token.unknownKey !== undefined) {
    throw unknown(token, tokens, reading);
  }
  const weekdays = DAYS_WORDS.get(folded) ?? daysIn(folded);
  if (weekdays !== undefined) return { weekdays };
  if (TIME.test(value)) {
    return placed(() => ({ digestTime: timeIn(value) }), tokens, [token], 'at');
  }
  if (OWN_WORDS.has(folded)) return { products: { scope: 'mine', chosen: NONE } };
  if (ALL_PRODUCTS_WORDS.has(folded)) return { products: { scope: 'all', chosen: NONE } };
  const language = LANGUAGE_WORDS.get(folded);
  if (language !== undefined && folded.length > 2) return { language };
  const group = reading.groups.groupNamed(value);
  if (group !== undefined) return { products: ofGroup(group) };
  if (LITTLE_WORDS.has(folded)) return {};
  const interval = INTERVAL_WORDS.get(folded);
  const { cadence, words } = reading.kind;
  if (interval === cadence) return {};
  if (interval !== undefined) {
    const before = tokens[tokens.indexOf(token) - 1];
    const gone = isOneOf(EACH_WORDS, before) ? [before, token] : [token];
    throw new ParseError(
      (t) => digestWords(t).mistakes.interval(phraseOf(gone), words(t).name, cadence),
      formatWith(tokens, gone),
      [],
      { leavesOut: true },
    );
  }
  throw unknown(token, tokens, reading);
}

/** Reads `mon,wed`, `mon-fri` and `man`; undefined for other words. */
function daysIn(folded: string): string | undefined {
  const days = new Set<number>();
  for (const part of folded.split(',').filter((each) => each !== '')) {
    const [from, to, more] = part.split('-').map((name) => WEEKDAYS.get(name));
    if (from === undefined || more !== undefined || (part.includes('-') && to === undefined))
      return undefined;
    const length = to === undefined ? 0 : (to - from + 7) % 7;
    for (let ahead = 0; ahead <= length; ahead += 1) days.add(((from - 1 + ahead) % 7) + 1);
  }
  return days.size === 0 ? undefined : [...days].sort().join('');
}

/** The error for words that may be a digest's name; suggests the nearest names. */
export function unknownName(
  token: Token,
  tokens: readonly Token[],
  { called }: DigestReading,
  { isChanged, asNew = [] }: { readonly isChanged: boolean; readonly asNew?: readonly string[] },
): ParseError {
  const typed = token.value === '' ? token.text : token.value;
  const near = nearestWord(
    typed,
    called.map(({ name }) => fold(name)),
  );
  const nearFirst = called.toSorted(
    (one, other) => Number(fold(other.name) === near) - Number(fold(one.name) === near),
  );
  const names = nearFirst.slice(0, MAX_OFFERED).map(({ name }) => name);
  // A suggestion must not change another digest than the one that was meant.
  const offered = isChanged ? names.filter((name) => isMistyped(typed, name)) : names;
  const [first = '', ...others] = [...asNew, ...offered.map(inQuotes)].map((fix) =>
    formatWith(tokens, [token], fix),
  );
  return new ParseError(
    (t) => digestWords(t).mistakes.unknownName(typed, names, asNew.length > 0),
    first,
    others,
  );
}

/** Whether `name` was typed with a key missing or wrong. A digit that differs is another name. */
function isMistyped(typed: string, name: string): boolean {
  const [one, other] = [fold(typed), fold(name)];
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  return digitsOf(one) === digitsOf(other) && keystrokesApart(one, other, 1) <= 1 && one.length > 3;
}

/** More names are not shown. */
const MAX_OFFERED = 5;

function unknown(token: Token, tokens: readonly Token[], reading: SettingsReading): ParseError {
  const { kind, vocabulary } = reading;
  const asNew = token.quoted && isPlainValue(token) ? newDigests(token, tokens, reading) : [];
  if (asNew.length > 0) return unknownName(token, tokens, reading, { isChanged: true, asNew });
  const isStore =
    kind.isByStore &&
    /\p{L}{3}/u.test(token.value) &&
    candidates(token.value, vocabulary.stores, 1).length > 0;
  const storesNamed = isStore ? [`store:${inQuotes(token.value)}`] : [];
  const typed = token.unknownKey ?? token.key ?? token.value;
  const isTypedKey = typed !== token.value;
  const known = isTypedKey ? [...DIGEST_KEYS.keys()] : [...DAYS_WORDS.keys(), ...OWN_WORDS];
  const near = token.quoted && !isTypedKey ? undefined : nearestWord(typed, known);
  const value = token.quoted ? inQuotes(token.value) : token.value;
  const isNumber = /^\d{1,15}$/.test(token.value) && !isTypedKey;
  const [first = '', ...others] = [
    ...(isNumber ? [formatWith(tokens, [token], `products:${token.value}`)] : []),
    ...(isTypedKey ? [] : [...productsNamed(token.value, reading), ...storesNamed]).map((fix) =>
      formatWith(tokens, [token], fix),
    ),
    ...(near === undefined ? [] : [formatWith(tokens, [token], isTypedKey ? `${near}:${value}` : near)]),
  ];
  if (token.quoted && first === '') return unknownName(token, tokens, reading, { isChanged: true });
  return new ParseError(
    (t) => parseWords(t).unknown(isTypedKey ? `${typed}:` : typed, '/digest subscribe'),
    first,
    others,
  );
}

function isPlainValue({ key, unknownKey }: Token): boolean {
  return key === undefined && unknownKey === undefined;
}

/** Settings of a further digest with the name in quotes: of the products that are called so, or else of any. */
function newDigests(token: Token, tokens: readonly Token[], reading: SettingsReading): string[] {
  const { content } = reading;
  const isNamed = (content !== undefined && content !== contentOf(content)) || tokens.some(isNameKey);
  const name = possibleName(token.value, reading);
  if (isNamed || name === '') return [];
  const kinds = content === undefined ? kindsIn(reading).filter(({ narrows }) => narrows === undefined) : [];
  const named = `named ${name}`;
  const [products] = productsNamed(token.value, reading);
  const settings = [...(products === undefined ? [] : [`${named} ${products}`]), named];
  return settings.flatMap((each) =>
    content === undefined ? kinds.map((kind) => `${kind.content} ${each}`) : [each],
  );
}

/** In quotes: `words`, or what a refusal of them suggests; empty when they can't be a name. */
function possibleName(words: string, { contents }: DigestReading): string {
  try {
    return inQuotes(nameIn(words, contents));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return error.corrected;
  }
}

function isNameKey(token: Token): boolean {
  return keyOf(token) === 'name';
}

/** Settings that choose the group or products called `words`. */
function productsNamed(words: string, { groups, vocabulary }: DigestReading): string[] {
  const group = groups.groupNamed(words);
  if (group !== undefined) return [`group:${inQuotes(group)}`];
  const found = /\p{L}/u.test(words) ? candidates(words, vocabulary.products) : [];
  if (found.length > 0) return found.length > MAX_CHOSEN ? [] : [`products:${inQuotes(words)}`];
  const near = groupLike(words, groups);
  return near === undefined ? [] : [`group:${inQuotes(near)}`];
}
