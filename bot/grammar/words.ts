import Fuse from 'fuse.js';
import { parseArgsStringToArgv } from 'string-argv';
import { CommandMistake } from './mistake.ts';

/** The words of a command as a person meant them: phones put curly quotes, long dashes and hard spaces in. */
export function splitWords(text: string): string[] {
  const plain = text
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2018\u2019\u201a]/g, "'")
    .replace(/[\u2013\u2014\u2212]/g, '-')
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .replace(/\u2026/g, '..');
  return parseArgsStringToArgv(plain);
}

/** The known word nearest to what was typed; undefined when none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  return new Fuse(known, { threshold: 0.4, ignoreLocation: true }).search(typed)[0]?.item;
}

/** Reads a product or store number as the service's filters take it. */
export function readNumber(word: string, meaning: 'product' | 'store', corrected: string): string {
  if (/^\d{1,15}$/.test(word)) return word;
  throw new CommandMistake(`"${word}" is not a ${meaning} number; it is written in digits only.`, corrected);
}
