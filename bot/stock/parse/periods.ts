import type { FoundPeriod } from '../../parse/dates/scan.ts';
import { MAX_LOOKED_UP } from '../../parse/nameLookup.ts';
import { candidates, isNumber } from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { format, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { AND_WORDS, TODAY_WORDS } from '../../parse/vocabulary.ts';
import { stockWords } from '../words/words.ts';
import { hasSales, soldOf } from './forSales.ts';
import { isWord, meaningOf, type StockReading, type StockWord, withoutWords } from './words.ts';

export interface SaidPeriod {
  readonly found: FoundPeriod;
  readonly words: readonly Token[];
}

/** The first typed period, ignoring words that mean today or belong to a product's name. */
export function periodIn(rest: readonly Token[], { names, periods }: StockReading): SaidPeriod | undefined {
  for (const [at, token] of rest.entries()) {
    // Of a long text, such as a pasted page, search only the beginning and the end.
    if (at >= MAX_LOOKED_UP && at < rest.length - MAX_PERIOD_WORDS) continue;
    const next = rest[at + 1];
    if (isNumber(token) && (next === undefined || isNumber(next))) continue;
    const period = periods(rest.slice(at), false);
    if (period === undefined) continue;
    const words = rest.slice(at, at + period.many);
    if (!saysDays(words) || words.every(isToday)) continue;
    if (candidates(phraseOf(nameAround(rest, at, words.length)), names.products).length > 0) continue;
    return { found: period.found, words };
  }
  return undefined;
}

const MAX_PERIOD_WORDS = 12;

/** Whether words can be days: a lone number is a product, and "11.5" an incomplete number. */
function saysDays(words: readonly Token[]): boolean {
  return /\p{L}|\d{4}[-./]|[-./]\d{4}/u.test(phraseOf(words));
}

function isToday({ folded }: Token): boolean {
  return folded === 'i' || folded === 'dag' || TODAY_WORDS.has(folded);
}

/** The tokens from `at` on, with those around them that would belong to the same name. */
function nameAround(tokens: readonly Token[], at: number, many: number): readonly Token[] {
  const isOfName = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && !isNumber(token) && !AND_WORDS.has(token.folded);
  let [from, to] = [at, at + many];
  while (isOfName(tokens[from - 1]) && tokens[from - 1]?.endsPart === false) from -= 1;
  while (isOfName(tokens[to]) && tokens[to - 1]?.endsPart === false) to += 1;
  return tokens.slice(from, to);
}

/** The error for a period without products. It suggests the sales of that period. */
export function withoutProducts(
  period: readonly Token[],
  tokens: readonly Token[],
  { salesContext }: StockReading,
): ParseError {
  const words = phraseOf(period);
  const left = tokens.filter((token) => !period.includes(token));
  const fix = left.some(isWord) ? format(left) : 'mine';
  return new ParseError((t) => stockWords(t).mistakes.noPeriods(words), fix, [], {
    elsewhere: hasSales(words, salesContext) ? soldOf(tokens, period) : [],
    leavesOut: true,
  });
}

/**
 * Refuses a period in place of a name: lists show only the latest stock, and products only one period.
 * @throws ParseError when a period begins in `name`
 */
export function refusePeriod(name: readonly Token[], tokens: readonly Token[], reading: StockReading): void {
  const period = name
    .map((token) => tokens.slice(tokens.indexOf(token)))
    .map((behind) => behind.slice(0, reading.periods(behind, false)?.many ?? 0))
    .find(saysDays);
  if (period === undefined) return;
  const verb = tokens
    .filter(isWord)
    .map(meaningOf)
    .find((word) => LISTS.some((list) => list === word));
  if (verb !== undefined) throw ofLatestOnly(verb, period, tokens);
  const others = withoutWords(tokens, period);
  if (others === '') throw withoutProducts(period, tokens, reading);
  const words = phraseOf(period);
  throw new ParseError((t) => stockWords(t).mistakes.onePeriod(words), others, [], { leavesOut: true });
}

const LISTS = ['out', 'low', 'over', 'changes'] as const;

export function ofLatestOnly(
  verb: StockWord,
  period: readonly Token[],
  tokens: readonly Token[],
): ParseError {
  const words = phraseOf(period);
  const left = format(tokens.filter((token) => !period.includes(token)));
  return new ParseError((t) => stockWords(t).mistakes.latestOnly(verb, words), left, [], { leavesOut: true });
}
