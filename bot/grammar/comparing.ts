import { fold } from '../text/normalize.ts';
import { AGAINST_WORDS, AND_WORDS, VERSUS_WORDS } from './lexicon.ts';
import { rangeBefore, weeksBefore, withUnitBefore } from './periods.ts';
import type { DayRange } from './question.ts';
import { isPlain, type Token } from './tokens.ts';

/** The words of a comparison: those of the first period, and those of the one beside it when it was named. */
export interface Sides {
  readonly main: readonly Token[];
  /** Undefined when the period before is meant. */
  readonly other: { readonly joint: Token; readonly phrase: readonly Token[] } | undefined;
}

/** Days that words stand for; undefined when they are no period. */
type PeriodOf = (words: readonly Token[]) => DayRange | undefined;

/**
 * Parts what was said where the second period begins: at "with"; at "vs" also where nobody said "compare"; at "and" and
 * "to" when both sides are periods that do not make one range. Undefined when it is no comparison.
 */
export function sidesOf(said: readonly Token[], saidCompare: boolean, periodOf: PeriodOf): Sides | undefined {
  const at = saidCompare ? jointIn(said, periodOf) : versusIn(said, periodOf);
  const joint = said[at];
  if (joint === undefined) return saidCompare ? { main: said, other: undefined } : undefined;
  const main = said.slice(0, at);
  return { main, other: { joint, phrase: withWeek(main, said.slice(at + 1)) } };
}

function jointIn(said: readonly Token[], periodOf: PeriodOf): number {
  const against = said.findIndex((token) => isPlain(token) && AGAINST_WORDS.has(token.folded));
  if (against !== -1) return against;
  if (/^(?:between|from|mellom|fra)$/.test(said[0]?.folded ?? '')) return -1;
  return said.findIndex((token, at) => {
    if (!isPlain(token) || !AND_WORDS.has(token.folded)) return false;
    const main = periodOf(said.slice(0, at));
    if (main !== undefined && isBeside(said.slice(at + 1))) return true;
    const other = periodOf(withWeek(said.slice(0, at), said.slice(at + 1)));
    if (main === undefined || other === undefined) return false;
    // "1 nov to 7 nov" is one range, "october to november" are two periods.
    const areDays = main.from === main.to && other.from === other.to;
    return token.folded !== 'to' || !areDays || other.from < main.from;
  });
}

function versusIn(said: readonly Token[], periodOf: PeriodOf): number {
  return said.findIndex(
    (token, at) =>
      isPlain(token) &&
      VERSUS_WORDS.has(token.folded) &&
      periodOf(said.slice(0, at)) !== undefined &&
      (isBeside(said.slice(at + 1)) ||
        periodOf(withWeek(said.slice(0, at), said.slice(at + 1))) !== undefined),
  );
}

/** In "week 46 vs 45" the number is a week as well. */
function withWeek(main: readonly Token[], phrase: readonly Token[]): readonly Token[] {
  const [only, second] = phrase;
  if (only === undefined || second !== undefined || !isPlain(only)) return phrase;
  const value = withUnitBefore(phraseOf(main), only.value);
  return value === only.value ? phrase : [{ ...only, value, folded: fold(value) }];
}

export function phraseOf(words: readonly Token[]): string {
  return words.map(({ value }) => value).join(' ');
}

const LAST_YEAR =
  /^(?:(?:the )?same (?:days?|week|period|month|time) )?last year$|^(?:the )?year before$|^(?:samme (?:dag|dager|uke|periode|maned|tid) )?i ?fjor$|^aret for$/i;
const BEFORE =
  /^(?:the )?(?:day|week|month|period|one) before(?: that)?$|^(?:the )?previous(?: one| period)?$|^(?:dagen|uken|uka|veka|maneden|perioden) for$/i;

function isBeside(phrase: readonly Token[]): boolean {
  const words = fold(phraseOf(phrase));
  return LAST_YEAR.test(words) || BEFORE.test(words);
}

/** Days said by where they lie to others, such as "the week before" and "last year"; undefined when they are not. */
export function besides(
  phrase: readonly Token[],
  days: DayRange,
  calendar: Parameters<typeof rangeBefore>[1],
): DayRange | undefined {
  const words = fold(phraseOf(phrase));
  if (LAST_YEAR.test(words)) return weeksBefore(days, 52, calendar);
  return words === '' || BEFORE.test(words) ? rangeBefore(days, calendar) : undefined;
}
