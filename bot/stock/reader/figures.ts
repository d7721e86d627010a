import type { Kysely } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../../database/connection.ts';
import type { Schema } from '../../database/schema.ts';
import { pickedNow } from '../../parse/selection.ts';
import type { Pace } from '../../sales/reader.ts';
import { idKey } from '../../text/numbers.ts';
import { type CoverWindow, readSalesVelocity, type StockRow, stockRowOf } from '../daysOfCover.ts';
import type { ComparedLevel, Snapshot, StockSummary } from '../levels.ts';
import {
  atOneMoment,
  type ComparedDays,
  countsOf,
  EVERY_PRODUCT,
  findDays,
  latestSnapshot,
  listFor,
  readDayLevels,
  readList,
  readOnlyOn,
  readSummary,
  type StockChoice,
} from '../queries.ts';
import type { Scope, StockFigures } from '../question.ts';
import { TREND_DAYS, type WeekdayTrend, weekdayTrend } from '../weekdayTrend.ts';

/** Details for a question of one product. */
export interface ProductDetail {
  /** Units per snapshot, oldest first. */
  readonly history: readonly { readonly businessDate: string; readonly stock: number }[];
  /** Items sold in the seven days up to `to` and usual on the same weekdays; undefined while no sales are stored. */
  readonly trend: { readonly to: string; readonly items: WeekdayTrend } | undefined;
}

/** A count of products, and the numbers of the first of them. */
export interface NamedProducts {
  readonly count: number;
  readonly first: readonly string[];
}

/** The part of an answer to `/stock` that comes from the database. */
export interface StoredStockAnswer {
  readonly about: 'stock';
  readonly question: StockFigures;
  readonly scope: Scope;
  readonly snapshot: Snapshot;
  /** Days of the earlier snapshots that rows are compared with. */
  readonly against: { readonly dayBefore: string | undefined; readonly weekAgo: string | undefined };
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
  /** Set for a question of a single product. */
  readonly detail: ProductDetail | undefined;
}

const LISTED = 20;

const NONE: NamedProducts = { count: 0, first: [] };

const UNMOVED = { appeared: NONE, gone: NONE };

/**
 * Reads an answer with at most `most` rows; undefined while no stock is stored. Sales aren't read at all for a person who
 * can't see them, so that not even the order of the rows shows them.
 */
export async function readStockFigures(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  question: StockFigures,
  seesSales: boolean,
  most: number,
): Promise<StoredStockAnswer | undefined> {
  const latest = seesSales ? await latestSnapshot(database) : undefined;
  const velocity = latest === undefined ? undefined : await readSalesVelocity(sales, latest.businessDate);
  const { ids } = question.selection.product;
  const { product: picked } = pickedNow(question.selection, () => []);
  const isOfProducts = question.kind === 'products';
  const scope: Scope = isOfProducts ? 'all' : question.scope;
  const read = await atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar);
    if (days === undefined) return undefined;
    const table = { days, choice: { scope, picked }, velocities: velocity?.products ?? [] };
    const rows = listFor(question, most);
    return {
      days,
      ...(await readSummary(moment, table, countsOf(rows))),
      rows: await readList(moment, table, rows),
      found: ids.length === 0 || isOfProducts ? [] : await readList(moment, table, EVERY_PRODUCT),
      moved: question.kind === 'changes' ? await readNewAndGone(moment, table.choice, days) : UNMOVED,
    };
  });
  if (read === undefined) return undefined;
  const { days, summary, counts } = read;
  const levels = isOfProducts ? inOrderAsked(read.rows, ids) : read.rows;
  const [only] = levels;
  const here = new Set((isOfProducts ? levels : read.found).map((level) => idKey(level.productId)));
  return {
    about: 'stock',
    question,
    scope,
    snapshot: days.snapshot,
    against: { dayBefore: days.dayBefore?.businessDate, weekAgo: days.weekAgo?.businessDate },
    withoutSales: !seesSales,
    window: velocity?.window,
    totals: velocity === undefined ? { ...summary, others: 0, othersOut: 0 } : summary,
    rows: levels.slice(0, most).map((level) => stockRowOf(level, velocity)),
    rowCount: counts.rows,
    rowsOut: counts.rowsOut,
    rowsUnsold: counts.rowsUnsold,
    unknown: ids.filter((id) => !here.has(idKey(id))),
    appeared: read.moved.appeared,
    gone: read.moved.gone,
    detail:
      isOfProducts && levels.length === 1 && only !== undefined
        ? await readDetail(database, sales, calendar, only.productId, {
            stockDay: days.snapshot.businessDate,
            salesDay: velocity?.window.to,
          })
        : undefined,
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

function inOrderAsked(levels: readonly ComparedLevel[], productIds: readonly string[]): ComparedLevel[] {
  const place = new Map(productIds.map((id, at) => [idKey(id), at]));
  const placeOf = ({ productId }: ComparedLevel) => place.get(idKey(productId)) ?? 0;
  return levels.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const HISTORY_DAYS = 30;

const HISTORY_SNAPSHOTS = 20;

/**
 * Reads the details of one product. `stockDay` and `salesDay` are the latest stored days.
 */
async function readDetail(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  productId: string,
  { stockDay, salesDay }: { readonly stockDay: string; readonly salesDay: string | undefined },
): Promise<ProductDetail> {
  const days = { from: calendar.addDays(stockDay, 1 - HISTORY_DAYS), to: stockDay };
  const levels = await readDayLevels(database, [productId], days);
  // Several ids of the product may differ in leading zeros: use the first.
  const history = levels.filter(({ businessDate }, at) => businessDate !== levels[at - 1]?.businessDate);
  return {
    history: history.slice(-HISTORY_SNAPSHOTS),
    trend: salesDay === undefined ? undefined : await readTrend(sales, calendar, productId, salesDay),
  };
}

async function readTrend(
  sales: Pace,
  calendar: Calendar,
  productId: string,
  to: string,
): Promise<ProductDetail['trend']> {
  const from = calendar.addDays(to, 1 - TREND_DAYS);
  const { days, coverage } = await sales.unitsByDay(productId, { from, to });
  const sold = new Map(days.map(({ day, units }) => [day, units]));
  const figureOf = (day: string) => sold.get(day) ?? 0;
  return { to, items: weekdayTrend({ to, coverage, figureOf }, calendar) };
}
