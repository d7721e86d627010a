import type { Named, Names } from '../products/names.ts';
import { keystrokesApart } from '../text/editDistance.ts';
import { fold, quoted } from '../text/normalize.ts';
import { Misread } from './misread.ts';
import { inQuotes } from './tokens.ts';

/** What a name or number in a command stands for. */
export type Meaning = 'product' | 'store';

const MOST_OFFERED = 5;
/** More digits than any number of the service has, and still exact as a number. */
const LONGEST_NUMBER = 15;

/**
 * The number that a word stands for: itself, or that of the only product or store with such a name.
 * @throws Misread with numbers to put in its place
 */
export function readName(meaning: Meaning, words: string, names: Names): string {
  const id = numberOf(words) ?? idNamed(meaning, words, names);
  if (id !== undefined) return id;
  const near = names.like(words, MOST_OFFERED);
  if (near.length > 0) {
    throw new Misread(`No ${meaning} is named ${quoted(words)}; did you mean ${listed(near)}?`, ids(near));
  }
  if (/^\d+$/.test(words)) {
    throw new Misread(
      `${quoted(words)} is not a ${meaning} number; it has at most ${LONGEST_NUMBER} digits.`,
      [words.slice(0, LONGEST_NUMBER)],
    );
  }
  throw new Misread(
    `${quoted(words)} is not a ${meaning} number, which is written in digits only, and no ${meaning} is known by that name.`,
    [digitsIn(words)].filter((digits) => digits !== ''),
  );
}

/** The number if the words are one; undefined when they are not. */
export function numberOf(words: string): string | undefined {
  return /^\d{1,15}$/.test(words) ? words : undefined;
}

/** The number of the only one with such a name; undefined when there is none. @throws Misread when there are several */
export function idNamed(meaning: Meaning, words: string, names: Names): string | undefined {
  const found = candidates(words, names);
  if (found.length > 1) throw several(words, found, meaning);
  return found[0]?.id;
}

/** Those that the words can mean: what has exactly that name, else what has the words in its name. */
export function candidates(words: string, names: Names): readonly Named[] {
  const folded = fold(words).trim();
  if (folded === '') return [];
  const found = names.named(words, MOST_OFFERED + 1);
  const exact = found.filter(({ name }) => fold(name).trim() === folded);
  return exact.length > 0 ? exact : found;
}

function several(words: string, found: readonly Named[], meaning: Meaning): Misread {
  const offered = found.slice(0, MOST_OFFERED);
  const more = found.length > MOST_OFFERED ? ' and more' : '';
  return new Misread(`${quoted(words)} can be the ${meaning}s ${listed(offered)}${more}.`, ids(offered));
}

/**
 * Whether one of a command's own words is at least as near to what was typed as the names found for it. A long list has
 * a name that is spelled much like anything.
 */
export function isCloser(near: string, typed: string, names: readonly Named[]): boolean {
  const folded = fold(typed);
  const distances = names.flatMap(({ name }) =>
    [name, ...name.slice(0, LONGEST_NAME).split(/[^\p{L}\p{N}]+/u)].map((part) =>
      keystrokesApart(folded, fold(part.slice(0, LONGEST_PART))),
    ),
  );
  return keystrokesApart(folded, fold(near)) <= Math.min(...distances);
}

const LONGEST_PART = 60;
const LONGEST_NAME = 300;

/** Names with their numbers, as they stand in a sentence. */
export function listed(found: readonly Named[]): string {
  return found.map(({ id, name }) => `${quoted(name)} (${id})`).join(', ');
}

function ids(found: readonly Named[]): string[] {
  return found.map(({ id }) => (numberOf(id) === undefined ? inQuotes(id) : id));
}

/** The digits that were meant, with letters that look like digits taken for them. */
function digitsIn(words: string): string {
  if (!/\d/.test(words)) return '';
  const digits = words.toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return (digits.match(/\d{1,15}/g) ?? []).slice(0, MOST_OFFERED).join(' ');
}
