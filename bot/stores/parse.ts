import type { Following } from '../ask/follow.ts';
import { errorOf, leftOut } from '../ask/mistakes.ts';
import { commandBudget, parseCommand, rememberingReading, type WithoutWords } from '../ask/parseCommand.ts';
import { readSlots, type SlotReading, tokensOf } from '../ask/readSlots.ts';
import { asNamed, type Mistake, type NameItem, type Said } from '../ask/said.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { type NameLookup, NO_NAMES, type Reading } from '../parse/nameLookup.ts';
import { isNumber } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { isNone, MAX_CHOSEN } from '../parse/selection.ts';
import { isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { HELP_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import type { OpenAt, StoresQuestion } from './question.ts';
import { STORES, STORES_WORDS } from './slots.ts';
import { findWhen, type SaidWhen } from './when.ts';
import { storesWords } from './words/words.ts';

/** In characters. */
export const LONGEST_SEARCH = 200;

type SaidOfStores = Said<never, never, 'near' | 'hours', SaidWhen>;
type Context = ReturnType<typeof readingOfStores>;

/** Reads the text after `/stores`; words that mean nothing else are searched for. @throws ParseError */
export function parseStores(
  text: string,
  { vocabulary, calendar, now }: Reading,
): StoresQuestion | WithoutWords<'stores'> {
  const reading = readingOfStores({ vocabulary, calendar, now });
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
    slotsOf: ({ state, time, isNow }) =>
      state !== undefined
        ? ['state']
        : time !== undefined
          ? ['time']
          : isNow === true
            ? ['day', 'time']
            : ['day'],
  };
}

function readingOfStores({ vocabulary, calendar, now }: Reading) {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return { ...reading, periods: findWhen(reading.budget) };
}

function readStores(text: string, context: Context): StoresQuestion | WithoutWords<'stores'> {
  const { tokens, said } = wordsOfStores(text, context);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'stores', kind: 'form' };
  if (second === undefined && isOneOf(HELP_WORDS, first)) return { command: 'stores', kind: 'help' };
  const { question, mistakes } = questionOf(said, tokens, context);
  if (mistakes.length > 0) throw errorOf(mistakes, tokens);
  const { stores, without, state, when, near } = question;
  if (isNone(stores) && isNone(without) && state === undefined && when === undefined && near === undefined) {
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
export function wordsOfStores(text: string, reading: Omit<SlotReading<SaidWhen>, 'context'>) {
  const { stores } = reading.names;
  const tokens = tokensOfStores(text, reading.names);
  const ofStores = { ...reading, names: { products: NO_NAMES, stores } };
  const said: SaidOfStores = readSlots(tokens, ofStores, STORES, STORES_WORDS);
  return { tokens, said };
}

/** Whether words are nothing but one name to search for. */
export function isOneName(words: string): boolean {
  const budget = commandBudget();
  const names = { products: NO_NAMES, stores: NO_NAMES };
  const { tokens, said } = wordsOfStores(words, { names, periods: findWhen(budget), budget });
  const [only, more] = said.items;
  const isWhole = only?.kind === 'name' && more === undefined && only.tokens.length === tokens.length;
  return isWhole && !tokens.some((token) => isOneOf(HELP_WORDS, token));
}

function questionOf(said: SaidOfStores, tokens: readonly Token[], { names, context }: Context) {
  const { near, mistakes: noPlace } = placeIn(said, tokens);
  const named = said.items.filter((item) => item.kind === 'name' && item !== near) as readonly NameItem[];
  const stores = asNamed(named.filter(({ isLeftOut }) => !isLeftOut));
  const without = asNamed(named.filter(({ isLeftOut }) => isLeftOut));
  const when = whenOf(said, context);
  const isOfNumbers = stores.ids.length > 0 && stores.names.length === 0 && near === undefined;
  const isOfAll = isNone(stores) && near === undefined;
  const state =
    when.state ?? (when.when !== undefined && (isOfAll || when.when.time !== undefined) ? 'open' : undefined);
  const isFilter = !isOfNumbers && (isOfAll || !said.flags.has('hours'));
  const at =
    isFilter || when.when === undefined ? when.when : when.isDaySaid ? { day: when.when.day } : undefined;
  const question: StoresQuestion = {
    command: 'stores',
    kind: 'stores',
    stores,
    without,
    ...(state === undefined || !isFilter ? {} : { state }),
    ...(at === undefined ? {} : { when: at }),
    ...(near === undefined ? {} : { near: phraseOf(near.tokens) }),
  };
  return {
    question,
    mistakes: [
      ...otherKinds(tokens),
      ...said.mistakes,
      ...noPlace,
      ...when.mistakes,
      ...wrongNames(named, names),
    ],
  };
}

/** The first name behind "near". */
function placeIn({ items, flags }: SaidOfStores, tokens: readonly Token[]) {
  const [word] = flags.get('near') ?? [];
  if (word === undefined) return { near: undefined, mistakes: [] };
  const placeOf = ([first]: readonly Token[]) => (first === undefined ? -1 : tokens.indexOf(first));
  const near = items
    .filter((item) => item.kind === 'name' && placeOf(item.tokens) > tokens.indexOf(word))
    .toSorted((one, other) => placeOf(one.tokens) - placeOf(other.tokens))[0];
  if (near?.kind === 'name' && /\p{L}/u.test(phraseOf(near.tokens))) return { near, mistakes: [] };
  const isHere = isOneOf(HERE, tokens[tokens.indexOf(word) + 1]);
  const mistake: Mistake = {
    sentence: (t) => (isHere ? storesWords(t).mistakes.nearMe : storesWords(t).mistakes.noPlace(word.value)),
    tokens: near === undefined ? [word] : [word, ...near.tokens],
    instead: [],
  };
  return { near: near?.kind === 'name' ? near : undefined, mistakes: [mistake] };
}

const HERE = new Set(['me', 'meg', 'here', 'her']);

/** The parts of when together. */
function whenOf({ items }: SaidOfStores, { calendar, today }: Context['context']) {
  const mistakes: Mistake[] = [];
  let state: StoresQuestion['state'];
  let day: OpenAt['day'] | undefined;
  let time: string | undefined;
  let isNow = false;
  for (const item of items) {
    if (item.kind !== 'period') continue;
    const { found, tokens } = item;
    state = found.state ?? state;
    isNow ||= found.isNow === true;
    const isAgain =
      (found.time !== undefined && time !== undefined) || (found.day !== undefined && day !== undefined);
    if (isAgain) mistakes.push(leftOut(tokens, (t) => storesWords(t).mistakes.twoTimes));
    time ??= found.time;
    try {
      day ??= found.day?.(calendar, today);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      mistakes.push({ sentence: error.sentence, tokens, instead: error.fixes });
    }
  }
  const isSaid = day !== undefined || time !== undefined;
  const when: OpenAt | undefined = isSaid
    ? { day: day ?? 'today', ...(time === undefined ? {} : { time }) }
    : undefined;
  return {
    state: state ?? (isNow ? 'open' : undefined),
    when,
    isDaySaid: day !== undefined,
    mistakes,
  } as const;
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
      name !== undefined && ids.length === 0 && products.named(words, 1, { isWhole: () => true }).length > 0;
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
