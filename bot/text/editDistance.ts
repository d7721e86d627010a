import type { Budget } from './budget.ts';

/** Finds similar words in a fixed list. */
export interface NearWords {
  /**
   * The indexes of near words, each with its distance in keystrokes (0 for the word itself). Words beyond the budget
   * are not compared.
   */
  near(typed: string, budget?: Budget): ReadonlyMap<number, number>;
}

/** How many keystrokes may be wrong in a word of this length. */
export function keystrokesAllowed(length: number): number {
  if (length <= 2) return 0;
  if (length <= 5) return 1;
  return length <= 9 ? 2 : 3;
}

/** How many words are scanned, or compared, in a microsecond. */
const LOOKED_AT = 200;
const COMPARED = 4;
/** How many words are compared between two checks of the budget. */
const COMPARED_AT_ONCE = 200;

/** How many words are indexed between two pauses. */
const TAKEN_AT_ONCE = 20_000;

/** Compares words one by one, but only those with similar letters, so that a search blocks nobody for long. */
export async function createNearWords(
  words: readonly string[],
  pause: () => Promise<void>,
): Promise<NearWords> {
  const letters = new Uint32Array(words.length);
  const lengths = new Uint16Array(words.length);
  for (const [at, word] of words.entries()) {
    if (at % TAKEN_AT_ONCE === TAKEN_AT_ONCE - 1) await pause();
    letters[at] = lettersOf(word);
    lengths[at] = word.length;
  }
  return {
    near(typed, budget) {
      const found = new Map<number, number>();
      const cost = words.length / LOOKED_AT;
      if (budget !== undefined && budget.left < cost) return found;
      budget?.spend(cost);
      const most = keystrokesAllowed(typed.length);
      const wanted = lettersOf(typed);
      let compared = 0;
      for (let at = 0; at < words.length; at += 1) {
        if (Math.abs((lengths[at] ?? 0) - typed.length) > most) continue;
        // A wrong key removes one letter and adds another.
        if (bitsIn(wanted ^ (letters[at] ?? 0)) > 2 * most) continue;
        compared += 1;
        if (budget !== undefined && compared % COMPARED_AT_ONCE === 0) {
          if (budget.left < COMPARED_AT_ONCE / COMPARED) break;
          budget.spend(COMPARED_AT_ONCE / COMPARED);
        }
        const apart = keystrokesApart(typed, words[at] ?? '', most);
        if (apart <= most) found.set(at, apart);
      }
      return found;
    },
  };
}

/** A bit set of the letters in the word; several letters share a bit. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitsIn(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Three rows of distances, reused by every comparison. */
let rows = newRows(64);

function newRows(length: number): [Uint16Array, Uint16Array, Uint16Array] {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
}

/**
 * The number of inserted, missing, wrong and swapped letters between two words. Any number above `most` means only that
 * there are more than `most`.
 */
export function keystrokesApart(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const width = other.length + 1;
  if (width > rows[0].length) rows = newRows(2 * width);
  let [before, row, next] = rows;
  for (let j = 0; j < width; j += 1) row[j] = j;
  for (let i = 1; i <= one.length; i += 1) {
    const letter = one.charCodeAt(i - 1);
    const letterBefore = i > 1 ? one.charCodeAt(i - 2) : -1;
    next[0] = i;
    let least = i;
    let left = i;
    let otherBefore = -1;
    for (let j = 1; j < width; j += 1) {
      const otherLetter = other.charCodeAt(j - 1);
      const wrong = (row[j - 1] ?? 0) + (letter === otherLetter ? 0 : 1);
      const leftOut = (row[j] ?? 0) + 1;
      let cost = left + 1;
      if (wrong < cost) cost = wrong;
      if (leftOut < cost) cost = leftOut;
      if (letter === otherBefore && letterBefore === otherLetter) {
        const swapped = (before[j - 2] ?? 0) + 1;
        if (swapped < cost) cost = swapped;
      }
      next[j] = cost;
      left = cost;
      if (cost < least) least = cost;
      otherBefore = otherLetter;
    }
    if (least > most) return most + 1;
    [before, row, next] = [row, next, before];
  }
  return row[width - 1] ?? 0;
}
