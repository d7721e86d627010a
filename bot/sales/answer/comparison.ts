import { type CountedName, countedNames } from '../../ask/selectionLabel.ts';
import { type PeriodRelation, relationOf } from '../../parse/dates/comparison.ts';
import { ParseError } from '../../parse/parseError.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import { namedIn, notOpenOf, requireKnownSold, type StoreNotOpen } from '../answer.ts';
import { chosenRows, keptRows } from '../filters.ts';
import { type Group, isInTime, TIME_GROUPINGS, type TimeGroup } from '../groupings.ts';
import type { SalesQuestion } from '../question.ts';
import { writeSales } from '../slots.ts';
import { type Change, changeOf, NO_SALES } from '../sums.ts';
import { salesWords } from '../words/words.ts';
import {
  comparedByKey,
  comparedByPlace,
  comparedByWeekday,
  isPaired,
  type PairedGroup,
} from './comparedGroups.ts';
import {
  isLong,
  lackingIn,
  type ReadPeriod,
  readSalesPeriod,
  type SalesParts,
  type SalesPeriod,
} from './period.ts';

/** A row of two periods with its change; undefined where the periods or rows can't be compared. */
export interface ComparedGroup extends PairedGroup {
  readonly change: Change | undefined;
}

/** A period compared with an earlier one. */
export interface ComparedPeriods {
  readonly now: SalesPeriod;
  readonly before: SalesPeriod;
  /**
   * Undefined where the sales of the earlier period aren't known as a whole, or where stores were closed on all days of
   * one of them.
   */
  readonly change: Change | undefined;
  readonly groups: readonly ComparedGroup[];
}

/** The answer to `/sales compare`. */
export interface ComparisonAnswer extends ComparedPeriods {
  readonly about: 'comparison';
  readonly question: Extract<SalesQuestion, { kind: 'compare' }>;
  readonly named: readonly CountedName[];
  /** How the earlier period relates to the later one; undefined for days that a person chose freely. */
  readonly relation: PeriodRelation | undefined;
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
  const { by, selection } = question;
  const compared = comparePeriods(now, before, by, namedIn(selection) > 0);
  const groups = keptRows(compared.groups, question, (group) => group.now ?? NO_SALES);
  return {
    about: 'comparison',
    question,
    ...compared,
    named: countedNames(selection, parts.idsNamed),
    relation: relationOf(question.days, question.against, parts),
    ...(isInTime(by) ? { groups, groupCount: groups.length } : chosenRows(groups, question, most)),
    notOpen: notOpenOf(question, parts.stores),
  };
}

/** Compares two periods with all their rows. `isNarrowed`: of some products or stores only. */
export function comparePeriods(
  now: ReadPeriod,
  before: ReadPeriod,
  by: Group,
  isNarrowed: boolean,
): ComparedPeriods {
  const periods = { now: now.period, before: before.period };
  const [{ days }, { days: daysBefore }] = [now.period, before.period];
  const byPlace = by === 'day' ? comparedByWeekday : comparedByPlace;
  const pairs = isInTime(by)
    ? byPlace(now.groups, before.groups, keysOf(days, by), keysOf(daysBefore, by))
    : comparedByKey(now.groups, before.groups);
  const isComparable =
    isKnown(before, now, isNarrowed) && now.openDays.length > 0 && before.openDays.length > 0;
  const openDaysIn = ({ openDays }: ReadPeriod, key: string) =>
    isInTime(by) ? openDays.filter((day) => TIME_GROUPINGS[by].keyOf(day) === key).length : openDays.length;
  const changeOfPair = (pair: PairedGroup): Change | undefined => {
    const openDays = openDaysIn(now, pair.key);
    const openDaysBefore = openDaysIn(before, pair.keyBefore ?? pair.key);
    if (!isComparable || !isPaired(pair) || openDays === 0 || openDaysBefore === 0) return undefined;
    return changeOf(pair.now ?? NO_SALES, openDays, pair.before ?? NO_SALES, openDaysBefore);
  };
  return {
    ...periods,
    change: isComparable
      ? changeOf(now.period.totals, now.openDays.length, before.period.totals, before.openDays.length)
      : undefined,
    groups: pairs.map((pair) => ({ ...pair, change: changeOfPair(pair) })),
  };
}

/**
 * Whether the sales of the earlier period are known. `firstSales` is set for a range that begins long before its first
 * sales: known sales begin once, so where both periods have it, the product is seasonal.
 */
function isKnown({ period: before }: ReadPeriod, { period: now }: ReadPeriod, isNarrowed: boolean): boolean {
  if (lackingIn(before).length > 0) return false;
  if (before.totals.rows > 0) return before.firstSales === undefined || now.firstSales !== undefined;
  if (now.firstSales !== undefined) return false;
  return isNarrowed || !isLong(before.days);
}

/** The keys of a range's rows, in order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}
