import { type PeriodRelation, relationOf } from '../../parse/dates/comparison.ts';
import { ParseError } from '../../parse/parseError.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import { percentOf } from '../../text/numbers.ts';
import {
  type CountedName,
  chosenRows,
  counted,
  namedIn,
  notOpenOf,
  requireKnownSold,
  type StoreNotOpen,
} from '../answer.ts';
import { isInTime, TIME_GROUPINGS, type TimeGroup } from '../groupings.ts';
import type { SalesQuestion } from '../question.ts';
import { salesWords } from '../words/words.ts';
import { writeSales } from '../write.ts';
import { type ComparedGroup, comparedByKey, comparedByPlace, comparedByWeekday } from './comparedGroups.ts';
import { isLong, type ReadPeriod, readSalesPeriod, type SalesParts, type SalesPeriod } from './period.ts';

/** The answer to `/sales compare`: a period beside an earlier one. */
export interface ComparisonAnswer {
  readonly about: 'comparison';
  readonly question: Extract<SalesQuestion, { kind: 'compare' }>;
  readonly now: SalesPeriod;
  readonly before: SalesPeriod;
  readonly named: readonly CountedName[];
  /** Why it is that earlier period; undefined when somebody chose it freely. */
  readonly relation: PeriodRelation | undefined;
  /** Integer millilitres side by side; undefined where the earlier period begins before any sales are known. */
  readonly volume: Comparison | undefined;
  readonly groups: readonly ComparedGroup[];
  readonly groupCount: number;
  readonly notOpen: readonly StoreNotOpen[];
}

type Compare = Extract<SalesQuestion, { kind: 'compare' }>;

/** A period beside an earlier one, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function compareSales(
  question: Compare,
  most: number,
  parts: SalesParts,
): Promise<ComparisonAnswer> {
  if (question.returns === true) {
    const { against: _, ...asked } = question;
    throw new ParseError((t) => salesWords(t).returnsNotCompared, writeSales({ ...asked, kind: 'sales' }));
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
  const groups = inTime
    ? byPlace(now.groups, before.groups, keysOf(question.days, by), keysOf(question.against, by))
    : comparedByKey(now.groups, before.groups);
  return {
    about: 'comparison',
    question,
    named: counted(question.names, parts.idsNamed),
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
 * Whether the sales of an earlier period are known. Two periods that both begin long before their first sales are of
 * what has a season; known sales begin once.
 */
function isKnown({ period: before }: ReadPeriod, { period: now }: ReadPeriod, question: Compare): boolean {
  if (before.totals.rows > 0) return before.firstSales === undefined || now.firstSales !== undefined;
  if (now.firstSales !== undefined) return false;
  return namedIn(question) > 0 || !isLong(before.days);
}

/** The days, weeks or other rows of a range in their order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}

/** A figure of one period, in one unit (integer millilitres, or items), and the days it is of. */
interface PeriodFigure {
  readonly value: number;
  /** Days that are read and on which stores were open. */
  readonly openDays: number;
}

/** Two periods side by side; the first is the later one. */
interface Comparison {
  readonly difference: number;
  /** Of the earlier period; undefined when that has nothing, or less than nothing. */
  readonly percent: number | undefined;
  /** Set when the periods have different numbers of open days: then this compares like with like, the sums do not. */
  readonly perOpenDay: PerOpenDay | undefined;
}

interface PerOpenDay {
  readonly openDays: number;
  readonly openDaysBefore: number;
  /** Means of an open day, rounded to the unit of the figure. */
  readonly value: number;
  readonly before: number;
  readonly percent: number | undefined;
}

/** Difference = value − earlier value; per cent = difference / earlier value. A day that is missing is no open day. */
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
