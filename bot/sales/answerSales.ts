import type { Calendar } from 'retail-data-client/calendar/calendar';
import { isStoreStatus, type Store } from 'retail-data-client/operations/stores';
import { relationOf } from '../parse/dates/period.ts';
import { nearestNumber } from '../parse/didYouMean.ts';
import type { IdsNamed } from '../parse/namedNow.ts';
import type { NameOfMany, Side } from '../parse/narrowing.ts';
import { ParseError } from '../parse/parseError.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { numberOf } from '../text/idNumbers.ts';
import {
  type ComparisonAnswer,
  MOST_COURSES,
  type SalesAnswer,
  type SideSum,
  type StoreNotOpen,
} from './answer.ts';
import { comparedByKey, comparedByPlace, comparedByWeekday } from './comparedGroups.ts';
import { comparePeriods, isLong, type PeriodFigure } from './comparison.ts';
import { isInTime, type TimeGroup } from './groupings.ts';
import { addUp } from './queries.ts';
import { isCut, type Narrowing, type SalesQuestion, type Sides } from './question.ts';
import type { SalesGroupSum, SalesReader } from './reader.ts';
import { type PeriodParts, type ReadPeriod, readSalesPeriod } from './readPeriod.ts';
import { returnsOf } from './returns.ts';
import { TIME_GROUPINGS } from './timeGroupings.ts';
import { writeSales } from './write.ts';

type Sales = Extract<SalesQuestion, { kind: 'sales' }>;
type Compare = Extract<SalesQuestion, { kind: 'compare' }>;

/** What answers about sales are read from. */
export interface SalesParts extends PeriodParts {
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay' | 'ownProducts'>;
  readonly calendar: Calendar;
  /** All stores; undefined while nobody knows them. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
}

/** The sums of a period, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function answerSales(question: Sales, most: number, parts: SalesParts): Promise<SalesAnswer> {
  const isRanked = isCut(question) || question.returns === true || question.sides !== undefined;
  const read = await readSalesPeriod(question, question.days, parts, isRanked ? undefined : most);
  if (read.period.totals.rows === 0) await requireKnownSold(question, parts);
  const { groups, groupCount } = isRanked ? ranked(read.groups, question, most) : read;
  const sides =
    question.sides === undefined ? undefined : await sumsOfSides(question, question.sides, read, parts);
  return {
    about: 'sales',
    question,
    ...read.period,
    allSales: isShareOfAll(question) ? await allSales(question, parts) : undefined,
    named: counted(question.names, parts.idsNamed),
    groups,
    groupCount,
    sides,
    notOpen: notOpenOf(question, parts.stores),
  };
}

/** A period beside an earlier one, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function compareSales(
  question: Compare,
  most: number,
  parts: SalesParts,
): Promise<ComparisonAnswer> {
  if (question.returns === true) {
    const { against: _, ...asked } = question;
    throw new ParseError((t) => t.sales.returnsNotCompared, writeSales({ ...asked, kind: 'sales' }));
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
    groups: inTime ? groups : cut(groups, question, most),
    groupCount: groups.length,
    notOpen: notOpenOf(question, parts.stores),
  };
}

function counted(names: readonly NameOfMany[] = [], idsNamed: IdsNamed) {
  return names.map((name) => ({ ...name, count: idsNamed(name).length }));
}

function numbersOf({ ids, names }: Side, idsNamed: IdsNamed): Set<number | string> {
  return new Set([...ids, ...names.flatMap((name) => idsNamed(name))].map((id) => numberOf(id) ?? id));
}

/** What each side of "oslo vs bergen" sold, however the rows are grouped. */
async function sumsOfSides(
  question: Sales,
  sides: Sides,
  read: ReadPeriod,
  parts: SalesParts,
): Promise<SideSum[]> {
  const { idsNamed } = parts;
  const { of, each } = sides;
  const { productIds = [], storeIds = [], names = [] } = question.without ?? {};
  const leftOut = numbersOf(
    {
      ids: of === 'product' ? productIds : storeIds,
      names: names.filter(({ meaning }) => meaning === of),
    },
    idsNamed,
  );
  const numbersIn = (side: Side) =>
    new Set([...numbersOf(side, idsNamed)].filter((number) => !leftOut.has(number)));
  // "Gin vs cider by:week": what each side sold, row by row.
  if (isInColumns(question)) {
    const others = question.names?.filter(({ meaning }) => meaning !== of) ?? [];
    return Promise.all(
      each.map(async (side) => {
        const ids = of === 'product' ? { productIds: side.ids } : { storeIds: side.ids };
        const ofSide = { ...question, ...ids, names: [...others, ...side.names] };
        const { groups, period } = await readSalesPeriod(ofSide, question.days, parts);
        return { side, count: numbersIn(side).size, sum: period.totals, groups };
      }),
    );
  }
  const { and, ...asked } = question;
  const isRead = question.by === of && and === undefined;
  const { groups } = isRead ? read : await readSalesPeriod({ ...asked, by: of }, question.days, parts);
  return each.map((side) => {
    const numbers = numbersIn(side);
    const ofSide = groups.filter(({ key }) => numbers.has(numberOf(key) ?? key));
    const listed =
      question.returns === true ? ofSide.filter((group) => returnsOf(group) !== undefined) : ofSide;
    return { side, count: numbers.size, sum: addUp(ofSide), groups: listed };
  });
}

async function allSales({ names: _, ...question }: Sales, parts: SalesParts) {
  const all = { ...question, productIds: [], storeIds: [], by: 'day' } as const;
  return (await readSalesPeriod(all, question.days, parts)).period.totals;
}

function notOpenOf(
  { storeIds: asked }: SalesQuestion,
  stores: SalesParts['stores'],
): readonly StoreNotOpen[] {
  const wanted = new Set(asked.map((id) => numberOf(id) ?? id));
  return (stores() ?? []).flatMap(({ storeId, status }) =>
    isStoreStatus(status) && status !== 'Open' && wanted.has(numberOf(storeId) ?? storeId)
      ? [{ storeId, status }]
      : [],
  );
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

/** Whether each side has a column of its own beside days, or beside what the sides are not of. */
export function isInColumns({ by, and, share, sides, ...question }: Sales): boolean {
  return (
    by !== sides?.of &&
    !(by === 'group' && sides?.of === 'product') &&
    and === undefined &&
    share === undefined &&
    !isCut(question) &&
    sides !== undefined &&
    sides.each.length <= MOST_COURSES
  );
}

/** "The share of gin" is its part of everything, and not what gin consists of. */
function isShareOfAll(question: Sales): boolean {
  return question.share === true && namedIn(question) === 1 && question.without === undefined;
}

/** How many products, stores and names narrow a question. */
function namedIn({ productIds, storeIds, names = [] }: Narrowing): number {
  return productIds.length + storeIds.length + names.length;
}

/** The largest or smallest of what was asked for; all days and weeks stay in their order. */
function ranked(
  read: readonly SalesGroupSum[],
  question: Sales,
  most: number,
): { readonly groups: readonly SalesGroupSum[]; readonly groupCount: number } {
  const { by, and, returns } = question;
  const groups = returns === true ? read.filter((group) => returnsOf(group) !== undefined) : read;
  const groupCount = groups.length;
  if (!isCut(question) && isInTime(by)) return { groups, groupCount };
  if (!isCut(question) && and !== undefined) return { groups: groups.slice(0, most), groupCount };
  const size = (group: SalesGroupSum) => (returns === true ? group.returnedMillilitres : group.millilitres);
  const largest = groups.toSorted((one, other) => size(other) - size(one));
  return { groups: cut(largest, question, most), groupCount };
}

/** Of rows by volume, those that were asked for. */
function cut<Row>(largest: readonly Row[], { top, bottom }: SalesQuestion, most: number): readonly Row[] {
  const first = bottom === undefined ? largest : largest.toReversed();
  return first.slice(0, Math.min(top ?? bottom ?? most, most));
}

/** The days, weeks or other rows of a range in their order. */
function keysOf(days: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  return all ?? [...new Set(daysIn(days).map(keyOf))];
}

/**
 * No sales may mean that there is no such product or store; that is said instead of "nothing sold".
 * @throws ParseError
 */
export async function requireKnownSold(
  question: SalesQuestion,
  { sales, stores }: Pick<SalesParts, 'stores'> & { readonly sales: Pick<SalesReader, 'ownProducts'> },
): Promise<void> {
  const { productIds } = question;
  const own = await sales.ownProducts();
  const strange = notIn(productIds, own);
  const [first] = strange;
  // A group may have products that are never sold beside those that are.
  if (first !== undefined && own.length > 0 && strange.length === productIds.length) {
    const near = strange.length === 1 ? nearestNumber(first, own) : undefined;
    throw new ParseError(
      (t) => t.sales.unknownProducts(first, strange.length),
      suggested(question, 'productIds', first, near),
    );
  }
  const known = (stores() ?? []).map(({ storeId }) => storeId);
  const [nowhere] = notIn(question.storeIds, known);
  if (nowhere !== undefined && known.length > 0) {
    throw new ParseError(
      (t) => t.sales.unknownStore(nowhere),
      suggested(question, 'storeIds', nowhere, nearestNumber(nowhere, known)),
    );
  }
}

/** The question with another number. */
function suggested(
  question: SalesQuestion,
  of: 'productIds' | 'storeIds',
  number: string,
  near: string | undefined,
): string {
  const isBesideOthers = question.kind === 'sales' && question.sides !== undefined;
  if (near === undefined || isBesideOthers) return '/sales help';
  return writeSales({ ...question, [of]: question[of].map((id) => (id === number ? near : id)) });
}

function notIn(asked: readonly string[], known: readonly string[]): string[] {
  const numbers = new Set(known.map((id) => numberOf(id) ?? id));
  return asked.filter((id) => !numbers.has(numberOf(id) ?? id));
}
