import { CommandMistake } from './mistake.ts';
import { nearest, quoted, splitWords } from './words.ts';

const VERBS = ['now', 'subscribe', 'unsubscribe', 'status'] as const;

export interface DigestQuestion {
  readonly kind: 'help' | (typeof VERBS)[number];
}

export const DIGEST_HELP = [
  '`/digest now` – post the stock digest in this channel at once; the daily one comes all the same',
  '`/digest subscribe`, `/digest unsubscribe` – whether the daily digest comes in this channel',
  '`/digest status` – when the digest comes here, and how the last ones went',
].join('\n');

const WORDS = [...VERBS, 'help'];

/** Reads the text behind `/digest`. @throws CommandMistake */
export function parseDigest(text: string): DigestQuestion {
  const words = splitWords(text).map((word) => word.toLowerCase());
  const [first, second] = words;
  if (first === undefined || words.includes('help')) return { kind: 'help' };
  const verb = VERBS.find((known) => known === first);
  if (verb === undefined) {
    const near = nearest(first, WORDS) ?? 'help';
    throw new CommandMistake(`${quoted(first)} is not something /digest knows.`, `/digest ${near}`);
  }
  if (second === undefined) return { kind: verb };
  throw new CommandMistake(`${quoted(second)} is not something /digest knows.`, `/digest ${verb}`);
}
