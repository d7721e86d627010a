import type { Kysely } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Database } from '../../database/connection.ts';
import type { Schema } from '../../database/schema.ts';
import { pickedNow } from '../../parse/selection.ts';
import type { Pace } from '../../sales/reader.ts';
import { idKey, percentOver } from '../../text/numbers.ts';
import { type CoverWindow, readSalesVelocity, type StockRow, stockRowOf } from '../daysOfCover.ts';
import type { ComparedLevel, Snapshot, StockSummary, StockTotals } from '../levels.ts';
import {
  atOneMoment,
  type ComparedDays,
  countsOf,
  EVERY_PRODUCT,
  findDays,
  latestSnapshot,
  listFor,
  readList,
  readOnlyOn,
  readSummary,
  readTotals,
  type StockChoice,
} from '../queries.ts';
import { LOW_DAYS, type Scope, type StockFigures } from '../question.ts';
import {
  mapped,
  SECTION_NAMES,
  type SectionName,
  type Sections,
  sectionLists,
  withOutSince,
} from './sections.ts';

/** A count of products, and the numbers of the first of them. */
export interface NamedProducts {
  readonly count: number;
  readonly first: readonly string[];
}

/** Units of a product sold in the week up to a day, and in the one before. */
export interface SoldTrend {
  readonly to: string;
  readonly units: number;
  /** Undefined where the sales of an open day of it aren't known. */
  readonly before: number | undefined;
  /** The change, per open day where `isPerOpenDay`; undefined for too few units. */
  readonly percent: number | undefined;
  readonly isPerOpenDay: boolean;
}

/** What is read, and for whom. */
export interface ReadStock {
  readonly question: StockFigures;
  readonly seesSales: boolean;
  /** The maximum of rows. */
  readonly most: number;
  /** A stored day; the latest where undefined. */
  readonly day?: string | undefined;
  /** Reads all products while neither sales nor the product list show which are the supplier's own. */
  readonly orAll?: boolean;
}

/** The part of an answer to `/stock`, or of a stock digest, that comes from the database. */
export interface StoredStockAnswer {
  readonly about: 'stock';
  readonly question: StockFigures;
  readonly scope: Scope;
  /** Whether `scope` is `all` because the own products aren't known yet. */
  readonly ownUnknown: boolean;
  readonly snapshot: Snapshot;
  /** Sums of the earlier days that stock is compared with; undefined where none is stored. */
  readonly against: {
    readonly dayBefore: StockTotals | undefined;
    readonly weekAgo: StockTotals | undefined;
  };
  /** Whether everything derived from sales was left out, since the person can't see sales. */
  readonly withoutSales: boolean;
  readonly window: CoverWindow | undefined;
  /** Sums of all products of the scope, or of the question's products. */
  readonly totals: StockSummary;
  /** The rows that answer the question, most urgent first; at most as many as the reader was asked for. */
  readonly rows: readonly StockRow[];
  /** Includes rows that were cut off. */
  readonly rowCount: number;
  /** Of `rowCount`, those out of stock. */
  readonly rowsOut: number;
  /** Of `rowCount`, those in stock that didn't sell in the window. */
  readonly rowsUnsold: number;
  /** Numbers of the question that aren't in the stock list. */
  readonly unknown: readonly string[];
  /** Products added to and removed from the stock list since the day before (`changes` only). */
  readonly appeared: NamedProducts;
  readonly gone: NamedProducts;
  /** What is urgent among the products; of a list only the orders of those that run low. */
  readonly sections: Sections;
  /** Sums of the stored days among the last 30 that have any of the products, oldest first; none for a list. */
  readonly history: readonly StockTotals[];
  /** Only for one product, where the sales of the week are known. */
  readonly trend: SoldTrend | undefined;
}

const LISTED = 20;

const NONE: NamedProducts = { count: 0, first: [] };

const UNMOVED = { appeared: NONE, gone: NONE };

const CHART_DAYS = 30;
const WEEK_DAYS = 7;

/** Whether the question is for all there is to say of its products, not for a list. */
export function isOverview({ kind }: StockFigures): boolean {
  return kind === 'overview' || kind === 'products';
}

/**
 * Reads an answer; undefined while the day isn't stored. Sales aren't read at all for a person who can't see them, so
 * that not even the order of the rows shows them.
 */
export async function readStockFigures(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  { question, seesSales, most, day: asked, orAll = false }: ReadStock,
): Promise<StoredStockAnswer | undefined> {
  const latest = asked ?? (await latestSnapshot(database))?.businessDate;
  if (latest === undefined) return undefined;
  const velocity = seesSales ? await readSalesVelocity(sales, latest) : undefined;
  const { ids } = question.selection.product;
  const { product: picked } = pickedNow(question.selection, () => []);
  const isOfProducts = question.kind === 'products';
  const isWhole = isOverview(question);
  const wanted = isOfProducts ? 'all' : question.scope;
  const ownUnknown =
    orAll && wanted === 'mine' && picked?.isLeftOut !== false && !(await areOwnKnown(database));
  const scope: Scope = ownUnknown ? 'all' : wanted;
  const choice = { scope, picked };
  const read = await atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar, latest);
    if (days === undefined) return undefined;
    const table = { days, choice, velocities: velocity?.products ?? [] };
    const list = listFor(question, most);
    const lists = sectionLists(question.kind === 'low' ? question.days : LOW_DAYS);
    const rowsOf = async (of: typeof list) =>
      (await readList(moment, table, of)).map((level) => stockRowOf(level, velocity));
    const withSince = async (rows: readonly StockRow[]) => await withOutSince(moment, calendar, latest, rows);
    const { summary, counts } = await readSummary(moment, table, {
      ...countsOf(list),
      ...mapped((name) => lists[name].where),
    });
    const section = async (name: SectionName) => {
      const isSaid = isWhole || (question.kind === 'low' && name === 'orders');
      if (!isSaid || counts[name] === 0) return { count: 0, top: [] };
      return { count: counts[name], top: await withSince(await rowsOf(lists[name])) };
    };
    const rows = await rowsOf(list);
    const sections: [SectionName, Sections[SectionName]][] = [];
    for (const name of SECTION_NAMES) sections.push([name, await section(name)]);
    return {
      days,
      summary,
      counts,
      totals: await readDayTotals(moment, calendar, choice, days),
      rows: question.kind === 'out' || isOfProducts ? await withSince(rows) : rows,
      sections: Object.fromEntries(sections) as Sections,
      found: ids.length === 0 || isOfProducts ? [] : await readList(moment, table, EVERY_PRODUCT),
      moved: question.kind === 'changes' ? await readNewAndGone(moment, choice, days) : UNMOVED,
    };
  });
  if (read === undefined) return undefined;
  const { days, summary, counts, totals } = read;
  const rows = isOfProducts ? inOrderAsked(read.rows, ids) : read.rows;
  const [only] = rows;
  const here = new Set((isOfProducts ? rows : read.found).map(({ productId }) => idKey(productId)));
  const others = velocity === undefined ? { others: 0, othersOut: 0 } : {};
  return {
    about: 'stock',
    question,
    scope,
    ownUnknown,
    snapshot: days.snapshot,
    against: { dayBefore: totals.dayBefore, weekAgo: totals.weekAgo },
    withoutSales: !seesSales,
    window: velocity?.window,
    totals: { ...summary, ...others },
    rows: rows.slice(0, most),
    rowCount: counts.rows,
    rowsOut: counts.rowsOut,
    rowsUnsold: counts.rowsUnsold,
    unknown: ids.filter((id) => !here.has(idKey(id))),
    appeared: read.moved.appeared,
    gone: read.moved.gone,
    sections: read.sections,
    history: isWhole ? totals.history : [],
    trend:
      isOfProducts && rows.length === 1 && only !== undefined && velocity !== undefined
        ? await readTrend(sales, calendar, only.productId, velocity.window.to)
        : undefined,
  };
}

/** Whether sales or the product list show which products are the supplier's own. */
async function areOwnKnown(database: Database): Promise<boolean> {
  const sold = await database.selectFrom('own_product').select('product_id').limit(1).execute();
  const listed = await database.selectFrom('products').select('number').limit(1).execute();
  return sold.length + listed.length > 0;
}

async function readDayTotals(
  moment: Kysely<Schema>,
  calendar: Calendar,
  choice: StockChoice,
  days: ComparedDays,
) {
  const { businessDate: to } = days.snapshot;
  const from = calendar.addDays(to, 1 - CHART_DAYS);
  // After a long downtime the previous day can be earlier than the chart.
  const further = [days.dayBefore, days.weekAgo].flatMap((day) => day?.businessDate ?? []);
  const totals = await readTotals(moment, choice, { from, to, further });
  const totalsOf = (day: Snapshot | undefined) =>
    totals.find(({ businessDate }) => businessDate === day?.businessDate);
  return {
    dayBefore: totalsOf(days.dayBefore),
    weekAgo: totalsOf(days.weekAgo),
    history: totals.filter(({ businessDate, products }) => businessDate >= from && products > 0),
  };
}

async function readNewAndGone(
  moment: Kysely<Schema>,
  choice: StockChoice,
  { snapshot, dayBefore }: ComparedDays,
): Promise<{ readonly appeared: NamedProducts; readonly gone: NamedProducts }> {
  if (dayBefore === undefined) return UNMOVED;
  return {
    appeared: await readOnlyOn(moment, choice, { day: snapshot, other: dayBefore, most: LISTED }),
    gone: await readOnlyOn(moment, choice, { day: dayBefore, other: snapshot, most: LISTED }),
  };
}

function inOrderAsked<Level extends Pick<ComparedLevel, 'productId'>>(
  levels: readonly Level[],
  productIds: readonly string[],
): readonly Level[] {
  const place = new Map(productIds.map((id, at) => [idKey(id), at]));
  const placeOf = ({ productId }: Level) => place.get(idKey(productId)) ?? 0;
  return levels.toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function readTrend(
  sales: Pace,
  calendar: Calendar,
  productId: string,
  to: string,
): Promise<SoldTrend | undefined> {
  const weekUpTo = async (last: string) => {
    const { days, coverage } = await sales.unitsByDay(productId, {
      from: calendar.addDays(last, 1 - WEEK_DAYS),
      to: last,
    });
    const isLacking = coverage.some(
      ({ state, salesDate }) => state === 'missing' && isOpenDay(dayOf(salesDate)),
    );
    if (isLacking) return undefined;
    const openDays = coverage.filter(({ state }) => state === 'held').length;
    return { units: days.reduce((sum, { units }) => sum + units, 0), openDays };
  };
  const now = await weekUpTo(to);
  const before = await weekUpTo(calendar.addDays(to, -WEEK_DAYS));
  if (now === undefined || now.openDays === 0) return undefined;
  const perDay = ({ units, openDays } = now) => units / openDays;
  return {
    to,
    units: now.units,
    before: before?.units,
    percent: before && percentOver(perDay() - perDay(before), perDay(before), before.units),
    isPerOpenDay: before !== undefined && before.openDays !== now.openDays,
  };
}
