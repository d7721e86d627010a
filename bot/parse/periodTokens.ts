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

/** Finds the longest period that begins with the first token; undefined if none does. */
export type FindPeriod<When = FoundPeriod> = (
  tokens: readonly Token[],
  isComparison: boolean,
) => PeriodOfTokens<When> | undefined;

/** The cost of looking for a period, and of reading one that was found. */
const SCAN = 30;
const READ = 100;

/**
 * Caches the periods of one command, since its text is parsed again for each suggestion. All scans share the budget.
 */
export function rememberingPeriods(context: DateContext, budget: Budget): FindPeriod {
  const known = new Map<string, ReturnType<FindPeriod>>();
  // The reader looks several times at each place, and writing out its words takes most of the time.
  const places = { compared: new WeakMap<Token, Place>(), alone: new WeakMap<Token, Place>() };
  return (tokens, isComparison) => {
    const [first] = tokens;
    if (first === undefined || !isPlain(first)) return undefined;
    const at = isComparison ? places.compared : places.alone;
    const place = at.get(first) ?? { period: lookedUp(tokens, isComparison) };
    at.set(first, place);
    return place.period;
  };

  function lookedUp(tokens: readonly Token[], isComparison: boolean): ReturnType<FindPeriod> {
    const words = tokens.slice(0, MAX_WORDS);
    const end = words.findIndex((token) => !isPlain(token));
    const run = end === -1 ? words : words.slice(0, end);
    const text = run.map(({ folded }) => folded).join(' ');
    const key = `${isComparison} ${text}`;
    if (known.has(key)) return known.get(key);
    budget.spend(SCAN);
    const period = periodOf(run, text, { context, isComparison });
    if (period !== undefined) budget.spend(READ);
    known.set(key, period);
    return period;
  }
}

interface Place {
  readonly period: ReturnType<FindPeriod>;
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
