import { type CountedName, countedNames } from '../../ask/selectionLabel.ts';
import { type PeriodRelation, relationOf } from '../../parse/dates/comparison.ts';
import { ParseError } from '../../parse/parseError.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import { percentOf } from '../../text/numbers.ts';
import { namedIn, notOpenOf, requireKnownSold, type StoreNotOpen } from '../answer.ts';
import { chosenRows, keptRows } from '../filters.ts';
import { isInTime, TIME_GROUPINGS, type TimeGroup } from '../groupings.ts';
import type { SalesQuestion } from '../question.ts';
import { writeSales } from '../slots.ts';
import { NO_SALES } from '../sums.ts';
import { salesWords } from '../words/words.ts';
import { type ComparedGroup, comparedByKey, comparedByPlace, comparedByWeekday } from './comparedGroups.ts';
import { isLong, type ReadPeriod, readSalesPeriod, type SalesParts, type SalesPeriod } from './period.ts';

/** The answer to `/sales compare`: a period compared with an earlier one. */
export interface ComparisonAnswer {
  readonly about: 'comparison';
  readonly question: Extract<SalesQuestion, { kind: 'compare' }>;
  readonly now: SalesPeriod;
  readonly before: SalesPeriod;
  readonly named: readonly CountedName[];
  /** How the earlier period relates to the later one; undefined for days that a person chose freely. */
  readonly relation: PeriodRelation | undefined;
  /** In integer millilitres; undefined where the earlier period begins before the first known sales. */
  readonly volume: Comparison | undefined;
  readonly groups: readonly ComparedGroup[];
  readonly groupCount: number;
  readonly notOpen: readonly StoreNotOpen[];
}

type Compare = Extract<SalesQuestion, { kind: 'compare' }>;

/** Compares two periods, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function compareSales(
  question: Compare,
  most: number,
  parts: SalesParts,
): Promise<ComparisonAnswer> {
  if (question.returns === true) {
    const { against: _, ...asked } = question;
    throw new ParseError(
      (t) => salesWords(t).filters.returns.notCompared,
      writeSales({ ...asked, kind: 'sales' }),
    );
  }
  const [now, before] = await Promise.all([
    readSalesPeriod(question, question.days, parts),
    readSalesPeriod(question, question.against, parts),
  ]);
  if (now.period.totals.rows === 0 && before.period.totals.rows === 0)
    await requireKnownSold(question, parts);
  const { by } = question;
  const inTime = isInTime(by);
  const byPlace = by === 'day' ? comparedByWeekday : comparedByPlace;
  const all = inTime
    ? byPlace(now.groups, before.groups, keysOf(question.days, by), keysOf(question.against, by))
    : comparedByKey(now.groups, before.groups);
  const groups = keptRows(all, question, (group) => group.now ?? NO_SALES);
  return {
    about: 'comparison',
    question,
    named: countedNames(question.selection, parts.idsNamed),
    now: now.period,
    before: before.period,
    relation: relationOf(question.days, question.against, parts),
    volume: isKnown(before, now, question) ? comparePeriods(volumeOf(now), volumeOf(before)) : undefined,
    ...(inTime ? { groups, groupCount: groups.length } : chosenRows(groups, question, most)),
    notOpen: notOpenOf(question, parts.stores),
  };
}

function volumeOf({ period: { totals }, openDays }: ReadPeriod): PeriodFigure {
  return { value: totals.millilitres, openDays };
}

/**
 * Whether the sales of the earlier period are known. `firstSales` is set for a range that begins long before its first
 * sales: known sales begin once, so where both periods have it, the product is seasonal.
 */
function isKnown({ period: before }: ReadPeriod, { period: now }: ReadPeriod, question: Compare): boolean {
  if (before.totals.rows > 0) return before.firstSales === undefined || now.firstSales !== undefined;
  if (now.firstSales !== undefined) return false;
  return namedIn(question.selection) > 0 || !isLong(before.days);
}

/** The keys of a range's rows, in order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}

/** A figure of one period, in integer millilitres or items. */
interface PeriodFigure {
  readonly value: number;
  /** Days whose sales are known and on which stores were open. */
  readonly openDays: number;
}

interface Comparison {
  readonly difference: number;
  /** Of the earlier period's value; undefined when that is 0 or negative. */
  readonly percent: number | undefined;
  /** Set when the periods have different numbers of open days, which makes their sums not comparable. */
  readonly perOpenDay: PerOpenDay | undefined;
}

interface PerOpenDay {
  readonly openDays: number;
  readonly openDaysBefore: number;
  /** Mean per open day, rounded to the unit of the figure. */
  readonly value: number;
  readonly before: number;
  readonly percent: number | undefined;
}

/** `percent` is the difference divided by the earlier value. */
export function comparePeriods(later: PeriodFigure, earlier: PeriodFigure): Comparison {
  const difference = later.value - earlier.value;
  return {
    difference,
    percent: percentOf(difference, earlier.value),
    perOpenDay: perOpenDay(later, earlier),
  };
}

function perOpenDay(later: PeriodFigure, earlier: PeriodFigure): PerOpenDay | undefined {
  const { openDays } = later;
  const { openDays: openDaysBefore } = earlier;
  if (openDays === openDaysBefore || openDays === 0 || openDaysBefore === 0) return undefined;
  const [value, before] = [later.value / openDays, earlier.value / openDaysBefore];
  return {
    openDays,
    openDaysBefore,
    value: Math.round(value),
    before: Math.round(before),
    percent: percentOf(value - before, before),
  };
}
