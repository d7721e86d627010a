import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Budget } from '../text/budget.ts';
import { createNearWords, type NearWords } from '../text/editDistance.ts';
import { fold, wordsOf } from '../text/normalize.ts';
import { numberOf } from '../text/numbers.ts';
import { byCodeUnits, sortInSteps } from '../workers/sortInSteps.ts';
import type { Named, Names, Search } from './nameLookup.ts';

/** An entry with a number and a name. Words of `also` are found like those of the name, but it isn't a name. */
export interface Entry extends Named {
  readonly also?: string;
}

/** Names in memory, searched through sorted words without scanning all entries. */
export interface NameIndex<Kept extends Entry> extends Names {
  /** For pickers: completes a number and searches words. Similar names are used only if nothing else was found. */
  find(typed: string, most: number): readonly Kept[];
}

/** More different words than any product list has. A larger index would not fit into memory. */
export const MAX_DIFFERENT_WORDS = 500_000;

/** The names have more than `MAX_DIFFERENT_WORDS`. */
export class TooManyWordsError extends Error {
  constructor() {
    super(`The names have more than ${MAX_DIFFERENT_WORDS} different words.`);
    this.name = 'TooManyWordsError';
  }
}

/** Pasted text is no name, and searching for all its words would block other requests. */
const LONGEST_SEARCH = 200;
const MAX_WORDS = 12;
/** How many entries, words or pairs are processed between two pauses, about a millisecond each. */
const ENTRIES_PER_STEP = 500;
const WORDS_PER_STEP = 20_000;
const PAIRS_PER_STEP = 100_000;

type Pause = () => Promise<void>;

/**
 * Builds the index in steps, so that other work can run in between.
 * @throws TooManyWordsError
 */
export async function buildNameIndex<Kept extends Entry>(
  typed: readonly Kept[],
  pause: Pause = yieldToEventLoop,
): Promise<NameIndex<Kept>> {
  // Shorter names come first in every result, so an index in this list is also a rank.
  const entries = await sortInSteps(typed, pause, (one, other) => one.name.length - other.name.length);
  const folded: string[] = [];
  const otherPlaces: number[] = [];
  const byNumber = new Map<number | string, number>();
  for (const [place, { id, name }] of entries.entries()) {
    if (place % ENTRIES_PER_STEP === ENTRIES_PER_STEP - 1) await pause();
    folded.push(comparable(name));
    byNumber.set(keyOf(id), place);
  }
  for (const [place, { otherNames = [] }] of entries.entries()) {
    if (place % ENTRIES_PER_STEP === ENTRIES_PER_STEP - 1) await pause();
    for (const name of otherNames) {
      folded.push(comparable(name));
      otherPlaces.push(place);
    }
  }
  return searchable({
    entries,
    folded,
    otherPlaces: Uint32Array.from(otherPlaces),
    byNumber,
    ...(await wordsIn(entries, folded, pause)),
    byName: await placesInOrder(folded, pause),
    byDigits: await placesInOrder(
      entries.map(({ id }) => withoutZeros(id)),
      pause,
    ),
    has: new Uint8Array(entries.length),
  });
}

/** Spellings of one word in English and Norwegian, folded; names are compared by the first. */
const SPELLINGS = [
  'aquavit akevitt akvavit',
  'cider sider',
  'cognac konjakk',
  'champagne sjampanje',
  'liqueur likor',
  'whisky whiskey',
  'vermouth vermut',
  'rum rom',
].map((line) => line.split(' '));
const SPELLED = new Map(SPELLINGS.flatMap((words) => words.map((word) => [word, words] as const)));

/** The name of an entry or group in the form in which names are compared. */
export function comparable(name: string): string {
  return fold(name)
    .trim()
    .split(/\s+/)
    .map((word) => SPELLED.get(word)?.[0] ?? word)
    .join(' ');
}

/** The words of all entries, and the entries that have each word. */
async function wordsIn(entries: readonly Entry[], folded: readonly string[], pause: Pause) {
  const numbers = new Map<string, number>();
  // Flat arrays, because a long list has millions of words.
  let pairs = { word: new Uint32Array(1_024), place: new Uint32Array(1_024) };
  let count = 0;
  for (const [place, { also = '', otherNames = [] }] of entries.entries()) {
    if (place % ENTRIES_PER_STEP === ENTRIES_PER_STEP - 1) await pause();
    const others = [also, ...otherNames].flatMap((text) => wordsOf(fold(text)));
    const all = [...wordsOf(folded[place] ?? ''), ...others];
    for (const word of new Set(all.flatMap((each) => SPELLED.get(each) ?? each))) {
      const number = numbers.get(word) ?? numbers.size;
      if (number === numbers.size) numbers.set(word, number);
      if (count === pairs.word.length) pairs = { word: longer(pairs.word), place: longer(pairs.place) };
      pairs.word[count] = number;
      pairs.place[count] = place;
      count += 1;
    }
    if (numbers.size > MAX_DIFFERENT_WORDS) throw new TooManyWordsError();
  }
  const words = await sortInSteps([...numbers.keys()], pause, byCodeUnits);
  const ranks = new Uint32Array(words.length);
  for (const [rank, word] of words.entries()) {
    if (rank % WORDS_PER_STEP === WORDS_PER_STEP - 1) await pause();
    ranks[numbers.get(word) ?? 0] = rank;
  }
  const rankAt = (at: number) => ranks[pairs.word[at] ?? 0] ?? 0;
  const starts = new Uint32Array(words.length + 1);
  for (let at = 0; at < count; at += 1) {
    if (at % PAIRS_PER_STEP === PAIRS_PER_STEP - 1) await pause();
    starts[rankAt(at) + 1] = (starts[rankAt(at) + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }
  await pause();
  const places = new Uint32Array(count);
  const next = starts.slice();
  for (let at = 0; at < count; at += 1) {
    if (at % PAIRS_PER_STEP === PAIRS_PER_STEP - 1) await pause();
    const free = next[rankAt(at)] ?? 0;
    places[free] = pairs.place[at] ?? 0;
    next[rankAt(at)] = free + 1;
  }
  await pause();
  return { words, starts, places, nearWords: await createNearWords(words, pause) };
}

function longer(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(2 * array.length);
  copy.set(array);
  return copy;
}

/** The indexes of `texts` in sorted order. Equal texts keep their order. */
async function placesInOrder(texts: readonly string[], pause: Pause): Promise<Uint32Array> {
  return Uint32Array.from(
    await sortInSteps([...texts.keys()], pause, (one, other) =>
      byCodeUnits(texts[one] ?? '', texts[other] ?? ''),
    ),
  );
}

interface Parts<Kept extends Entry> {
  /** Shorter names first. */
  readonly entries: readonly Kept[];
  /** The comparable names, in the order of `entries`, then their other names. */
  readonly folded: readonly string[];
  /** The entry of each other name. */
  readonly otherPlaces: Uint32Array;
  readonly byNumber: ReadonlyMap<number | string, number>;
  /** Sorted. */
  readonly words: readonly string[];
  /** The entries that have the first word, then those that have the second … */
  readonly places: Uint32Array;
  /** Where the entries of each word begin in `places`, and the end of the last. */
  readonly starts: Uint32Array;
  readonly nearWords: NearWords;
  /** The positions in `folded`, ordered by comparable name. */
  readonly byName: Uint32Array;
  /** The entries ordered by their digits without leading zeros. */
  readonly byDigits: Uint32Array;
  /**
   * Scratch space of each search: how many of the searched words an entry has. One byte per entry, since a single
   * letter begins thousands of words.
   */
  readonly has: Uint8Array;
}

function searchable<Kept extends Entry>(parts: Parts<Kept>): NameIndex<Kept> {
  const { entries, byNumber } = parts;
  const at = (place: number) => entries[place] ?? [];

  const called = (typed: string, most: number): Kept[] => {
    const wanted = wantedIn(typed);
    return wanted.words.length === 0 ? [] : placesCalled(parts, wanted.folded, most).flatMap(at);
  };

  const named = (typed: string, most: number, search: Search = {}): Kept[] => {
    const wanted = wantedIn(typed);
    if (wanted.words.length === 0) return [];
    return placesNamed(parts, wanted, most, search).flatMap(at);
  };

  const like = (typed: string, most: number, { budget }: Search = {}): Kept[] => {
    const { words } = wantedIn(typed);
    if (words.length === 0) return [];
    return placesLike(parts, words, most, budget).flatMap(at);
  };

  return {
    nameOf: (id) => entries[byNumber.get(keyOf(id)) ?? -1]?.name,
    called,
    named,
    like,
    find(typed, most) {
      const digits = typed.trim();
      const numbered = /^\d{1,15}$/.test(digits) ? placesNumbered(parts, digits, most).flatMap(at) : [];
      const found = new Set([...numbered, ...named(typed, most)]);
      if (found.size === 0) return like(typed, most);
      return [...found].slice(0, most);
    },
  };
}

function keyOf(id: string): number | string {
  return numberOf(id) ?? id;
}

/** What was typed, in comparable form. */
interface Wanted {
  readonly folded: string;
  readonly words: readonly string[];
}

function wantedIn(typed: string): Wanted {
  const folded = typed.length > LONGEST_SEARCH ? '' : comparable(typed);
  const words = [...new Set(wordsOf(folded))];
  return { folded, words: words.length > MAX_WORDS ? [] : words };
}

function placesCalled({ folded, byName, ...parts }: Parts<Entry>, name: string, most: number): number[] {
  const nameAt = (at: number) => folded[byName[at] ?? 0] ?? '';
  const { from, to } = rangeIn(byName.length, nameAt, name, (each) => each === name);
  const places = Array.from(byName.subarray(from, to), (at) => placeOf(at, parts));
  return least([...new Set(places)], most);
}

/** The entry of a name or other name. */
function placeOf(
  name: number,
  { entries, otherPlaces }: Pick<Parts<Entry>, 'entries' | 'otherPlaces'>,
): number {
  return name < entries.length ? name : (otherPlaces[name - entries.length] ?? 0);
}

/** The cost of a search with few results, and how many places are scanned, or sorted, in a microsecond. */
const LOOKED_UP = 15;
const PASSED = 40;
const ORDERED = 10;

/**
 * The entries that have, for each searched word, a word that begins with it, or equals it where `isWhole` says so.
 * Equal names come first, then names that begin with the typed text, then the others.
 */
function placesNamed(
  { entries, folded, otherPlaces, words, places, starts, byName, has }: Parts<Entry>,
  wanted: Wanted,
  most: number,
  { isWhole = () => false, budget }: Search,
): number[] {
  const ranges = wanted.words
    .map((word) => {
      const range = isWhole(word)
        ? rangeIn(
            words.length,
            (rank) => words[rank] ?? '',
            word,
            (text) => text === word,
          )
        : beginningWith(words.length, (rank) => words[rank] ?? '', word);
      return { from: starts[range.from] ?? 0, to: starts[range.to] ?? 0 };
    })
    .sort((one, other) => one.to - one.from - (other.to - other.from));
  if (ranges[0]?.from === ranges[0]?.to) return [];
  const withBeginning = beginningWith(byName.length, (at) => folded[byName[at] ?? 0] ?? '', wanted.folded);
  const passed = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  budget?.spend(LOOKED_UP + passed / PASSED + (withBeginning.to - withBeginning.from) / ORDERED);
  has.fill(0);
  let count = 0;
  /** The places that have all words, if there are at most FEW. */
  let few: number[] = [];
  for (const [before, { from, to }] of ranges.entries()) {
    count = 0;
    few = [];
    for (let at = from; at < to; at += 1) {
      const place = places[at] ?? 0;
      if (has[place] !== before) continue;
      has[place] = before + 1;
      count += 1;
      if (count <= FEW) few.push(place);
    }
    if (count === 0) return [];
  }
  const all = ranges.length;
  const same: number[] = [];
  const beginning: number[] = [];
  for (let at = withBeginning.from; at < withBeginning.to; at += 1) {
    const name = byName[at] ?? 0;
    const place = placeOf(name, { entries, otherPlaces });
    if (has[place] !== all) continue;
    has[place] = 0;
    (folded[name] === wanted.folded ? same : beginning).push(place);
  }
  const found = [...least(same, most), ...least(beginning, most)];
  if (found.length < most) {
    const others = count <= FEW ? few.filter((place) => has[place] === all) : firstWith(has, all, most);
    found.push(...least(others, most));
  }
  return found.slice(0, most);
}

/** If more places match, they are dense, so scanning all entries from the first is fast enough. */
const FEW = 2_000;

function firstWith(has: Uint8Array, wanted: number, most: number): number[] {
  const found: number[] = [];
  for (let place = 0; place < has.length && found.length < most; place += 1) {
    if (has[place] === wanted) found.push(place);
  }
  return found;
}

/** The `most` smallest places, sorted. */
function least(places: readonly number[], most: number): number[] {
  let kept: number[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (const place of places) {
    if (place > worst) continue;
    kept.push(place);
    if (kept.length < 2 * most) continue;
    kept = inOrder(kept).slice(0, most);
    worst = kept.at(-1) ?? worst;
  }
  return inOrder(kept).slice(0, most);
}

function inOrder(numbers: readonly number[]): number[] {
  return [...Float64Array.from(numbers).sort()];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range of sorted texts that begin with `beginning`. */
function beginningWith(count: number, textAt: (at: number) => string, beginning: string): Range {
  return rangeIn(count, textAt, beginning, (text) => text.startsWith(beginning));
}

/** The range of sorted texts that starts at the first text not before `least` and extends while `belongs` is true. */
function rangeIn(
  count: number,
  textAt: (at: number) => string,
  least: string,
  belongs: (text: string) => boolean,
): Range {
  const from = firstWhere(count, (at) => textAt(at) >= least);
  const to = firstWhere(count, (at) => at >= from && !belongs(textAt(at)));
  return { from, to };
}

/** The first index where `holds` is true, given that it stays true from there on. Binary search. */
function firstWhere(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The distance that a missing word adds, in keystrokes. */
const NOT_FOUND = 4;
/** The distance of a word that only begins with the typed one. */
const BEGINNING_ONLY = 0.5;
/** At most this many places are considered per word: one that is near to more says little. */
const MAX_NEAR = 2_000;
/** How many places are counted in a microsecond. */
const COUNTED = 4;
/** More than any list has entries, so that a distance and a place together are one exact number. */
const PLACES = 2 ** 21;

/** Entries that are near to at least half of the words, nearest first. Words beyond the budget count as not found. */
function placesLike(
  { entries, words, places, starts, nearWords }: Parts<Entry>,
  typed: readonly string[],
  most: number,
  budget: Budget | undefined,
): number[] {
  const found = new Map<number, { words: number; keystrokes: number }>();
  for (const word of typed) {
    const near = [...nearWords.near(word, budget)].sort(([, one], [, other]) => one - other);
    if (budget !== undefined && budget.left < MAX_NEAR / COUNTED) break;
    if (word.length > 2) {
      const { from, to } = beginningWith(words.length, (rank) => words[rank] ?? '', word);
      for (let rank = from; rank < Math.min(to, from + MAX_NEAR); rank += 1) {
        if (words[rank] !== word) near.push([rank, BEGINNING_ONLY]);
      }
    }
    const counted = new Uint8Array(entries.length);
    let left = MAX_NEAR;
    for (const [rank, keystrokes] of near) {
      const end = starts[rank + 1] ?? 0;
      for (let at = starts[rank] ?? 0; at < end && left > 0; at += 1) {
        const place = places[at] ?? 0;
        if (counted[place] === 1) continue;
        counted[place] = 1;
        left -= 1;
        const known = found.get(place);
        if (known === undefined) found.set(place, { words: 1, keystrokes });
        else {
          known.words += 1;
          known.keystrokes += keystrokes;
        }
      }
    }
    budget?.spend((MAX_NEAR - left) / COUNTED);
  }
  const keys: number[] = [];
  for (const [place, of] of found) {
    if (2 * of.words < typed.length) continue;
    const distance = of.keystrokes + NOT_FOUND * (typed.length - of.words);
    keys.push(2 * distance * PLACES + place);
  }
  return least(keys, most).map((key) => key % PLACES);
}

/** The entry with that number, then numbers that begin with these digits, shorter ones first. */
function placesNumbered(
  { entries, byNumber, byDigits }: Parts<Entry>,
  digits: string,
  most: number,
): number[] {
  const exact = byNumber.get(keyOf(digits));
  const plain = withoutZeros(digits);
  const idAt = (place: number) => entries[place]?.id ?? '';
  const { from, to } = beginningWith(byDigits.length, (at) => withoutZeros(idAt(byDigits[at] ?? 0)), plain);
  const begun = [...byDigits.subarray(from, to)];
  if (/^0+$/.test(digits)) {
    for (const [place, { id }] of entries.entries()) if (id.startsWith(digits)) begun.push(place);
  }
  const inOrder = begun.sort((one, other) => {
    const [id, otherId] = [idAt(one), idAt(other)];
    return id.length - otherId.length || (id < otherId ? -1 : 1);
  });
  const all = [...(exact === undefined ? [] : [exact]), ...inOrder];
  return [...new Set(all)].slice(0, most);
}

function withoutZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '');
}
