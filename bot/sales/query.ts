import { dateOf, dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { QUERY, type Query } from '../figures/query.ts';
import { type Group, isInTime, isPaired, keyIn, type Pair, pairs, ROWS } from '../figures/rows.ts';
import { type IdsNamed, MEANINGS, pickedNow, requireNamed } from '../parse/selection.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { isCut } from './filters.ts';
import type { LiveSums } from './live/read.ts';
import type { LiveAnswer } from './live/turns.ts';
import type { SalesQuestion } from './question.ts';
import type {
  Coverage,
  DayCoverage,
  PairPart,
  SalesFigures,
  SalesGroupSum,
  SalesReader,
  SalesSums,
  SalesSumsQuestion,
  SalesTotals,
} from './reader.ts';
import { addUpPairs, arranged, type Change, changeOf, NO_SALES, returnsOf } from './sums.ts';

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
  /** Days on which stores were open, as far as sales are known. */
  readonly openDays: readonly string[];
}

/** A row in one period or two, with its change; undefined where the periods or rows can't be compared. */
export interface SalesRowOf extends Pair<SalesFigures> {
  readonly change?: Change | undefined;
}

/** What a query gives. */
export interface SalesResult {
  readonly now: SalesPeriod;
  /** Undefined for a query of one period. */
  readonly before: SalesPeriod | undefined;
  /**
   * Undefined where the sales of the earlier period aren't known as a whole, or where stores were closed on all days of
   * one of them.
   */
  readonly change: Change | undefined;
  /** By volume, largest first; days and weeks in order. At most as many as were asked for. */
  readonly rows: readonly SalesRowOf[];
  readonly rowCount: number;
}

/** Where figures come from. */
export interface FigureParts {
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay'>;
  /** Asks the service for a range that isn't stored; undefined for stored days only. @throws RetailDataError */
  readonly live: ((question: SalesSumsQuestion) => Promise<LiveAnswer>) | undefined;
  /** Undefined for a product without a group. */
  readonly groupOf?: (productId: string) => string | undefined;
}

/** The query of a question: names as the numbers of now. @throws ParseError for a name that nothing has */
export function queryOf(question: SalesQuestion, idsNamed: IdsNamed, most?: number): Query {
  const { by, selection, days, returns, top } = question;
  requireNamed(selection, idsNamed, 'sales');
  const isCompared = question.kind === 'compare';
  return {
    measure: returns === true ? 'returned' : 'sold',
    rows: isCompared || question.and === undefined ? [by] : [by, question.and],
    period: days,
    against: isCompared ? question.against : undefined,
    selection: pickedNow(selection, idsNamed),
    keep: { top, most },
  };
}

/**
 * Answers a query, from the service where the database can't. `earlier`: where the figures of `against` come from.
 * @throws RetailDataError
 */
export async function querySales(
  asked: Query,
  parts: FigureParts,
  earlier: FigureParts = parts,
): Promise<SalesResult> {
  const query = QUERY.parse(asked);
  const { period, against } = query;
  const [now, before] = await Promise.all([
    readPeriod(query, period, parts),
    against === undefined ? undefined : readPeriod(query, against, earlier),
  ]);
  return before === undefined ? ofOnePeriod(now, query) : compared(now, before, query);
}

/** What was sold, or what was returned of it. */
export function measured(sum: SalesFigures, isReturned: boolean) {
  return isReturned
    ? { millilitres: sum.returnedMillilitres, items: sum.returnedQuantity }
    : { millilitres: sum.millilitres, items: sum.quantity };
}

function ofOnePeriod({ period, sums }: ReadPeriod, query: Query): SalesResult {
  const [by = 'product', and] = query.rows;
  const kept = query.measure === 'returned' ? sums.filter((sum) => returnsOf(sum) !== undefined) : sums;
  // Days and weeks stay in their order unless the query cuts them.
  const isInOrder = !isCut(query.keep) && (isInTime(by) || and !== undefined);
  const volume = (sum: SalesGroupSum) => measured(sum, query.measure === 'returned').millilitres;
  const ranked = isInOrder ? kept : kept.toSorted((one, other) => volume(other) - volume(one));
  const rows = ranked.map((now) => ({ key: now.key, second: now.second, now }));
  return {
    now: period,
    before: undefined,
    change: undefined,
    ...chosen(rows, query, isInOrder && isInTime(by)),
  };
}

/** Cuts ranked rows to what the query keeps; `rowCount` counts all. */
function chosen(ranked: readonly SalesRowOf[], { keep: { top, most } }: Query, isWhole: boolean) {
  const all = ranked.length;
  const fewest = Math.min(top ?? all, isWhole ? all : (most ?? all));
  return { rows: ranked.slice(0, fewest), rowCount: all };
}

/** The open days of a row: those of its week or the like; all for a product or store. */
export function openDaysIn(openDays: readonly string[], by: Group, key: string): readonly string[] {
  return isInTime(by) ? openDays.filter((day) => keyIn(by, day) === key) : openDays;
}

/** Compares two periods row by row. */
function compared(now: ReadPeriod, before: ReadPeriod, query: Query): SalesResult {
  const [by = 'product'] = query.rows;
  const periods = { now: now.period, before: before.period };
  const isNarrowed = MEANINGS.some((meaning) => query.selection[meaning]?.isLeftOut === false);
  const counts = [periods.now.openDays.length, periods.before.openDays.length] as const;
  const isComparable = isKnown(periods.before, periods.now, isNarrowed) && !counts.includes(0);
  const withChange = (pair: Pair<SalesFigures>): SalesRowOf => {
    const openDays = openDaysIn(periods.now.openDays, by, pair.key).length;
    const openDaysBefore = openDaysIn(periods.before.openDays, by, pair.keyBefore ?? pair.key).length;
    const isKnownRow = isComparable && isPaired(pair) && openDays > 0 && openDaysBefore > 0;
    const [sum = NO_SALES, earlier = NO_SALES] = [pair.now, pair.before];
    return { ...pair, change: isKnownRow ? changeOf(sum, openDays, earlier, openDaysBefore) : undefined };
  };
  const sumsOf = ({ period: { days }, sums }: ReadPeriod) => ({ days, sums });
  const volume = (sum: SalesFigures | undefined) => sum?.millilitres ?? 0;
  const found = pairs(sumsOf(now), sumsOf(before), by);
  const ranked = isInTime(by)
    ? found
    : found.sort(
        (one, other) =>
          volume(other.now) - volume(one.now) ||
          volume(other.before) - volume(one.before) ||
          (one.key < other.key ? -1 : 1),
      );
  const { rows, rowCount } = isInTime(by)
    ? { rows: ranked, rowCount: ranked.length }
    : chosen(ranked, query, false);
  return {
    ...periods,
    change: isComparable
      ? changeOf(periods.now.totals, counts[0], periods.before.totals, counts[1])
      : undefined,
    rows: rows.map(withChange),
    rowCount,
  };
}

/**
 * Whether the sales of the earlier period are known. `firstSales` is set for a range that begins long before its first
 * sales: known sales begin once, so where both periods have it, the product is seasonal.
 */
function isKnown(before: SalesPeriod, now: SalesPeriod, isNarrowed: boolean): boolean {
  if (lackingIn(before).length > 0) return false;
  if (before.totals.rows > 0) return before.firstSales === undefined || now.firstSales !== undefined;
  if (now.firstSales !== undefined) return false;
  return isNarrowed || !isLong(before.days);
}

interface ReadPeriod {
  readonly period: SalesPeriod;
  readonly sums: readonly SalesGroupSum[];
}

/** Reads the sums of one period of a query. */
async function readPeriod(query: Query, days: DayRange, parts: FigureParts): Promise<ReadPeriod> {
  const [by = 'product', and] = query.rows;
  const isMade = and === undefined ? by !== ROWS[by].of : query.rows.some((row) => row !== partOf(row));
  const { period, sums } = await readSums(
    {
      ...days,
      by: and === undefined ? [ROWS[by].of] : [partOf(by), partOf(and)],
      picked: query.selection,
    },
    parts,
  );
  const found = isMade ? madeOf(sums, query.rows, parts.groupOf) : sums;
  return { period, sums: arranged(found, isInTime(by), and !== undefined && isInTime(and)) };
}

/** Reads sums, from the service where the database can't answer. @throws RetailDataError */
async function readSums(asked: SalesSumsQuestion, { sales, live }: FigureParts): Promise<ReadPeriod> {
  const { from, to, weekdays } = asked;
  const days: DayRange = { from, to, weekdays };
  const stored = await sales.salesOf(asked);
  const newest = await sales.newestDay();
  if (live === undefined || canAnswer(stored, newest)) {
    const isByDay = asked.by.length === 1 && asked.by[0] === 'day';
    const openDays = openDaysOf(days, stored.coverage.days);
    return {
      period: { days, totals: stored.totals, openDays, ...sourceOf(stored.coverage) },
      sums: isByDay ? withQuietDays(stored) : stored.groups,
    };
  }
  const read = await live(asked);
  const { totals, firstSold, daysSold, asOf } = read;
  const firstSales = firstAfterGap(days, firstSold);
  const known = { ...days, from: firstSales ?? from };
  const oldest = totals.rows === 0 ? await sales.oldestDay() : undefined;
  const source: SalesSource = {
    from: 'service',
    asOf,
    ...withoutSales(known, read, stored.coverage.missing, newest),
    ...(oldest === undefined || asked.to >= oldest ? {} : { oldest }),
  };
  const openDays = daysSold === undefined ? openDaysOf(known, undefined) : [...daysSold];
  return {
    period: { days, totals, source, firstSales, openDays },
    sums: read.groups,
  };
}

/** Adds up what is stored to the rows that are made of it: weeks of days, groups of products. */
function madeOf(
  stored: readonly SalesGroupSum[],
  [by = 'product', and]: Query['rows'],
  groupOf: FigureParts['groupOf'],
): readonly SalesGroupSum[] {
  const keyOf = (row: Group, key: string) =>
    row === partOf(row) && and !== undefined ? key : keyIn(row, key, groupOf);
  return addUpPairs(
    stored.map(({ second, ...sum }) => ({
      ...sum,
      key: keyOf(by, sum.key),
      ...(and === undefined || second === undefined ? {} : { second: keyOf(and, second) }),
    })),
  );
}

/** What the reader knows of a pair's part: rows in time, but no groups of products. */
function partOf(by: Group): PairPart {
  const { of } = ROWS[by];
  return of === 'day' && isInTime(by) ? by : of;
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
