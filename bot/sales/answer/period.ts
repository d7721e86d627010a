import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Store } from 'retail-data-client/operations/stores';
import { ParseError } from '../../parse/parseError.ts';
import { type IdsNamed, MEANINGS, type PickedIds, pickedNow, requireNamed } from '../../parse/selection.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import { type Group, isInTime, NO_GROUP, TIME_GROUPINGS, type TimeGroup } from '../groupings.ts';
import type { LiveSums } from '../live/read.ts';
import type { SalesQuestion } from '../question.ts';
import type {
  Coverage,
  DayCoverage,
  PairPart,
  SalesGrouping,
  SalesGroupSum,
  SalesReader,
  SalesSums,
  SalesSumsQuestion,
  SalesTotals,
} from '../reader.ts';
import { writeSales } from '../slots.ts';
import { addUp, addUpPairs, arrangeGroups, arrangePairs, NO_SALES } from '../sums.ts';
import { salesWords } from '../words/words.ts';

/** Where sums come from, and which days they lack. */
export interface SalesSource {
  /** `database`: stored. `service`: a range that isn't stored, fetched for this question. */
  readonly from: 'database' | 'service';
  /** Epoch milliseconds: the sums are as the service had them then or later. Undefined when nothing is stored. */
  readonly asOf: number | undefined;
  /** Days of the range that aren't in the sums, in order. */
  readonly missing: readonly string[];
  /** Days that were fetched and had no sales at all, such as Sundays; undefined where that isn't known. */
  readonly empty: readonly string[] | undefined;
  /** The first stored day; set where the service has no sales of the days before it. */
  readonly oldest?: string;
}

/** Sums of a range: volumes are integer millilitres, quantities items. */
export interface SalesPeriod {
  readonly days: DayRange;
  readonly totals: SalesTotals;
  readonly source: SalesSource;
  /** The first day with sales, where the range begins well before it: sales of the days before aren't known. */
  readonly firstSales: string | undefined;
}

export interface ReadPeriod {
  readonly period: SalesPeriod;
  /** Days on which stores were open, as far as sales are known. */
  readonly openDays: readonly string[];
  readonly groups: readonly SalesGroupSum[];
  readonly groupCount: number;
}

/** Where figures come from. */
export interface FigureParts {
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks the service for a range that isn't stored; undefined for stored days only. @throws RetailDataError */
  readonly live: ((question: SalesSumsQuestion) => Promise<LiveSums>) | undefined;
}

interface PeriodParts extends FigureParts {
  readonly idsNamed: IdsNamed;
  /** Undefined for a product without a group. */
  readonly groupOf: (productId: string) => string | undefined;
}

export interface SalesParts extends PeriodParts {
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay' | 'ownProducts'>;
  readonly calendar: Calendar;
  /** All stores; undefined until they have been fetched. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
}

/**
 * Reads the sales of a period, with at most `largest` groups of products or stores, from the database or, for days that
 * aren't stored, from the service. @throws ParseError, RetailDataError
 */
export async function readSalesPeriod(
  question: SalesQuestion,
  days: DayRange,
  parts: PeriodParts,
  largest?: number,
): Promise<ReadPeriod> {
  const { by, selection } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  requireNamed(selection, parts.idsNamed, 'sales');
  const picked = pickedNow(selection, parts.idsNamed);
  const isOfGroups = by === 'group' || and === 'group';
  const read = await readPeriod(
    {
      ...days,
      ...(and === undefined ? { by: readAs(by) } : { by: 'day', pair: [partOf(by), partOf(and)] }),
      picked,
      ...(largest === undefined || isOfGroups ? {} : { largest }),
    },
    parts,
  );
  if (read.period.totals.rows === 0) await requireSomeLeft(picked, days, parts);
  if (isOfGroups) return { ...read, ...inGroups(read.groups, question, parts.groupOf, largest) };
  if (and !== undefined || !isInTime(by) || by === readAs(by)) return read;
  const groups = summedBy(read.groups, by);
  return { ...read, groups, groupCount: groups.length };
}

/** Reads sums, from the service where the database can't answer. @throws RetailDataError */
export async function readPeriod(
  asked: SalesSumsQuestion,
  { sales, clock, live }: FigureParts,
): Promise<ReadPeriod> {
  const days = { from: asked.from, to: asked.to };
  const stored = await sales.salesOf(asked);
  const newest = await sales.newestDay();
  if (live === undefined || canAnswer(stored, newest)) {
    const isByDay = asked.by === 'day' && asked.pair === undefined;
    const groups = isByDay ? withQuietDays(stored) : stored.groups;
    return {
      period: { days, totals: stored.totals, ...sourceOf(stored.coverage) },
      openDays: openDaysOf(days, stored.coverage.days),
      groups,
      groupCount: Math.max(groups.length, stored.groupCount),
    };
  }
  const asOf = clock.now();
  const sums = await live(asked);
  const { totals, groups, groupCount, firstSold, daysSold } = sums;
  const firstSales = firstAfterGap(days, firstSold);
  const known = { from: firstSales ?? days.from, to: days.to };
  const oldest = totals.rows === 0 ? await sales.oldestDay() : undefined;
  const source: SalesSource = {
    from: 'service',
    asOf,
    ...withoutSales(known, sums, stored.coverage.missing, newest),
    ...(oldest === undefined || asked.to >= oldest ? {} : { oldest }),
  };
  return {
    period: { days, totals, source, firstSales },
    openDays: daysSold === undefined ? openDaysOf(known, undefined) : [...daysSold],
    groups,
    groupCount,
  };
}

/** @throws ParseError where all that was chosen, or all that sold, is left out */
async function requireSomeLeft(picked: PickedIds, days: DayRange, parts: PeriodParts): Promise<void> {
  const soldOf = async (picked?: PickedIds) => {
    const { period } = await readPeriod({ ...days, by: 'day', picked }, parts);
    return period.totals.rows;
  };
  for (const meaning of MEANINGS) {
    const { [meaning]: of } = picked;
    if (of === undefined) continue;
    const isNoneLeft = of.isLeftOut
      ? (await soldOf({ [meaning]: of })) === 0 && (await soldOf()) > 0
      : of.ids.length === 0;
    if (isNoneLeft) throw new ParseError((t) => salesWords(t).nothingLeft[meaning], '/sales help');
  }
}

/** Adds up sums of products to sums of their groups. @throws ParseError when no product has a group */
function inGroups(
  products: readonly SalesGroupSum[],
  question: SalesQuestion,
  groupOf: PeriodParts['groupOf'],
  largest: number | undefined,
) {
  const { by } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  const keyIn = (grouping: Group, key: string) => (grouping === 'group' ? (groupOf(key) ?? NO_GROUP) : key);
  const sums = addUpPairs(
    products.map((sum) => ({
      ...sum,
      key: keyIn(by, sum.key),
      ...(and === undefined || sum.second === undefined ? {} : { second: keyIn(and, sum.second) }),
    })),
  );
  const isGrouped = sums.some(({ key, second }) => (by === 'group' ? key : second) !== NO_GROUP);
  if (sums.length > 0 && !isGrouped) {
    throw new ParseError((t) => salesWords(t).ungrouped, writeSales({ ...question, by: 'product' }));
  }
  return and === undefined
    ? arrangeGroups(sums, { by: 'product', largest })
    : arrangePairs(sums, isInTime(by), isInTime(and), largest);
}

/** The grouping that the reader knows: it has no groups of products, and of time only days and weeks. */
function readAs(by: Group): SalesGrouping {
  if (by === 'group') return 'product';
  return isInTime(by) ? TIME_GROUPINGS[by].readBy : by;
}

function partOf(by: Group): PairPart {
  return by === 'group' ? 'product' : by;
}

/** Adds up sums of days to sums of weeks, months or weekdays, in order. */
function summedBy(days: readonly SalesGroupSum[], by: TimeGroup): SalesGroupSum[] {
  return [...Map.groupBy(days, ({ key }) => TIME_GROUPINGS[by].keyOf(key))]
    .map(([key, ofKey]) => ({ key, ...addUp(ofKey) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * Whether the database can answer. The service has no sales yet of days after `newest`, the latest stored day, so a range
 * that lacks only such days is answered from the database, unless it has no other days.
 */
function canAnswer({ coverage }: SalesSums, newest: string | undefined): boolean {
  if (coverage.missing.length === 0) return true;
  if (newest === undefined || coverage.missing.length === coverage.days.length) return false;
  return coverage.missing.every((day) => day > newest);
}

function sourceOf({ asOf, missing, days }: Coverage): Pick<SalesPeriod, 'source' | 'firstSales'> {
  const [from, to] = [days[0]?.salesDate ?? '', days.at(-1)?.salesDate ?? ''];
  const firstSold = days.find(({ state }) => state === 'held')?.salesDate;
  const firstSales = firstAfterGap({ from, to }, firstSold);
  const empty = days
    .filter(({ state, salesDate }) => state === 'empty' && salesDate >= (firstSales ?? from))
    .map(({ salesDate }) => salesDate);
  return { source: { from: 'database', asOf, missing, empty }, firstSales };
}

/** The first day with sales; undefined unless the range begins well before it. */
function firstAfterGap({ from }: DayRange, firstSold: string | undefined): string | undefined {
  if (firstSold === undefined || firstSold <= from) return undefined;
  return isLong({ from, to: dateOf(dayOf(firstSold) - 1) }) ? firstSold : undefined;
}

/** The days without sales in the service's answer: open days that it may still deliver are `missing`, others `empty`. */
function withoutSales(
  days: DayRange,
  { totals, daysSold }: LiveSums,
  notStored: readonly string[],
  newest = '',
): Pick<SalesSource, 'missing' | 'empty'> {
  if (daysSold === undefined || totals.rows === 0) return { missing: [], empty: undefined };
  const last = [...daysSold].sort().at(-1) ?? '';
  const isToCome = (day: string) =>
    day > last && day > newest && isOpenDay(dayOf(day)) && notStored.includes(day);
  const without = daysIn(days).filter((day) => !daysSold.has(day));
  return { missing: without.filter(isToCome), empty: without.filter((day) => !isToCome(day)) };
}

/** Adds a row of 0 for days on which only other products or stores had sales. */
function withQuietDays({ groups, coverage }: SalesSums): SalesGroupSum[] {
  const sold = new Map(groups.map((group) => [group.key, group]));
  return coverage.days
    .filter(({ state }) => state === 'held')
    .map(({ salesDate }) => sold.get(salesDate) ?? { key: salesDate, ...NO_SALES });
}

/** Open days: those with any sale, or the calendar's where `coverage` is undefined. */
export function openDaysOf(days: DayRange, coverage: readonly DayCoverage[] | undefined): readonly string[] {
  if (coverage === undefined) return daysIn(days).filter((day) => isOpenDay(dayOf(day)));
  return coverage.filter(({ state }) => state === 'held').map(({ salesDate }) => salesDate);
}

/** Whether no store was open on any of these days, by the calendar. */
export function isClosed(days: DayRange): boolean {
  return openDaysOf(days, undefined).length === 0;
}

/** Open days that the sums lack. A Sunday or holiday isn't waited for, though it settles only later. */
export function lackingIn({ source }: Pick<SalesPeriod, 'source'>): readonly string[] {
  return source.missing.filter((day) => isOpenDay(dayOf(day)));
}

/** If more open days than these have no sales, it isn't a holiday: their sales aren't known. */
const OPEN_DAYS_OF_WEEK = 6;

/** Whether these days have more open days than a holiday can explain. */
export function isLong(days: DayRange): boolean {
  return openDaysOf(days, undefined).length > OPEN_DAYS_OF_WEEK;
}
