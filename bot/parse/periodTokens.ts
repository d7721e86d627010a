import type { Budget } from '../text/budget.ts';
import type { DateContext } from './dates/period.ts';
import { type FoundPeriod, periodAt, type ScanOptions } from './dates/scan.ts';
import { isPlain, type Token } from './tokenizer.ts';

/** No period is said in more words. */
const MOST_WORDS = 12;

interface PeriodOfTokens {
  readonly found: FoundPeriod;
  /** How many tokens it has. */
  readonly many: number;
}

/** Finds the longest period that begins with the first token; undefined when none does. */
export type FindPeriod = (tokens: readonly Token[], isComparison: boolean) => PeriodOfTokens | undefined;

/** What looking for a period costs, and what reading it costs where there is one. */
const SCAN = 30;
const READ = 100;

/** Periods of one command: each stretch of words is scanned once, however often the text is read, within the budget. */
export function rememberingPeriods(context: DateContext, budget: Budget): FindPeriod {
  const known = new Map<string, PeriodOfTokens | undefined>();
  return (tokens, isComparison) => {
    const words = tokens.slice(0, MOST_WORDS);
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

function periodOf(run: readonly Token[], text: string, options: ScanOptions): PeriodOfTokens | undefined {
  const found = periodAt(text, 0, options);
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
