import Fuse from 'fuse.js';
import { parseArgsStringToArgv } from 'string-argv';
import { CommandMistake } from './mistake.ts';

/**
 * The text of a command as a person meant it: phones put curly quotes, long dashes and hard spaces in, and Slack writes
 * three characters as entities.
 */
export function plainly(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2018\u2019\u201a]/g, "'")
    .replace(/[\u2013\u2014\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/\u2026/g, '..')
    .trim();
}

/** The words of a command, those in quotes together. */
export function splitWords(text: string): string[] {
  return parseArgsStringToArgv(plainly(text));
}

const LONGEST_QUOTE = 60;

/** What was typed as it stands in a sentence: in quotes, and cut when somebody pasted a page. */
export function quoted(typed: string): string {
  const characters = [...typed];
  return `"${characters.length <= LONGEST_QUOTE ? typed : `${characters.slice(0, LONGEST_QUOTE - 1).join('')}…`}"`;
}

/** The known word nearest to what was typed; undefined when none is near. A long search would hold everybody up. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  if (typed === '' || typed.length > LONGEST_QUOTE) return undefined;
  return new Fuse(known, { threshold: 0.4, ignoreLocation: true }).search(typed)[0]?.item;
}

/** The known number that looks most like the one typed: numbers are typed, so digits decide and not size. */
export function nearestNumber(typed: string, known: readonly string[]): string | undefined {
  const plain = typed.replace(/^0+/, '');
  let best: { number: string; distance: number } | undefined;
  for (const number of known) {
    const distance = digitsApart(plain, number.replace(/^0+/, ''));
    if (best === undefined || distance < best.distance) best = { number, distance };
  }
  return best?.number;
}

/** Levenshtein distance. */
function digitsApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Reads a product or store number as the service's filters take it. */
export function readNumber(word: string, meaning: 'product' | 'store', corrected: string): string {
  if (/^\d{1,15}$/.test(word)) return word;
  const least =
    word.length > 15 && /^\d+$/.test(word) ? 'has at most 15 digits' : 'is written in digits only';
  throw new CommandMistake(`${quoted(word)} is not a ${meaning} number; it ${least}.`, corrected);
}
