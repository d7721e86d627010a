import { type Item, type Mistake, meaningBeside } from '../ask/said.ts';
import { comparedAlone, cutAlike, yearBefore } from '../parse/dates/comparison.ts';
import {
  type DateContext,
  daysWithSales,
  formatDays,
  oneDay,
  type ParsedPeriod,
  stretch,
} from '../parse/dates/period.ts';
import { inYear } from '../parse/dates/phrases.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import { format, phraseOf } from '../parse/tokenizer.ts';
import { type DayRange, lengthOf } from '../text/dayRange.ts';
import { type SaidOfSales, weekdaysIn } from './slots.ts';
import { salesWords } from './words/words.ts';

interface Periods {
  readonly days: DayRange;
  /** Undefined unless two periods are compared. */
  readonly against: DayRange | undefined;
  readonly mistakes: readonly Mistake[];
}

type Said = Extract<Item, { kind: 'period' }>;

/** Where no period is said: weekdays are those of this many days. */
const WEEKDAYS_AMONG = 30;

/** The typed period (the latest day if none) and the one it is compared with. */
export function readPeriods(
  { items, compare, flags }: Pick<SaidOfSales, 'items' | 'compare' | 'flags'>,
  context: DateContext,
): Periods {
  const mistakes: Mistake[] = [];
  const newest = { from: context.newest, to: context.newest };
  const weekdays = weekdaysIn({ flags });
  const usual =
    weekdays === undefined
      ? oneDay(context.newest)
      : stretch(context.calendar.addDays(context.newest, 1 - WEEKDAYS_AMONG), context.newest);
  const asRange = ({ from, to }: DayRange): DayRange => ({ from, to, ...(weekdays && { weekdays }) });
  const orProblem = <T>(item: Said, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const { sentence, fixes, leavesOut } = error;
      mistakes.push({ sentence, tokens: item.tokens, instead: fixes, leavesOut });
      return undefined;
    }
  };
  const read = (item: Said): DayRange | undefined =>
    orProblem(item, () => {
      const period = item.found.read(context);
      return period === undefined ? undefined : daysWithSales(period, context);
    });

  const periods = items
    .filter((item) => item.kind === 'period')
    .flatMap((item): Said[] => {
      const { ends } = item.found;
      if (ends === undefined || !areCompared(item.found, context)) return [item];
      return [ends.first, ends.last].map((found) => ({ ...item, found }));
    });
  const versusWord = items.find((item) => item.kind === 'beside');
  const areNamesCompared = periods.length < 2 && meaningBeside(items) !== undefined;
  const isComparison =
    !areNamesCompared && (compare !== undefined || versusWord !== undefined || isPair(periods));
  const [first, second, ...more] = mainFirst(periods);
  const surplus = isComparison ? more : second === undefined ? [] : [second, ...more];
  // Accept the same period typed twice: "Last 7 days: 13 Nov - 19 Nov".
  const tooMany = surplus.filter((each) => first === undefined || !isSame(read(first), read(each)));
  if (tooMany.length > 0) {
    const both = isComparison || first === undefined ? [] : [first, ...tooMany];
    const range = fromFirstToLast(both.map((each) => read(each)));
    const surplusTokens = tooMany.flatMap(({ tokens }) => tokens);
    const isTwo = both.length === 2;
    mistakes.push({
      sentence: (t) => (isTwo ? salesWords(t).mistakes.twoPeriods : salesWords(t).mistakes.manyPeriods),
      tokens: range === undefined ? surplusTokens : both.flatMap(({ tokens }) => tokens),
      instead: range !== undefined ? [range] : isTwo ? [`vs ${format(surplusTokens)}`] : [],
    });
  }
  const main = first?.found.isRelative === true ? undefined : first;
  const other = main === undefined ? first : second;
  const whole: ParsedPeriod | undefined =
    main === undefined ? usual : orProblem(main, () => main.found.read(context));
  const days =
    whole === undefined || main === undefined ? whole : orProblem(main, () => daysWithSales(whole, context));
  if (!isComparison || days === undefined || whole === undefined) {
    return { days: asRange(days ?? newest), against: undefined, mistakes };
  }
  const alone = comparedAlone(whole, days, context);
  const asked: ParsedPeriod = {
    ...whole,
    ...days,
    isNamed: true,
    ...(whole.yearEarlier === undefined ? {} : { yearEarlier: alone }),
  };
  /** The same feast, week or months in the year that is said alone: "easter 2025 and 2026". */
  const otherOf = ({ tokens }: Said, { from, to }: DayRange): ParsedPeriod | undefined => {
    const year = lengthOf({ from, to }) > MOST_DAYS_IN_YEAR ? undefined : YEAR.exec(phraseOf(tokens))?.[1];
    if (year === undefined) return undefined;
    const moved = inYear({ from, to }, Number(year), context);
    if (moved === undefined) throw new ParseError((t) => salesWords(t).mistakes.yearBeside, '');
    return { ...moved, isNamed: true };
  };
  const both =
    other === undefined
      ? { days, against: alone }
      : orProblem(other, () => {
          const said = otherOf(other, days) ?? other.found.read(context, asked);
          if (said === undefined) return undefined;
          const alike = cutAlike(whole, said, context);
          return {
            days: daysWithSales(alike.one, context),
            against: daysWithSales(alike.other, context),
          };
        });
  const compared = { days: asRange(both?.days ?? days), against: asRange(both?.against ?? newest) };
  if (mistakes.length === 0 && isSame(compared.days, compared.against)) {
    const earlier = [alone, whole.yearEarlier === undefined ? yearBefore(days, context, whole.unit) : alone];
    mistakes.push({
      sentence: (t) => salesWords(t).mistakes.withItself(compared.days),
      tokens: other?.tokens ?? [],
      instead: earlier.map(
        (each) => `${isPair(periods) ? `${formatDays(days)} vs ` : ''}${formatDays(each)}`,
      ),
      leavesOut: true,
    });
  }
  return { ...compared, mistakes };
}

/** The year of "easter in 2025 and 2026". */
const YEAR = /^(?:in |i )?((?:19|20)\d\d)$/i;

/** A quarter beside a year is meant to be the quarter of that year. */
const MOST_DAYS_IN_YEAR = 92;

/** Reads two days in order, such as two cells of a sheet, as a range; undefined for anything else. */
function fromFirstToLast([first, last, more]: readonly (DayRange | undefined)[]): string | undefined {
  if (first === undefined || last === undefined || more !== undefined) return undefined;
  const areDays = first.from === first.to && last.from === last.to;
  return areDays && first.from < last.from ? `${first.from}..${last.to}` : undefined;
}

function isSame(one: DayRange | undefined, other: DayRange | undefined): boolean {
  return one !== undefined && other !== undefined && formatDays(one) === formatDays(other);
}

function areCompared({ ends }: FoundPeriod, context: DateContext): boolean {
  // Reading the periods reports a problem.
  return ifParsed(() => ends?.areCompared(context)) === true;
}

/** Whether two periods share their tokens, as in "week 46 vs 45". */
function isPair([first, second]: readonly Said[]): boolean {
  return first !== undefined && second !== undefined && first.tokens === second.tokens;
}

/** Puts the main period first: "last year with this week" compares this week with its days of last year. */
function mainFirst(periods: readonly Said[]): readonly Said[] {
  const [first, second, ...more] = periods;
  if (first === undefined || second === undefined) return periods;
  const isOther = ({ found }: Said) => found.isLastYear || found.isRelative;
  return isOther(first) && !isOther(second) ? [second, first, ...more] : periods;
}

/** Of two compared periods, `days` is the later. */
export function inOrder(
  one: DayRange,
  other: DayRange,
): { readonly days: DayRange; readonly against: DayRange } {
  const isEarlier = other.from < one.from || (other.from === one.from && other.to < one.to);
  return isEarlier ? { days: one, against: other } : { days: other, against: one };
}
