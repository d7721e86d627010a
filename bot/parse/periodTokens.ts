import type { Budget } from '../text/budget.ts';
import type { DateContext } from './dates/period.ts';
import { type FoundPeriod, periodAt, type ScanOptions } from './dates/scan.ts';
import { isPlain, type Token } from './tokenizer.ts';

/** No period has more words. */
const MAX_WORDS = 12;

interface PeriodOfTokens<When> {
  readonly found: When;
  /** How many tokens the period has. */
  readonly many: number;
}

/** Finds the longest period that begins with the first token; undefined if none does. `before` are the tokens before it. */
export type FindPeriod<When = FoundPeriod> = (
  tokens: readonly Token[],
  isComparison: boolean,
  before?: readonly Token[],
) => PeriodOfTokens<When> | undefined;

/** The cost of looking for a period, and of reading one that was found. */
const SCAN = 30;
const READ = 100;

/**
 * Caches the periods of one command, since its text is parsed again for each suggestion. All scans share the budget.
 */
export function rememberingPeriods(context: DateContext, budget: Budget): FindPeriod {
  const known = new Map<string, ReturnType<FindPeriod>>();
  return (tokens, isComparison) => {
    const words = tokens.slice(0, MAX_WORDS);
    const end = words.findIndex((token) => !isPlain(token));
    const run = end === -1 ? words : words.slice(0, end);
    const text = run.map(({ folded }) => folded).join(' ');
    if (text === '') return undefined;
    const key = `${isComparison} ${text}`;
    if (known.has(key)) return known.get(key);
    budget.spend(SCAN);
    const period = periodOf(run, text, { context, isComparison });
    if (period !== undefined) budget.spend(READ);
    known.set(key, period);
    return period;
  };
}

function periodOf(run: readonly Token[], text: string, options: ScanOptions): ReturnType<FindPeriod> {
  const found = periodAt(text, 0, options);
  if (found === undefined) return undefined;
  let length = -1;
  const last = run.findIndex(({ folded }) => {
    length += folded.length + 1;
    return length >= found.end;
  });
  // A full stop may follow the last word.
  const isWhole = length === found.end || text.slice(found.end, length) === '.';
  return isWhole ? { found, many: last + 1 } : undefined;
}
