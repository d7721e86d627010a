import { createNearWords, type NearWords } from '../text/editDistance.ts';
import { numberOf } from '../text/idNumbers.ts';
import { fold } from '../text/normalize.ts';
import { wordsOf } from '../text/splitWords.ts';
import { yieldToEventLoop } from '../workers/yieldToEventLoop.ts';
import type { Named, Names } from './names.ts';

/** Something with a number and a name; `also` is searched like the name but never shown as it. */
export interface Entry extends Named {
  readonly also?: string;
}

/** Names in memory, each question answered from sorted words without going through all of them. */
export interface NameIndex<Kept extends Entry> extends Names {
  readonly entries: readonly Kept[];
  /** The entry with this number; leading zeros do not count. */
  entryOf(id: string): Kept | undefined;
  /** For pickers: a number is completed, words are searched, and what is spelled much like it comes last. */
  find(typed: string, most: number): readonly Kept[];
}

/** A page that was pasted is no name, and a search for its words would hold everybody up. */
const LONGEST_SEARCH = 200;
const MOST_WORDS = 12;
/** So many entries between two pauses: about a millisecond each. */
const ENTRIES_PER_STEP = 500;

/** Builds the index step by step: other work goes on in between. */
export async function buildNameIndex<Kept extends Entry>(
  entries: readonly Kept[],
  pause: () => Promise<void> = yieldToEventLoop,
): Promise<NameIndex<Kept>> {
  const byNumber = new Map<number | string, number>();
  const folded: string[] = [];
  const placesOf = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    if (place % ENTRIES_PER_STEP === ENTRIES_PER_STEP - 1) await pause();
    byNumber.set(keyOf(entry.id), place);
    folded.push(comparable(entry.name));
    for (const word of new Set(wordsOf(fold(`${entry.name} ${entry.also ?? ''}`)))) {
      const places = placesOf.get(word);
      if (places === undefined) placesOf.set(word, [place]);
      else places.push(place);
    }
  }
  await pause();
  const words = [...placesOf.keys()].sort();
  await pause();
  const places = words.map((word) => Uint32Array.from(placesOf.get(word) ?? []));
  return searchable({ entries, folded, byNumber, words, places, nearWords: createNearWords(words) });
}

/** A name as it is compared with what was typed. */
function comparable(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}

interface Parts<Kept extends Entry> {
  readonly entries: readonly Kept[];
  /** The names as they are compared, in the order of the entries. */
  readonly folded: readonly string[];
  readonly byNumber: ReadonlyMap<number | string, number>;
  /** In their order; `places` has the entries of each. */
  readonly words: readonly string[];
  readonly places: readonly Uint32Array[];
  readonly nearWords: NearWords;
}

function searchable<Kept extends Entry>(parts: Parts<Kept>): NameIndex<Kept> {
  const { entries, folded, byNumber } = parts;
  const entryOf = (id: string): Kept | undefined => {
    const place = byNumber.get(keyOf(id));
    return place === undefined ? undefined : entries[place];
  };

  const named = (typed: string, most: number): Kept[] => {
    const search = searchOf(typed);
    if (search.words.length === 0) return [];
    const places = placesWithAll(parts, search.words);
    return best(entries, places, (place) => nameRank(folded[place] ?? '', search.folded), most);
  };

  const like = (typed: string, most: number): Kept[] => {
    const search = searchOf(typed);
    if (search.words.length === 0) return [];
    const distances = nearPlaces(parts, search.words);
    return best(entries, [...distances.keys()], (place) => distances.get(place) ?? 0, most);
  };

  return {
    entries,
    entryOf,
    nameOf: (id) => entryOf(id)?.name,
    named,
    like,
    find(typed, most) {
      const digits = typed.trim();
      const numbered = /^\d{1,15}$/.test(digits) ? completions(entries, entryOf(digits), digits, most) : [];
      const found = new Set([...numbered, ...named(typed, most)]);
      if (found.size === 0) return like(typed, most);
      return [...found].slice(0, most);
    },
  };
}

function keyOf(id: string): number | string {
  return numberOf(id) ?? id;
}

interface Search {
  readonly folded: string;
  readonly words: readonly string[];
}

function searchOf(typed: string): Search {
  const folded = typed.length > LONGEST_SEARCH ? '' : comparable(typed);
  const words = [...new Set(wordsOf(folded))];
  return { folded, words: words.length > MOST_WORDS ? [] : words };
}

/** Entries that have, for each of these, a word that begins with it. */
function placesWithAll(
  { entries, words, places }: Pick<Parts<Entry>, 'entries' | 'words' | 'places'>,
  beginnings: readonly string[],
): number[] {
  /** How many of the beginnings an entry has so far: one byte each, since one letter begins thousands of names. */
  const has = new Uint8Array(entries.length);
  let left: number[] = [];
  for (const [count, beginning] of beginnings.entries()) {
    left = [];
    for (let at = firstFrom(words, beginning); words[at]?.startsWith(beginning) === true; at += 1) {
      for (const place of places[at] ?? []) {
        if (has[place] !== count) continue;
        has[place] = count + 1;
        left.push(place);
      }
    }
    if (left.length === 0) return [];
  }
  return left;
}

/** The place of the first word that is not before this one. */
function firstFrom(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same name before one that begins so, and that before the others. */
function nameRank(name: string, wanted: string): number {
  if (name === wanted) return 0;
  return name.startsWith(wanted) ? 1 : 2;
}

/** What a word that was not found counts, in keystrokes. */
const NOT_FOUND = 4;
/** A word that only begins like the one typed is a little further off than the word itself. */
const BEGINNING_ONLY = 0.5;
/** What is near to more than that is near to nothing in particular. */
const MOST_NEAR = 5_000;

/** Entries that have most of the words, near enough; with how far they are from them. */
function nearPlaces(
  { entries, words, places, nearWords }: Omit<Parts<Entry>, 'folded' | 'byNumber'>,
  typed: readonly string[],
): Map<number, number> {
  const found = new Map<number, { words: number; keystrokes: number }>();
  for (const word of typed) {
    const near = [...nearWords.near(word)].sort(([, one], [, other]) => one - other);
    if (word.length > 2) {
      for (let at = firstFrom(words, word); words[at]?.startsWith(word) === true; at += 1) {
        if (words[at] !== word) near.push([at, BEGINNING_ONLY]);
      }
    }
    const counted = new Uint8Array(entries.length);
    let left = MOST_NEAR;
    for (const [at, keystrokes] of near) {
      for (const place of places[at] ?? []) {
        if (counted[place] === 1 || left === 0) continue;
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
  }
  const distances = new Map<number, number>();
  for (const [place, of] of found) {
    if (2 * of.words < typed.length) continue;
    distances.set(place, of.keystrokes + NOT_FOUND * (typed.length - of.words));
  }
  return distances;
}

/** The entries of these places with the least rank; among equals those with shorter names, then in their order. */
function best<Kept extends Entry>(
  entries: readonly Kept[],
  places: readonly number[],
  rankOf: (place: number) => number,
  most: number,
): Kept[] {
  const ranked = places.map((place) => ({
    place,
    rank: rankOf(place),
    length: entries[place]?.name.length ?? 0,
  }));
  ranked.sort((one, other) => one.rank - other.rank || one.length - other.length || one.place - other.place);
  return ranked.slice(0, most).flatMap(({ place }) => entries[place] ?? []);
}

/** The entry with that number, then those whose numbers begin with these digits, shorter numbers first. */
function completions<Kept extends Entry>(
  entries: readonly Kept[],
  exact: Kept | undefined,
  digits: string,
  most: number,
): Kept[] {
  const plain = withoutZeros(digits);
  const begun = entries.filter(
    (entry) => entry !== exact && (withoutZeros(entry.id).startsWith(plain) || entry.id.startsWith(digits)),
  );
  begun.sort((one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1));
  return [...(exact === undefined ? [] : [exact]), ...begun].slice(0, most);
}

function withoutZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '');
}
