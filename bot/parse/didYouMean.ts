import { keystrokesAllowed, keystrokesApart } from '../text/editDistance.ts';
import { fold } from '../text/normalize.ts';

const MIN_LETTERS = 2;
/** Known words are short. Much longer text can't be one, and comparing it would be slow. */
const MAX_LETTERS = 60;

/**
 * The known word, folded (see `fold`), that was probably meant: one that starts with `typed`, otherwise the one with
 * the fewest typing mistakes. Undefined when none is near: a wrong suggestion is worse than none.
 */
export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  const words = [...known];
  // Compare unfolded too: in "stroe", letters are swapped, and "oe" is no "ø".
  return nearest(fold(typed), words) ?? nearest(typed.toLowerCase(), words);
}

function nearest(typed: string, words: readonly string[]): string | undefined {
  if (typed.length < MIN_LETTERS || typed.length > MAX_LETTERS) return undefined;
  const begun = typed.length < 3 ? [] : words.filter((word) => word.startsWith(typed));
  if (begun.length > 0) return fewest(begun, (word) => word.length);
  const letters = lettersOf(typed);
  const most = Math.max(1, keystrokesAllowed(typed.length));
  const near = words.filter(
    (word) =>
      keystrokesApart(typed, word, most) <= most &&
      // "wine" isn't "mine", and "vin" isn't "min": the first letter is rarely wrong, and short words are all similar.
      (lettersOf(word) === letters || (word[0] === typed[0] && Math.min(word.length, typed.length) > 3)),
  );
  // Of equally near words, prefer one with exactly the same letters: swapped letters are a common mistake.
  return fewest(
    near,
    (word) => 2 * keystrokesApart(typed, word, most) - (lettersOf(word) === letters ? 1 : 0),
  );
}

function lettersOf(word: string): string {
  return [...word].toSorted().join('');
}

/** The first word with the smallest value of `of`. */
function fewest(words: readonly string[], of: (word: string) => number): string | undefined {
  const least = Math.min(...words.map(of));
  return words.find((word) => of(word) === least);
}

/**
 * The known number that was probably meant. Compares digits, not size, since typing mistakes change digits. Undefined
 * if more than a third of the digits would have to be wrong.
 */
export function nearestNumber(typed: string, known: readonly string[]): string | undefined {
  const plain = typed.replace(/^0+/, '');
  const most = Math.floor(plain.length / 3);
  return fewest(
    known.filter((number) => digitsApart(plain, number, most) <= most),
    (number) => digitsApart(plain, number, most),
  );
}

function digitsApart(plain: string, number: string, most: number): number {
  return keystrokesApart(plain, number.replace(/^0+/, ''), most);
}
