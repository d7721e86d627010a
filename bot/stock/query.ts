import type { Kysely } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { ALL_ROWS } from '../ask/asking.ts';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';
import { pickedNow } from '../parse/selection.ts';
import { lackingIn, querySales } from '../sales/query.ts';
import type { SalesReader } from '../sales/reader.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { idKey } from '../text/numbers.ts';
import { type CoverWindow, readPace } from './daysOfCover.ts';
import {
  countsOf,
  EVERY_PRODUCT,
  type Kept,
  rowsOf,
  SECTION_NAMES,
  type SectionName,
  type StockSql,
  sectionsIn,
} from './keep.ts';
import type { DayLevel, Snapshot, StockRow, StockSummary, StockTotals } from './levels.ts';
import {
  atOneMoment,
  findDays,
  latestSnapshot,
  readDayLevels,
  readList,
  readOnlyOn,
  readStoredRange,
  readSummary,
  readTotals,
} from './queries.ts';
import type { Scope, StockFigures, StockHistory } from './question.ts';

/** A count of products, and the numbers of the first of them. */
export interface NamedProducts {
  readonly count: number;
  readonly first: readonly string[];
}

/** The first products of a section, and the count of all. */
export interface Section {
  readonly count: number;
  readonly top: readonly StockRow[];
}

/** Units of a product sold in the week up to a day, and in the one before. */
export interface SoldTrend {
  readonly to: string;
  readonly units: number;
  /** Undefined where it can't be compared. */
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
  readonly sections: Readonly<Record<SectionName, Section>>;
  /** Sums of the stored days among the last 30 that have any of the products, oldest first; none for a list. */
  readonly history: readonly StockTotals[];
  /** Only for one product, where the sales of the week are known. */
  readonly trend: SoldTrend | undefined;
}

/** Products that a section lists. */
const SECTION_ROWS = 5;
/** Products that are named as new in the stock list, or gone from it. */
const LISTED = 20;
const NONE: NamedProducts = { count: 0, first: [] };
const NO_ROWS: Section = { count: 0, top: [] };
const NO_SECTIONS: Readonly<Record<SectionName, Section>> = {
  out: NO_ROWS,
  low: NO_ROWS,
  orders: NO_ROWS,
  falls: NO_ROWS,
  lost: NO_ROWS,
  rises: NO_ROWS,
  back: NO_ROWS,
};
const CHART_DAYS = 30;
const WEEK_DAYS = 7;
/** How many days back the day is looked for on which a product went out of stock. */
const OUT_DAYS = 90;

/** Whether the question is for all there is to say of its products, not for a list. */
export function isOverview({ kind }: StockFigures): boolean {
  return kind === 'overview' || kind === 'products';
}

type Sales = Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay' | 'meanSales' | 'ownProducts'>;

/**
 * Reads an answer; undefined while the day isn't stored. Sales aren't read at all for a person who can't see them, so
 * that not even the order of the rows shows them.
 */
export async function readStock(
  database: Database,
  sales: Sales,
  calendar: Calendar,
  { question, seesSales, most, day: asked, orAll = false }: ReadStock,
): Promise<StoredStockAnswer | undefined> {
  const { addDays } = calendar;
  const day = asked ?? (await latestSnapshot(database))?.businessDate;
  if (day === undefined) return undefined;
  const pace = seesSales ? await readPace(sales, day) : undefined;
  const { ids } = question.selection.product;
  const { product: picked } = pickedNow(question.selection, () => []);
  const isOfProducts = question.kind === 'products';
  const isWhole = isOverview(question);
  const wanted = isOfProducts ? 'all' : question.scope;
  const ownUnknown =
    orAll && wanted === 'mine' && picked?.isLeftOut !== false && !(await areOwnKnown(database));
  const scope: Scope = ownUnknown ? 'all' : wanted;
  const choice = { scope, picked };
  const answer = await atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar, day);
    if (days === undefined) return undefined;
    const { snapshot, dayBefore, weekAgo } = days;
    const table = { days, choice, pace: pace?.products ?? [] };
    const kept = rowsOf(question);
    const kinds = sectionsIn(question.kind === 'low' ? question.days : undefined);
    const conditions = SECTION_NAMES.map((name) => [name, kinds[name].where] as const);
    const { summary, counts } = await readSummary(moment, table, {
      ...countsOf(kept),
      ...(Object.fromEntries(conditions) as Record<SectionName, StockSql>),
    });
    const read = async (rows: Kept, limit: number, isOutSaid: boolean) => {
      const found = await readList(moment, table, { ...rows, most: limit });
      return isOutSaid ? withOutSince(moment, addDays(day, -OUT_DAYS), day, found) : found;
    };
    const found = await read(kept, most, question.kind === 'out' || isOfProducts);
    const sections: Record<SectionName, Section> = { ...NO_SECTIONS };
    for (const name of SECTION_NAMES) {
      const count = counts[name];
      const isSaid = isWhole || (question.kind === 'low' && name === 'orders');
      if (isSaid && count > 0) sections[name] = { count, top: await read(kinds[name], SECTION_ROWS, true) };
    }
    const from = addDays(day, 1 - CHART_DAYS);
    // After a long downtime the previous day can be earlier than the chart.
    const further = [dayBefore, weekAgo].flatMap((each) => each?.businessDate ?? []);
    const totals = await readTotals(moment, choice, { from, to: day, further });
    const totalsOf = (of: Snapshot | undefined) =>
      totals.find(({ businessDate }) => businessDate === of?.businessDate);
    const isListed = ids.length > 0 && !isOfProducts;
    const here = isListed ? await readList(moment, table, { ...EVERY_PRODUCT, most: ALL_ROWS }) : found;
    const numbers = new Set(here.map(({ productId }) => idKey(productId)));
    const onlyOn = async (one: Snapshot | undefined, other: Snapshot | undefined) =>
      question.kind !== 'changes' || one === undefined || other === undefined
        ? NONE
        : await readOnlyOn(moment, choice, { day: one, other, most: LISTED });
    const others = pace === undefined ? { others: 0, othersOut: 0 } : {};
    return {
      snapshot,
      against: { dayBefore: totalsOf(dayBefore), weekAgo: totalsOf(weekAgo) },
      totals: { ...summary, ...others },
      rows: (isOfProducts ? inOrderAsked(found, ids) : found).slice(0, most),
      rowCount: counts.rows,
      rowsOut: counts.rowsOut,
      rowsUnsold: counts.rowsUnsold,
      unknown: ids.filter((id) => !numbers.has(idKey(id))),
      appeared: await onlyOn(snapshot, dayBefore),
      gone: await onlyOn(dayBefore, snapshot),
      sections,
      history: totals.filter(({ businessDate, products }) => isWhole && businessDate >= from && products > 0),
    };
  });
  if (answer === undefined) return undefined;
  const [only, ...more] = answer.rows;
  const isOfOne = isOfProducts && only !== undefined && more.length === 0 && pace !== undefined;
  return {
    about: 'stock',
    question,
    scope,
    ownUnknown,
    withoutSales: !seesSales,
    window: pace?.window,
    ...answer,
    trend: isOfOne ? await readTrend(sales, calendar, only.productId, pace.window.to) : undefined,
  };
}

/** Whether sales or the product list show which products are the supplier's own. */
async function areOwnKnown(database: Database): Promise<boolean> {
  const sold = await database.selectFrom('own_product').select('product_id').limit(1).execute();
  const listed = await database.selectFrom('products').select('number').limit(1).execute();
  return sold.length + listed.length > 0;
}

/** The rows, those out of stock on `day` with the day since when, looked for from `from` on. */
async function withOutSince(
  moment: Kysely<Schema>,
  from: string,
  day: string,
  rows: readonly StockRow[],
): Promise<readonly StockRow[]> {
  const ids = rows.filter(({ stock }) => stock <= 0).map(({ productId }) => productId);
  if (ids.length === 0) return rows;
  const levels = await readDayLevels(moment, ids, { from, to: day });
  const byProduct = Map.groupBy(levels, ({ productId }) => idKey(productId));
  return rows.map((row) => {
    const days = byProduct.get(idKey(row.productId)) ?? [];
    const lastIn = days.findLastIndex(({ stock }) => stock > 0);
    const first = days[lastIn + 1];
    if (row.stock > 0 || first === undefined) return row;
    return { ...row, out: { since: first.businessDate, isEarliest: lastIn === -1 } };
  });
}

function inOrderAsked(rows: readonly StockRow[], productIds: readonly string[]): readonly StockRow[] {
  const place = new Map(productIds.map((id, at) => [idKey(id), at]));
  const placeOf = ({ productId }: StockRow) => place.get(idKey(productId)) ?? 0;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What `/sales compare` says of the week up to `to`. */
async function readTrend(
  sales: Sales,
  { addDays }: Calendar,
  productId: string,
  to: string,
): Promise<SoldTrend | undefined> {
  const weekTo = (last: string) => ({ from: addDays(last, 1 - WEEK_DAYS), to: last });
  const { now, before, change } = await querySales(
    {
      measure: 'sold',
      rows: ['day'],
      period: weekTo(to),
      against: weekTo(addDays(to, -WEEK_DAYS)),
      selection: { product: { ids: [productId], isLeftOut: false } },
      keep: {},
    },
    { sales, live: undefined },
  );
  if (lackingIn(now).length > 0 || now.openDays.length === 0) return undefined;
  return {
    to,
    units: now.totals.quantity,
    before: change && before?.totals.quantity,
    percent: change?.quantityPercent,
    isPerOpenDay: change?.perOpenDay !== undefined,
  };
}

/** The answer to a question of products in a period. */
export interface StockHistoryAnswer {
  readonly about: 'stockHistory';
  readonly question: StockHistory;
  /** The first and the last stored day. */
  readonly held: DayRange;
  /** The last stored day before the period; undefined if it has none of the products. */
  readonly before: StockTotals | undefined;
  /** The stored days of the period with at least one of the products. */
  readonly days: readonly StockTotals[];
  /** Days of the period that aren't stored. */
  readonly missing: readonly string[];
  /** Stored days of the period with none of the products. */
  readonly empty: readonly string[];
  /** Each product on each day; at most as many as the reader was asked for. */
  readonly levels: readonly DayLevel[];
  /** Counts levels, including those that were cut off. */
  readonly rowCount: number;
  /** Numbers of the question that no day of the period has. */
  readonly unknown: readonly string[];
}

/** Reads an answer with at most `most` levels; undefined while no stock is stored. */
export function readHistory(
  database: Database,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const { days } = question;
  const { ids } = question.selection.product;
  return atOneMoment(database, async (moment) => {
    const held = await readStoredRange(moment);
    if (held === undefined) return undefined;
    const earlier = await latestSnapshot(moment, days.from);
    const further = earlier === undefined ? [] : [earlier.businessDate];
    const choice = { scope: 'all', picked: { ids, isLeftOut: false } } as const;
    const totals = await readTotals(moment, choice, { ...days, further });
    const levels = await readDayLevels(moment, ids, days);
    const stored = totals.filter(({ businessDate }) => businessDate >= days.from);
    const storedDays = new Set(stored.map(({ businessDate }) => businessDate));
    const there = new Set(levels.map(({ productId }) => idKey(productId)));
    return {
      about: 'stockHistory',
      question,
      held,
      before: totals.find(({ businessDate, products }) => businessDate < days.from && products > 0),
      days: stored.filter(({ products }) => products > 0),
      missing: daysIn(days).filter((day) => !storedDays.has(day)),
      empty: stored.filter(({ products }) => products === 0).map(({ businessDate }) => businessDate),
      levels: levels.slice(0, most),
      rowCount: levels.length,
      unknown: ids.filter((id) => !there.has(idKey(id))),
    };
  });
}
