import type { Calendar } from 'retail-data-client/core';
import { relationOf } from '../parser/dates/period.ts';
import { nearestNumber } from '../parser/didYouMean.ts';
import { formatCommand } from '../parser/formatCommand.ts';
import { isInTime, type TimeGroup } from '../parser/groupings.ts';
import { ParseError } from '../parser/parseError.ts';
import type { NameOfMany, Narrowing, SalesFigures, Sides } from '../parser/question.ts';
import { addUp, type HeldSums } from '../sales/queries.ts';
import type { Coverage, SalesGroupSum, SalesReader, SalesSums, SalesSumsQuestion } from '../sales/reader.ts';
import type { DayRange } from '../text/dayRange.ts';
import { numberOf } from '../text/idNumbers.ts';
import { comparedByKey, comparedByPlace } from './comparedGroups.ts';
import { comparePeriods } from './comparison.ts';
import { TIME_GROUPINGS } from './groupings.ts';
import { returnsOf } from './returns.ts';
import type { ComparisonAnswer, SalesAnswer, SalesPeriod, SalesSource, SideSum } from './salesAnswer.ts';

export interface SalesPorts {
  readonly sales: SalesReader;
  readonly calendar: Calendar;
  now(): number;
  /** Asks the service for a range that is not held. @throws RetailDataError */
  live(question: SalesSumsQuestion): Promise<HeldSums>;
  /** Numbers of all stores; undefined while nobody knows them. */
  storeIds(): Promise<readonly string[] | undefined>;
  /** Numbers of all that have a name now. */
  idsNamed(name: NameOfMany): readonly string[];
}

type Sales = Extract<SalesFigures, { kind: 'sales' }>;
type Compare = Extract<SalesFigures, { kind: 'compare' }>;

/** The sums of a period, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function answerSales(ports: SalesPorts, question: Sales, most: number): Promise<SalesAnswer> {
  const isRanked = question.top !== undefined || question.returns === true || question.sides !== undefined;
  const read = await readPeriod(ports, question, question.days, isRanked ? undefined : most);
  if (read.period.totals.rows === 0) await requireKnown(ports, question);
  const { groups, groupCount } = isRanked ? ranked(read.groups, question, most) : read;
  const sides =
    question.sides === undefined ? undefined : await sumsOfSides(ports, question, question.sides, read);
  return { about: 'sales', question, ...read.period, groups, groupCount, sides };
}

/** What each side of "oslo vs bergen" sold, however the rows are grouped. */
async function sumsOfSides(
  ports: SalesPorts,
  question: Sales,
  { of, each }: Sides,
  read: ReadPeriod,
): Promise<SideSum[]> {
  const { groups } =
    question.by === of ? read : await readPeriod(ports, { ...question, by: of }, question.days);
  return each.map((side) => {
    const ids = new Set(
      [...side.ids, ...side.names.flatMap((name) => ports.idsNamed(name))].map((id) => numberOf(id) ?? id),
    );
    const ofSide = groups.filter(({ key }) => ids.has(numberOf(key) ?? key));
    return { side, count: ids.size, sum: addUp(ofSide), groups: ofSide };
  });
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

/** A period beside an earlier one. @throws ParseError, RetailDataError */
export async function answerComparison(
  ports: SalesPorts,
  question: Compare,
  most: number,
): Promise<ComparisonAnswer> {
  if (question.returns === true) {
    const { against: _, ...asked } = question;
    throw new ParseError(
      'Returns are shown of one period; they are not compared.',
      formatCommand({ ...asked, kind: 'sales' }),
    );
  }
  const [now, before] = await Promise.all([
    readPeriod(ports, question, question.days),
    readPeriod(ports, question, question.against),
  ]);
  if (now.period.totals.rows === 0 && before.period.totals.rows === 0) await requireKnown(ports, question);
  const { by } = question;
  const inTime = isInTime(by);
  const groups = inTime
    ? comparedByPlace(
        now.groups,
        before.groups,
        keysOf(ports.calendar, question.days, by),
        keysOf(ports.calendar, question.against, by),
      )
    : comparedByKey(now.groups, before.groups);
  return {
    about: 'comparison',
    question,
    now: now.period,
    before: before.period,
    relation: relationOf(question.days, question.against, ports),
    volume:
      now.held === undefined || before.held === undefined
        ? undefined
        : comparePeriods(
            { value: now.period.totals.millilitres, days: now.held.days },
            { value: before.period.totals.millilitres, days: before.held.days },
          ),
    groups: inTime ? groups : groups.slice(0, Math.min(question.top ?? most, most)),
    groupCount: groups.length,
  };
}

interface ReadPeriod {
  readonly period: SalesPeriod;
  /** Undefined where the service was asked. */
  readonly held: Coverage | undefined;
  readonly groups: readonly SalesGroupSum[];
  readonly groupCount: number;
}

async function readPeriod(
  ports: SalesPorts,
  question: SalesFigures,
  days: DayRange,
  largest?: number,
): Promise<ReadPeriod> {
  const { by } = question;
  const readBy = isInTime(by) ? TIME_GROUPINGS[by].readBy : by;
  const { productIds, storeIds } = await withoutLeftOut(ports, question, days);
  const read = await readSums(ports, {
    ...days,
    by: readBy,
    ...(productIds.length === 0 ? {} : { productIds }),
    ...(storeIds.length === 0 ? {} : { storeIds }),
    ...(largest === undefined ? {} : { largest }),
  });
  if (!isInTime(by) || by === readBy) return read;
  const groups = summedBy(read.groups, by);
  return { ...read, groups, groupCount: groups.length };
}

interface Numbers {
  readonly productIds: readonly string[];
  readonly storeIds: readonly string[];
}

/** The numbers of everything that is named. @throws ParseError for a name that nothing has any more */
function numbersOf(ports: SalesPorts, { productIds, storeIds, names = [] }: Narrowing): Numbers {
  const named = names.map((name) => ({ ...name, ids: ports.idsNamed(name) }));
  const gone = named.find(({ ids }) => ids.length === 0);
  if (gone !== undefined) {
    throw new ParseError((t) => t.parser.names.noLongerNamed(gone.meaning, gone.words), '/sales help');
  }
  const all = (wanted: NameOfMany['meaning'], ids: readonly string[]) => [
    ...new Set([...ids, ...named.flatMap(({ meaning, ids }) => (meaning === wanted ? ids : []))]),
  ];
  return { productIds: all('product', productIds), storeIds: all('store', storeIds) };
}

/**
 * The products and stores that are asked for when some are left out: the others of those that were sold in these days.
 * @throws ParseError when that leaves none
 */
async function withoutLeftOut(ports: SalesPorts, question: SalesFigures, days: DayRange): Promise<Numbers> {
  const { productIds, storeIds } = numbersOf(ports, question);
  const without = question.without === undefined ? undefined : numbersOf(ports, question.without);
  const others = async (by: 'product' | 'store', asked: readonly string[], leftOut: readonly string[]) => {
    if (leftOut.length === 0) return asked;
    const all =
      asked.length > 0 ? asked : (await readSums(ports, { ...days, by })).groups.map(({ key }) => key);
    const gone = new Set(leftOut.map((id) => numberOf(id) ?? id));
    const kept = all.filter((id) => !gone.has(numberOf(id) ?? id));
    if (all.length === 0 || kept.length > 0) return kept;
    throw new ParseError(`Without these ${by}s there is nothing left to show.`, '/sales help');
  };
  return {
    productIds: await others('product', productIds, without?.productIds ?? []),
    storeIds: await others('store', storeIds, without?.storeIds ?? []),
  };
}

/** Sums of days as those of their months, or whatever else they are asked by, in their order. */
function summedBy(days: readonly SalesGroupSum[], by: TimeGroup): SalesGroupSum[] {
  return [...Map.groupBy(days, ({ key }) => TIME_GROUPINGS[by].keyOf(key))]
    .map(([key, ofKey]) => ({ key, ...addUp(ofKey) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

async function readSums(ports: SalesPorts, asked: SalesSumsQuestion): Promise<ReadPeriod> {
  const days = { from: asked.from, to: asked.to };
  const held = await ports.sales.salesOf(asked);
  if (isHeld(held, await ports.sales.newestDay())) {
    const groups = asked.by === 'day' ? withQuietDays(held) : held.groups;
    return {
      period: { days, totals: held.totals, source: sourceOf(held.coverage) },
      held: held.coverage,
      groups,
      groupCount: Math.max(groups.length, held.groupCount),
    };
  }
  const asOf = ports.now();
  const { totals, groups, groupCount } = await ports.live(asked);
  const source: SalesSource = { from: 'service', asOf, missing: [], empty: undefined };
  return { period: { days, totals, source }, held: undefined, groups, groupCount };
}

/**
 * True when the database can answer. A day behind the newest that is held has not been delivered yet, and asking for
 * it would not bring it: it is named as missing, as long as there is something to answer with.
 */
function isHeld({ coverage }: SalesSums, newest: string | undefined): boolean {
  if (coverage.missing.length === 0) return true;
  if (newest === undefined || coverage.missing.length === coverage.days.length) return false;
  return coverage.missing.every((day) => day > newest);
}

function sourceOf({ asOf, missing, days }: Coverage): SalesSource {
  const empty = days.filter(({ state }) => state === 'empty').map(({ salesDate }) => salesDate);
  return { from: 'database', asOf, missing, empty };
}

/** A day on which others were sold, but nothing of what was asked for, is a day of 0 litres and not one left out. */
function withQuietDays({ groups, coverage }: SalesSums): SalesGroupSum[] {
  const sold = new Map(groups.map((group) => [group.key, group]));
  return coverage.days
    .filter(({ state }) => state === 'held')
    .map(
      ({ salesDate }) =>
        sold.get(salesDate) ?? {
          key: salesDate,
          rows: 0,
          millilitres: 0,
          quantity: 0,
          returnedMillilitres: 0,
          returnedQuantity: 0,
        },
    );
}

/** The days, weeks or other rows of a range in their order. */
function keysOf(calendar: Calendar, { from, to }: DayRange, by: TimeGroup): readonly string[] {
  const { keyOf, all } = TIME_GROUPINGS[by];
  if (all !== undefined) return all;
  const keys = new Set<string>();
  for (let day = from; day <= to; day = calendar.addDays(day, 1)) keys.add(keyOf(day));
  return [...keys];
}

/** No sales may mean that there is no such product or store; that is said instead of "nothing sold". */
async function requireKnown(ports: SalesPorts, { productIds, storeIds }: SalesFigures): Promise<void> {
  const own = (await ports.sales.ownProducts()).map(({ productId }) => productId);
  const strange = own.length === 0 ? undefined : firstNotIn(productIds, own);
  if (strange !== undefined) {
    throw new ParseError(
      `Product ${strange} is not in your sales of the last 90 days.`,
      suggested('product', nearestNumber(strange, own)),
    );
  }
  const stores = (await ports.storeIds()) ?? [];
  const nowhere = stores.length === 0 ? undefined : firstNotIn(storeIds, stores);
  if (nowhere !== undefined) {
    throw new ParseError(`There is no store ${nowhere}.`, suggested('store', nearestNumber(nowhere, stores)));
  }
}

function suggested(key: 'product' | 'store', id: string | undefined): string {
  return id === undefined ? '/sales help' : `/sales ${key}:${id}`;
}

function firstNotIn(asked: readonly string[], known: readonly string[]): string | undefined {
  const numbers = new Set(known.map((id) => numberOf(id) ?? id));
  return asked.find((id) => !numbers.has(numberOf(id) ?? id));
}
