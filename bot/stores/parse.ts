import type { Following } from '../ask/follow.ts';
import { errorOf, leftOut } from '../ask/mistakes.ts';
import { parseCommand, rememberingReading, type WithoutWords } from '../ask/parseCommand.ts';
import { readSlots, tokensOf } from '../ask/readSlots.ts';
import { asNamed, type Mistake, type NameItem, type Said } from '../ask/said.ts';
import { comingContextOf, type DateContext } from '../parse/dates/period.ts';
import { type NameLookup, NO_NAMES, type Reading } from '../parse/nameLookup.ts';
import { isNumber } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { isNone, MAX_CHOSEN } from '../parse/selection.ts';
import { isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { HELP_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import type { OpenAt, StoresQuestion } from './question.ts';
import { type Flag, STORES, STORES_WORDS } from './slots.ts';
import { readWhen, type SaidWhen, whenIn } from './when.ts';
import { storesWords } from './words/words.ts';

/** In characters. */
export const LONGEST_SEARCH = 200;

type SaidOfStores = Said<never, never, Flag, SaidWhen>;
export type StoresReading = ReturnType<typeof readingOfStores>;

/** Reads the text after `/stores`; words that mean nothing else are searched for. @throws ParseError */
export function parseStores(text: string, typed: Reading): StoresQuestion | WithoutWords<'stores'> {
  const reading = readingOfStores(typed);
  return parseCommand('stores', text, (plain) => readStores(plain, reading));
}

/** How what follows one of its questions is read. */
export function followingStores(typed: Reading): Following<SaidWhen> {
  const reading = readingOfStores(typed);
  return {
    slots: STORES,
    lexicon: STORES_WORDS,
    names: reading.names,
    budget: reading.budget,
    read: (text) => wordsOfStores(text, reading),
    slotsOf: ({ isNow, day, time }) => [
      ...(isNow || day !== undefined ? ['day'] : []),
      ...(isNow || time !== undefined ? ['time'] : []),
    ],
  };
}

export function readingOfStores({ vocabulary, calendar, now }: Reading) {
  return rememberingReading(vocabulary, comingContextOf(calendar, calendar.dayOf(now)));
}

function readStores(text: string, reading: StoresReading): StoresQuestion | WithoutWords<'stores'> {
  const { tokens, said } = wordsOfStores(text, reading);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'stores', kind: 'form' };
  if (second === undefined && isOneOf(HELP_WORDS, first)) return { command: 'stores', kind: 'help' };
  const named = said.items.filter((item) => item.kind === 'name');
  const when = whenOf(said, reading.context);
  const mistakes = [
    ...otherKinds(tokens),
    ...said.mistakes,
    ...withoutPlace(said, named, tokens, reading.names),
    ...when.mistakes,
    ...wrongNames(named, reading.names),
  ];
  if (mistakes.length > 0) throw errorOf(mistakes, tokens);
  const question = questionOf(said, named, when);
  const { stores, without, state, when: at } = question;
  if (isNone(stores) && isNone(without) && state === undefined && at === undefined) {
    throw new ParseError((t) => storesWords(t).mistakes.everyStore, '');
  }
  return question;
}

/** The words, with a comma that stands in the name of a store as a part of it: "Oslo, Majorstuen". */
function tokensOfStores(text: string, { stores }: NameLookup): readonly Token[] {
  return tokensOf(text, STORES_WORDS, { products: NO_NAMES, stores }).map((token, at, all) => {
    // Folded, "når" would be "nær".
    if (isPlain(token) && token.value.toLowerCase() === 'når') return { ...token, folded: 'when' };
    const next = all[at + 1];
    const isInName =
      token.endsPart &&
      next !== undefined &&
      !isNumber(token) &&
      stores.named(phraseOf([token, next]), 1).length > 0;
    return isInName ? { ...token, endsPart: false } : token;
  });
}

/** What the words say. */
export function wordsOfStores(text: string, reading: StoresReading) {
  const { stores } = reading.names;
  const tokens = tokensOfStores(text, reading.names);
  const ofStores = { ...reading, names: { products: NO_NAMES, stores }, periods: whenIn(tokens, reading) };
  const said: SaidOfStores = readSlots(tokens, ofStores, STORES, STORES_WORDS);
  return { tokens, said };
}

function questionOf(
  { flags }: SaidOfStores,
  named: readonly NameItem[],
  { day, time, isNow, today }: When,
): StoresQuestion {
  const stores = asNamed(named.filter(({ isLeftOut }) => !isLeftOut));
  const isNear = flags.has('near');
  const isOfAll = isNone(stores);
  // Numbers alone are shown open or closed, and so is what is asked for its hours.
  const isOfNumbers = !isOfAll && stores.names.length === 0 && !isNear;
  const isFilter = !isOfNumbers && (isOfAll || !flags.has('hours'));
  const isMeant = isNow || time !== undefined || (isOfAll && day !== undefined);
  const states = (['open', 'closed'] as const).filter((each) => flags.has(each));
  const state = isFilter ? (states[0] ?? (isMeant ? 'open' : undefined)) : undefined;
  const at: OpenAt = { day: day ?? today, ...(time === undefined || !isFilter ? {} : { time }) };
  return {
    command: 'stores',
    kind: 'stores',
    stores,
    without: asNamed(named.filter(({ isLeftOut }) => isLeftOut)),
    ...(isNear ? { near: true } : {}),
    ...(state === undefined ? {} : { state }),
    ...(day === undefined && at.time === undefined ? {} : { when: at }),
  };
}

/** "Near" without a place: coordinates aren't one. */
function withoutPlace(
  { flags }: SaidOfStores,
  named: readonly NameItem[],
  tokens: readonly Token[],
  { stores }: NameLookup,
): Mistake[] {
  const [word] = flags.get('near') ?? [];
  const isPlace = ({ ids, name }: NameItem) =>
    name === undefined ? ids.some((id) => stores.nameOf(id) !== undefined) : /\p{L}/u.test(name.words);
  const places = named.filter(({ isLeftOut }) => !isLeftOut);
  if (word === undefined || (places.length > 0 && places.every(isPlace))) return [];
  const isHere = isOneOf(HERE, tokens[tokens.indexOf(word) + 1]);
  return [
    {
      sentence: (t) =>
        isHere ? storesWords(t).mistakes.nearMe : storesWords(t).mistakes.noPlace(word.value),
      tokens: [word, ...named.flatMap((item) => item.tokens)],
      instead: [],
    },
  ];
}

const HERE = new Set(['me', 'meg', 'here', 'her']);

type When = ReturnType<typeof whenOf>;

/** The parts of when together. */
function whenOf({ items }: SaidOfStores, context: DateContext) {
  const mistakes: Mistake[] = [];
  let said: Partial<OpenAt> = {};
  let isNow = false;
  for (const item of items) {
    if (item.kind !== 'period') continue;
    const { found, tokens } = item;
    isNow ||= found.isNow === true;
    try {
      const { day, time } = readWhen(found, phraseOf(tokens), context);
      if ((day !== undefined && said.day !== undefined) || (time !== undefined && said.time !== undefined)) {
        mistakes.push(leftOut(tokens, (t) => storesWords(t).mistakes.twoTimes));
      }
      said = { ...(day === undefined ? {} : { day }), ...(time === undefined ? {} : { time }), ...said };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      mistakes.push({ sentence: error.sentence, tokens, instead: error.fixes });
    }
  }
  return { ...said, isNow, today: context.today, mistakes };
}

/** Names that are too long or too many, and names of products. */
function wrongNames(named: readonly NameItem[], { products }: NameLookup): Mistake[] {
  const tooMany: Mistake = {
    sentence: (t) => parseWords(t).names.tooMany('store', MAX_CHOSEN),
    tokens: named.flatMap(({ tokens }) => tokens),
    instead: [],
  };
  if (named.length > MAX_CHOSEN) return [tooMany];
  return named.flatMap(({ ids, name, tokens }): Mistake[] => {
    const words = name?.words ?? phraseOf(tokens);
    if (words.length > LONGEST_SEARCH) {
      return [{ sentence: (t) => storesWords(t).mistakes.longSearch(LONGEST_SEARCH), tokens, instead: [] }];
    }
    const isProduct =
      tokens.every(isPlain) &&
      ids.length === 0 &&
      products.named(words, 1, { isWhole: () => true }).length > 0;
    return isProduct ? [ofProducts(tokens, `/stock ${words}`)] : [];
  });
}

/** Products and groups by their keys. */
function otherKinds(tokens: readonly Token[]): Mistake[] {
  const keyed = tokens.filter(({ key }) => key === 'product' || key === 'group');
  return keyed.length === 0 ? [] : [ofProducts(keyed, `/stock ${keyed.map(({ text }) => text).join(' ')}`)];
}

function ofProducts(tokens: readonly Token[], command: string): Mistake {
  return {
    sentence: (t) => storesWords(t).mistakes.product(phraseOf(tokens)),
    tokens,
    instead: [],
    elsewhere: () => command,
  };
}
