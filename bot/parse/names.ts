import type { Worded } from '../language/language.ts';
import { keystrokesAllowed, keystrokesApart } from '../text/editDistance.ts';
import { fold, wordsOf } from '../text/normalize.ts';
import { nearestWord } from './didYouMean.ts';
import type { Named, NameLookup, Names, ProductGroups, Search } from './nameLookup.ts';
import { ParseError } from './parseError.ts';
import {
  type Chosen,
  type IdsNamed,
  MAX_CHOSEN,
  MEANINGS,
  type Meaning,
  type NameOfMany,
} from './selection.ts';
import { inQuotes, isPlain, phraseOf, type Token } from './tokenizer.ts';
import { AND_WORDS, ASKING_WORDS, FILLERS, FUNCTION_WORDS } from './vocabulary.ts';
import { parseWords } from './words/words.ts';

const MAX_OFFERED = 5;
/** More digits than any number of the service has, and still exact as a JavaScript number. */
const LONGEST_NUMBER = 15;

/** "10 007" with a hard space is 10007 where that is known, and not each of its parts. */
export function withNumbersJoined(text: string, { products, stores }: NameLookup): string {
  const isKnown = (number: string) =>
    products.nameOf(number) !== undefined || stores.nameOf(number) !== undefined;
  return text.replace(/(?<!\d)\d{1,3}(?:[\u00a0\u202f]\d{3})+(?!\d)/g, (spaced) => {
    const parts = spaced.split(/[\u00a0\u202f]/);
    const whole = parts.join('');
    return isKnown(whole) && !parts.every(isKnown) ? whole : spaced;
  });
}

/** The number if `words` is one; undefined otherwise. */
export function numberOf(words: string): string | undefined {
  return /^\d{1,15}$/.test(words) ? words : undefined;
}

export function namesOf(meaning: Meaning, names: NameLookup): Names {
  return meaning === 'product' ? names.products : names.stores;
}

function allNames({ name, otherNames = [] }: Pick<Named, 'name' | 'otherNames'>): readonly string[] {
  return [name, ...otherNames];
}

/**
 * Entries that `words` can mean: those with exactly that name, otherwise those with the words in their name. By default
 * up to one more than a question may list, so that callers notice too many. Little words, numbers and words of one or
 * two letters must be in the name as typed: "gin i" doesn't match "Gin Import", and "as" is the store in Ås, not
 * Glasshuset.
 */
export function candidates(words: string, names: Names, most = MAX_CHOSEN + 1): readonly Named[] {
  const whole = names.called(words, most);
  return whole.length > 0 ? whole : names.named(words, most, LITTLE_WORDS_WHOLE);
}

const LITTLE_WORDS_WHOLE: Search = {
  isWhole: (word) => FILLERS.has(word) || isOfFunction(word) || /^(?:\d+|\p{L}{1,2})$/u.test(word),
};

function isOfFunction(word: string): boolean {
  return FUNCTION_WORDS.has(word) || ASKING_WORDS.has(word);
}

/** True for the "as" of "as of yesterday", but not for the store "Ås". */
export function isFunctionWord(token: Token): boolean {
  return isPlain(token) && isOfFunction(token.value.toLowerCase());
}

export type Meant = Named & { readonly meaning: Meaning };

/** A possible meaning of misspelled words. */
export type Near = Meant | { readonly meaning: 'group'; readonly name: string };

/** The products or the stores that words can mean; never none. */
export interface Meanings {
  readonly meaning: Meaning;
  readonly entries: readonly Named[];
}

/** What words or a number can mean. Whole names win over partial matches. */
export function meantBy(words: string, names: NameLookup): readonly Meanings[] {
  const number = numberOf(words);
  if (number !== undefined) {
    return meanings((meaning) => {
      const name = namesOf(meaning, names).nameOf(number);
      return name === undefined ? [] : [{ id: number, name }];
    });
  }
  const whole = wholeNames(words, names);
  return whole.length > 0 ? whole : meanings((meaning) => candidates(words, namesOf(meaning, names)));
}

export function wholeNames(words: string, names: NameLookup): readonly Meanings[] {
  return meanings((meaning) => namesOf(meaning, names).called(words, MAX_CHOSEN + 1));
}

function meanings(find: (meaning: Meaning) => readonly Named[]): readonly Meanings[] {
  return MEANINGS.map((meaning) => ({ meaning, entries: find(meaning) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

/**
 * Whether words only begin words of stores' names: "lill" of Lillestrøm. What is no product, and no word of a store or
 * town, is a store only where the command says so.
 */
export function onlyBeginsStore(words: string, { stores }: NameLookup): boolean {
  return !wordsOf(words).some((word) => stores.named(word, 1, ALL_WHOLE).length > 0);
}

const ALL_WHOLE: Search = { isWhole: () => true };

export function beginsName(words: string, names: NameLookup): boolean {
  return MEANINGS.some((meaning) => namesOf(meaning, names).named(words, MAX_CHOSEN + 1).length > 0);
}

/** Longer runs of words aren't looked up as a name. */
export const MAX_NAME_WORDS = 8;

/**
 * How many tokens, counted from the first, form the longest name that `lookUp` finds; 0 if none does. Words match by
 * their beginnings, so when fewer words find nothing, more words don't either.
 */
export function longestName(
  tokens: readonly Token[],
  lookUp: (words: string) => readonly unknown[],
  mayBegin: (words: string) => boolean = (words) => lookUp(words).length > 0,
): number {
  let longest = 0;
  for (let many = 1; many <= Math.min(tokens.length, MAX_NAME_WORDS); many += 1) {
    const words = tokens.slice(0, many);
    const last = words.at(-1);
    if (last === undefined || !isPlain(last)) break;
    const phrase = phraseOf(words);
    if (!mayBegin(phrase)) break;
    const isLittle =
      last.folded === '-' ||
      FILLERS.has(last.folded) ||
      AND_WORDS.has(last.folded) ||
      (many === 1 && isFunctionWord(last));
    if (!isLittle && lookUp(phrase).length > 0) longest = many;
    if (last.endsPart) break;
  }
  return longest;
}

/** The entries that a name, a number or a group stands for. */
export interface Found {
  readonly meaning: Meaning;
  readonly ids: readonly string[];
  /** The name, which may stand for several entries; undefined for a number. */
  readonly name: NameOfMany | undefined;
}

/** Lists an entry by its number, and several entries by their shared name. */
export function asChosen(all: readonly Found[]): Chosen {
  const names = new Map<string, NameOfMany>();
  for (const { name } of all.filter((found) => !isOne(found))) {
    const key = `${name?.kind} ${name?.words}`;
    if (name !== undefined && !names.has(key)) names.set(key, name);
  }
  return { ids: [...new Set(all.filter(isOne).flatMap(({ ids }) => ids))], names: [...names.values()] };
}

export function isNumber({ value }: Token): boolean {
  return numberOf(value) !== undefined;
}

export function isOne({ ids, name }: Found): boolean {
  return name === undefined || ids.length === 1;
}

/** The entries with a name. By default up to one more than a question may list. */
export function foundByName(
  meaning: Meaning,
  words: string,
  names: NameLookup,
  most = MAX_CHOSEN + 1,
): Found {
  const found = candidates(words, namesOf(meaning, names), most);
  return { meaning, ids: found.map(({ id }) => id), name: { kind: 'name', words } };
}

/** The numbers that a name of several entries stands for now; empty if the product list no longer has it. */
export function idsNamedIn(names: NameLookup): IdsNamed {
  return (meaning, { kind, words }) =>
    kind === 'group'
      ? (names.products.idsOfGroup?.(words) ?? [])
      : foundByName(meaning, words, names, ALL).ids;
}

const ALL = Number.MAX_SAFE_INTEGER;

/**
 * The entries that words stand for: a number for itself, a name for the products or stores with that name.
 * @throws ParseError that suggests numbers
 */
export function findNamed(meaning: Meaning, words: string, names: NameLookup): Found {
  if (numberOf(words) !== undefined) return { meaning, ids: [words], name: undefined };
  const found = foundByName(meaning, words, names);
  if (found.ids.length > 0) return found;
  const unknown = unknownName(meaning, words, namesOf(meaning, names));
  if (meaning === 'store') throw unknown;
  const { sentence, corrected, others } = unknown;
  throw new ParseError(unlessListed(sentence, names), corrected, others);
}

/** The sentence about an unknown name, which says so where there is no product list yet. */
export function unlessListed(sentence: Worded, { products }: NameLookup): Worded {
  const isWithoutList = products.ids?.().length === 0;
  return isWithoutList ? (t) => `${sentence(t)} ${parseWords(t).names.noList}` : sentence;
}

/** The numbers to list of what was found. @throws ParseError for more than can be listed */
export function listedIds({ meaning, ids, name }: Found): readonly string[] {
  if (ids.length <= MAX_CHOSEN || name === undefined) return ids;
  const { kind, words } = name;
  throw new ParseError((t) => {
    const { groupTooLong, tooManyNamed } = parseWords(t).names;
    return kind === 'group'
      ? groupTooLong(words, ids.length, MAX_CHOSEN)
      : tooManyNamed(meaning, words, MAX_CHOSEN);
  }, '');
}

/** Suggests what is like the words. */
export function unknownName(meaning: Meaning, words: string, names?: Names): ParseError {
  const near = names === undefined ? [] : likeThem(words, names, MAX_OFFERED);
  if (near.length > 0) {
    const [first = '', ...others] = near.map(({ id }) => (numberOf(id) === undefined ? inQuotes(id) : id));
    return new ParseError((t) => parseWords(t).names.notNamed(meaning, words, near), first, others);
  }
  if (/^\d+$/.test(words)) {
    return new ParseError((t) => parseWords(t).names.numberTooLong(meaning, words, LONGEST_NUMBER), '');
  }
  return new ParseError((t) => parseWords(t).names.notANumber(meaning, words), digitsIn(words));
}

/** A group of the product list. @throws ParseError for an unknown group */
export function findGroup(words: string, { products }: NameLookup): Found {
  const group = groupNamed(words, products);
  const ids = products.idsOfGroup?.(group) ?? [];
  return { meaning: 'product', ids, name: { kind: 'group', words: group } };
}

/** The name of the group as the product list writes it. @throws ParseError that suggests a similar group */
export function groupNamed(words: string, products: Partial<ProductGroups>): string {
  const group = products.groupNamed?.(words);
  if (group !== undefined) return group;
  if ((products.groups?.() ?? []).length === 0) {
    throw new ParseError((t) => parseWords(t).names.noGroups(words), '');
  }
  const named = groupLike(words, products);
  throw new ParseError(
    (t) => parseWords(t).names.unknownGroup(words),
    named === undefined ? '' : inQuotes(named),
  );
}

/** Shorter words are similar to too many names in a long list. */
const MIN_LETTERS = 4;

/** Entries whose names are similar to all of the words, nearest first. */
export function likeThem(words: string, names: Names, most: number): readonly Named[] {
  if (words.length < MIN_LETTERS || !/\p{L}/u.test(words)) return [];
  const typed = wordsOf(fold(words));
  return names
    .like(words, most)
    .filter((entry) => allNames(entry).some((name) => hasAll(wordsOf(fold(name)), typed)));
}

/**
 * Each typed word must match a different word of the name: suggesting "Gin 50 cl" for "gin berge" would lose a word.
 */
function hasAll(named: readonly string[], typed: readonly string[]): boolean {
  const left = [...named];
  return typed.every((word) => {
    const at = left.findIndex((each) => each.startsWith(word) || areNear(word, each));
    return at !== -1 && left.splice(at, 1).length > 0;
  });
}

function areNear(typed: string, known: string): boolean {
  const most = keystrokesAllowed(typed.length);
  return keystrokesApart(typed, known, most) <= most;
}

/** The product group with a name similar to the words; undefined if there is none. */
export function groupLike(
  words: string,
  { comparableGroups, groupNamed }: Partial<ProductGroups>,
): string | undefined {
  const typed = fold(words).trim();
  const known = comparableGroups?.() ?? [];
  const near = known.find(
    (name) => typed.length >= MIN_LETTERS && name[0] === typed[0] && areNear(typed, name),
  );
  return groupNamed?.(nearestWord(typed, known) ?? near ?? '');
}

/**
 * Whether one of the command's own words is at least as near to what was typed as the names found for it. A long list
 * has a similar name for almost anything.
 */
export function isCloser(
  near: string,
  typed: string,
  names: readonly Pick<Named, 'name' | 'otherNames'>[],
): boolean {
  const folded = fold(typed);
  const distances = names
    .flatMap(allNames)
    .flatMap((name) =>
      [name, ...name.slice(0, LONGEST_NAME).split(/[^\p{L}\p{N}]+/u)].map((part) =>
        keystrokesApart(folded, fold(part.slice(0, LONGEST_PART))),
      ),
    );
  return keystrokesApart(folded, fold(near)) <= Math.min(...distances);
}

const LONGEST_PART = 60;
const LONGEST_NAME = 300;

/** The digits that were probably meant, with o, i and l read as digits; empty if `words` isn't like a number. */
function digitsIn(words: string): string {
  if (!/^[^\p{L}\d<]*\p{L}?\d[\doil]*(?:[^\p{L}\d|]+\d+)*[^\p{L}\d]*$/iu.test(words)) return '';
  const digits = words.toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return (digits.match(/\d{1,15}/g) ?? []).slice(0, MAX_OFFERED).join(' ');
}
