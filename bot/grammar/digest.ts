import { CommandMistake } from './mistake.ts';
import { nearest, splitWords } from './words.ts';

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
  const [first = 'help', second] = words;
  if (second === undefined && (first === 'now' || first === 'status' || first === 'help'))
    return { kind: first };
  const wrong = first === 'now' || first === 'status' ? (second ?? '') : first;
  throw new CommandMistake(
    `"${wrong}" is not something /digest knows.`,
    `/digest ${wrong === second ? first : (nearest(first, WORDS) ?? 'help')}`,
  );
}
