import { CommandMistake } from './mistake.ts';
import { nearest, quoted, splitWords } from './words.ts';

export type DigestQuestion =
  | { readonly kind: 'help' }
  | { readonly kind: 'now' }
  | { readonly kind: 'status' };

export const DIGEST_HELP = [
  '`/digest now` – post the stock digest in this channel at once; the daily one comes all the same',
  '`/digest status` – when the digest comes here, and how the last ones went',
].join('\n');

const WORDS = ['now', 'status', 'help'];

/** Reads the text behind `/digest`. @throws CommandMistake */
export function parseDigest(text: string): DigestQuestion {
  const words = splitWords(text).map((word) => word.toLowerCase());
  const [first, second] = words;
  if (first === undefined || words.includes('help')) return { kind: 'help' };
  if (first !== 'now' && first !== 'status') {
    const near = nearest(first, WORDS) ?? 'help';
    throw new CommandMistake(`${quoted(first)} is not something /digest knows.`, `/digest ${near}`);
  }
  if (second === undefined) return { kind: first };
  throw new CommandMistake(`${quoted(second)} is not something /digest knows.`, `/digest ${first}`);
}
