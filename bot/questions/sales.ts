import type { Calendar, Store } from 'retail-data-client/core';
import { relationOf } from '../parser/dates/period.ts';
import { nearestNumber } from '../parser/didYouMean.ts';
import { formatCommand } from '../parser/formatCommand.ts';
import { isInTime, type TimeGroup } from '../parser/groupings.ts';
import { ParseError } from '../parser/parseError.ts';
import type { NameOfMany, SalesFigures, Side, Sides } from '../parser/question.ts';
import { addUp } from '../sales/queries.ts';
import type { SalesGroupSum, SalesReader } from '../sales/reader.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { numberOf } from '../text/idNumbers.ts';
import { comparedByKey, comparedByPlace, comparedByWeekday } from './comparedGroups.ts';
import { comparePeriods, openDaysOf, type PeriodFigure } from './comparison.ts';
import { TIME_GROUPINGS } from './groupings.ts';
import { returnsOf } from './returns.ts';
import {
  type ComparisonAnswer,
  MOST_COURSES,
  type SalesAnswer,
  type SideSum,
  type StoreNotOpen,
} from './salesAnswer.ts';
import type { ReadPeriod, ReadSalesPeriod } from './salesPeriod.ts';

type Sales = Extract<SalesFigures, { kind: 'sales' }>;
type Compare = Extract<SalesFigures, { kind: 'compare' }>;

/** Answers questions about sales, with at most `most` groups of products or stores. */
export interface SalesAnswers {
  /** The sums of a period. @throws ParseError, RetailDataError */
  sums(question: Sales, most: number): Promise<SalesAnswer>;
  /** A period beside an earlier one. @throws ParseError, RetailDataError */
  compared(question: Compare, most: number): Promise<ComparisonAnswer>;
}

export interface SalesAnswersOptions {
  readonly readPeriod: ReadSalesPeriod;
  readonly sales: Pick<SalesReader, 'ownProducts'>;
  readonly calendar: Calendar;
  /** All stores; undefined while nobody knows them. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
  /** Numbers of all that have a name now. */
  readonly idsNamed: (name: NameOfMany) => readonly string[];
}

export function createSalesAnswers(options: SalesAnswersOptions): SalesAnswers {
  const { readPeriod, sales, calendar, stores, idsNamed } = options;

  const numbersOf = ({ ids, names }: Side) =>
    new Set([...ids, ...names.flatMap((name) => idsNamed(name))].map((id) => numberOf(id) ?? id));

  /** What each side of "oslo vs bergen" sold, however the rows are grouped. */
  const sumsOfSides = async (question: Sales, sides: Sides, read: ReadPeriod): Promise<SideSum[]> => {
    const { of, each } = sides;
    const { productIds = [], storeIds = [], names = [] } = question.without ?? {};
    const leftOut = numbersOf({
      ids: of === 'product' ? productIds : storeIds,
      names: names.filter(({ meaning }) => meaning === of),
    });
    const numbersIn = (side: Side) => new Set([...numbersOf(side)].filter((number) => !leftOut.has(number)));
    // "Gin vs cider by:week": what each side sold over time.
    if (isOverTime(question)) {
      const others = question.names?.filter(({ meaning }) => meaning !== of) ?? [];
      return Promise.all(
        each.map(async (side) => {
          const ids = of === 'product' ? { productIds: side.ids } : { storeIds: side.ids };
          const ofSide = { ...question, ...ids, names: [...others, ...side.names] };
          const { groups, period } = await readPeriod(ofSide, question.days);
          return { side, count: numbersIn(side).size, sum: period.totals, groups };
        }),
      );
    }
    const { groups } = question.by === of ? read : await readPeriod({ ...question, by: of }, question.days);
    return each.map((side) => {
      const numbers = numbersIn(side);
      const ofSide = groups.filter(({ key }) => numbers.has(numberOf(key) ?? key));
      const listed =
        question.returns === true ? ofSide.filter((group) => returnsOf(group) !== undefined) : ofSide;
      return { side, count: numbers.size, sum: addUp(ofSide), groups: listed };
    });
  };

  /** No sales may mean that there is no such product or store; that is said instead of "nothing sold". */
  const requireKnown = async ({ productIds, storeIds: wanted }: SalesFigures): Promise<void> => {
    const own = (await sales.ownProducts()).map(({ productId }) => productId);
    const strange = notIn(productIds, own);
    const [first] = strange;
    // A group may have products that are never sold beside those that are.
    if (first !== undefined && own.length > 0 && strange.length === productIds.length) {
      throw new ParseError(
        (t) => t.sales.unknownProducts(first, strange.length),
        suggested('product', strange.length === 1 ? nearestNumber(first, own) : undefined),
      );
    }
    const known = (stores() ?? []).map(({ storeId }) => storeId);
    const [nowhere] = notIn(wanted, known);
    if (nowhere !== undefined && known.length > 0) {
      throw new ParseError(
        (t) => t.sales.unknownStore(nowhere),
        suggested('store', nearestNumber(nowhere, known)),
      );
    }
  };

  const notOpenOf = ({ storeIds: asked }: SalesFigures): readonly StoreNotOpen[] => {
    const wanted = new Set(asked.map((id) => numberOf(id) ?? id));
    return (stores() ?? []).flatMap(({ storeId, status }) =>
      status !== 'Open' && wanted.has(numberOf(storeId) ?? storeId) ? [{ storeId, status }] : [],
    );
  };

  return {
    async sums(question, most) {
      const isRanked =
        question.top !== undefined || question.returns === true || question.sides !== undefined;
      const read = await readPeriod(question, question.days, isRanked ? undefined : most);
      if (read.period.totals.rows === 0) await requireKnown(question);
      const { groups, groupCount } = isRanked ? ranked(read.groups, question, most) : read;
      const sides =
        question.sides === undefined ? undefined : await sumsOfSides(question, question.sides, read);
      const notOpen = notOpenOf(question);
      return { about: 'sales', question, ...read.period, groups, groupCount, sides, notOpen };
    },

    async compared(question, most) {
      if (question.returns === true) {
        const { against: _, ...asked } = question;
        throw new ParseError((t) => t.sales.returnsNotCompared, formatCommand({ ...asked, kind: 'sales' }));
      }
      const [now, before] = await Promise.all([
        readPeriod(question, question.days),
        readPeriod(question, question.against),
      ]);
      if (now.period.totals.rows === 0 && before.period.totals.rows === 0) await requireKnown(question);
      const { by } = question;
      const inTime = isInTime(by);
      const byPlace = by === 'day' ? comparedByWeekday : comparedByPlace;
      const groups = inTime
        ? byPlace(now.groups, before.groups, keysOf(question.days, by), keysOf(question.against, by))
        : comparedByKey(now.groups, before.groups);
      return {
        about: 'comparison',
        question,
        now: now.period,
        before: before.period,
        relation: relationOf(question.days, question.against, { calendar }),
        volume: comparePeriods(volumeOf(now), volumeOf(before)),
        groups: inTime ? groups : groups.slice(0, Math.min(question.top ?? most, most)),
        groupCount: groups.length,
        notOpen: notOpenOf(question),
      };
    },
  };
}

function volumeOf({ period, held }: ReadPeriod): PeriodFigure {
  const { days, totals, source } = period;
  return { value: totals.millilitres, openDays: openDaysOf(days, held?.days), missing: source.missing };
}

/** Whether each side has a row for each day or week, and not one sum. */
export function isOverTime({ by, top, sides }: Sales): boolean {
  return isInTime(by) && top === undefined && sides !== undefined && sides.each.length <= MOST_COURSES;
}

/** The largest of what was asked for; all days and weeks stay in their order. */
function ranked(
  read: readonly SalesGroupSum[],
  { by, top, returns }: Sales,
  most: number,
): { readonly groups: readonly SalesGroupSum[]; readonly groupCount: number } {
  const groups = returns === true ? read.filter((group) => returnsOf(group) !== undefined) : read;
  const groupCount = groups.length;
  if (top === undefined && isInTime(by)) return { groups, groupCount };
  const size = (group: SalesGroupSum) => (returns === true ? group.returnedMillilitres : group.millilitres);
  const largest = groups.toSorted((one, other) => size(other) - size(one));
  return { groups: largest.slice(0, Math.min(top ?? most, most)), groupCount };
}

/** The days, weeks or other rows of a range in their order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}

function suggested(key: 'product' | 'store', id: string | undefined): string {
  return id === undefined ? '/sales help' : `/sales ${key}:${id}`;
}

function notIn(asked: readonly string[], known: readonly string[]): string[] {
  const numbers = new Set(known.map((id) => numberOf(id) ?? id));
  return asked.filter((id) => !numbers.has(numberOf(id) ?? id));
}
