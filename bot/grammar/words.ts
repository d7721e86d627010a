import Fuse from 'fuse.js';
import { keystrokesAllowed, keystrokesApart } from '../text/editDistance.ts';
import { quoted } from '../text/normalize.ts';
import { CommandMistake } from './mistake.ts';

/** A command of more characters is refused before anything looks at it closely. */
export const LONGEST_COMMAND = 900;
/** What Slack lets through is shorter; nothing longer is even brought into shape. */
const LONGEST_TEXT = 16_000;

/**
 * The text of a command as a person meant it: phones put curly quotes, long dashes and hard spaces in, some write a
 * letter and its accent apart, text copied from elsewhere carries invisible marks, and Slack writes three characters as
 * entities.
 */
export function plainly(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      // Marks that turn the direction of writing, and spaces without width; those that join an emoji stay.
      .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replace(/&(?:amp;)*(lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/g, '"')
      .replace(/[\u2018-\u201b\u2032\u00b4]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/\u2026/g, '..')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };

/** The whole words at the beginning, or as much of the first as there is room for; no letter is cut in two. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')).trim() : cut;
}

const LONGEST_WORD = 60;

/** The known word nearest to what was typed; undefined when none is near. A long search would hold everybody up. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  if (typed === '' || typed.length > LONGEST_WORD) return undefined;
  return new Fuse(known, { threshold: 0.4, ignoreLocation: true }).search(typed)[0]?.item;
}

/**
 * The command's own word that was meant: one that was begun, else the fewest wrong keys away, else one that looks like
 * it. They are short, and what is much longer is none of them.
 */
export function nearestOwn(typed: string, own: readonly string[]): string | undefined {
  if (typed.length > LONGEST_OWN) return undefined;
  return begunWith(typed, own) ?? mistypedAs(typed, own) ?? nearest(typed, own);
}

const LONGEST_OWN = 24;
const FEWEST_LETTERS = 2;

function begunWith(typed: string, own: readonly string[]): string | undefined {
  if (typed.length < FEWEST_LETTERS) return undefined;
  return fewest(
    own.filter((word) => word.startsWith(typed)),
    (word) => word.length,
  );
}

/** Of words that are equally near, the one with just these letters comes first: fingers change places. */
function mistypedAs(typed: string, own: readonly string[]): string | undefined {
  if (typed.length < FEWEST_LETTERS) return undefined;
  const most = Math.max(1, keystrokesAllowed(typed.length));
  const letters = lettersOf(typed);
  const near = own.filter((word) => keystrokesApart(typed, word, most) <= most);
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

/** The known number that looks most like the one typed: numbers are typed, so digits decide and not size. */
export function nearestNumber(typed: string, known: readonly string[]): string | undefined {
  const plain = typed.replace(/^0+/, '');
  let best: { number: string; distance: number } | undefined;
  for (const number of known) {
    const distance = keystrokesApart(plain, number.replace(/^0+/, ''), best?.distance);
    if (best === undefined || distance < best.distance) best = { number, distance };
  }
  return best?.number;
}

/** Reads a product or store number as the service's filters take it. */
export function readNumber(word: string, meaning: 'product' | 'store', corrected: string): string {
  if (/^\d{1,15}$/.test(word)) return word;
  const least =
    word.length > 15 && /^\d+$/.test(word) ? 'has at most 15 digits' : 'is written in digits only';
  throw new CommandMistake(`${quoted(word)} is not a ${meaning} number; it ${least}.`, corrected);
}
