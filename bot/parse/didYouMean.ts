import { keystrokesAllowed, keystrokesApart } from '../text/editDistance.ts';
import { fold } from '../text/normalize.ts';

const FEWEST_LETTERS = 2;
/** The known words are short; what is much longer is none of them, and comparing it would take time. */
const MOST_LETTERS = 60;

/**
 * The known word, as words are compared (see `fold`), that was meant: one that was begun, else the fewest wrong keys
 * away. Undefined when none is near: a suggestion that means something else is worse than none.
 */
export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  const words = [...known];
  // In "stroe" the letters have changed places, and "oe" is no "ø".
  return nearest(fold(typed), words) ?? nearest(typed.toLowerCase(), words);
}

function nearest(typed: string, words: readonly string[]): string | undefined {
  if (typed.length < FEWEST_LETTERS || typed.length > MOST_LETTERS) return undefined;
  const begun = typed.length < 3 ? [] : words.filter((word) => word.startsWith(typed));
  if (begun.length > 0) return fewest(begun, (word) => word.length);
  const letters = lettersOf(typed);
  const most = Math.max(1, keystrokesAllowed(typed.length));
  const near = words.filter(
    (word) =>
      keystrokesApart(typed, word, most) <= most &&
      // "wine" is no "mine", and "vin" no "min": the first letter is rarely wrong, and short words are all alike.
      (lettersOf(word) === letters || (word[0] === typed[0] && Math.min(word.length, typed.length) > 3)),
  );
  // Of words that are equally near, the one with just these letters comes first: fingers change places.
  return fewest(
    near,
    (word) => 2 * keystrokesApart(typed, word, most) - (lettersOf(word) === letters ? 1 : 0),
  );
}

function lettersOf(word: string): string {
  return [...word].toSorted().join('');
}

/** The first of those that have the least of it. */
function fewest(words: readonly string[], of: (word: string) => number): string | undefined {
  const least = Math.min(...words.map(of));
  return words.find((word) => of(word) === least);
}

/**
 * The known number that was meant: numbers are typed, so digits decide and not size. Undefined when more than one digit
 * in three would have to be wrong.
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
