import { type FoundPeriod, periodAt, type ScanOptions } from './dates/scan.ts';
import { isPlain, type Token } from './tokenizer.ts';

/** No period is said in more words. */
const MOST_WORDS = 12;

/** The longest period that begins with the first token, and how many tokens it has; undefined when none does. */
export function periodOf(
  tokens: readonly Token[],
  options: ScanOptions,
): { readonly found: FoundPeriod; readonly many: number } | undefined {
  const words = tokens.slice(0, MOST_WORDS);
  const end = words.findIndex((token) => !isPlain(token));
  const run = end === -1 ? words : words.slice(0, end);
  const text = run.map(({ folded }) => folded).join(' ');
  const found = text === '' ? undefined : periodAt(text, 0, options);
  if (found === undefined) return undefined;
  let length = -1;
  const last = run.findIndex(({ folded }) => {
    length += folded.length + 1;
    return length >= found.end;
  });
  // A full stop may stand behind the last word.
  const isWhole = length === found.end || text.slice(found.end, length) === '.';
  return isWhole ? { found, many: last + 1 } : undefined;
}
