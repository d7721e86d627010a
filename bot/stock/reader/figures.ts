import type { Kysely } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../../database/connection.ts';
import type { Schema } from '../../database/schema.ts';
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
  listFor,
  readDayLevels,
  readList,
  readOnlyOn,
  readSummary,
  type StockChoice,
} from '../queries.ts';
import type { Scope, StockFigures } from '../question.ts';
import { TREND_DAYS, type WeekdayTrend, weekdayTrend } from '../weekdayTrend.ts';

/** What one product has beyond its row. */
export interface ProductDetail {
  /** Units per snapshot, the oldest first. */
  readonly history: readonly { readonly businessDate: string; readonly stock: number }[];
  /** Items sold in the seven days up to `to` beside the same weekdays before; undefined while no sales are held. */
  readonly trend: { readonly to: string; readonly items: WeekdayTrend } | undefined;
}

/** How many products there are of a kind, and the numbers of the first of them. */
export interface NamedProducts {
  readonly count: number;
  readonly first: readonly string[];
}

/** What the database has of an answer to `/stock`: the latest stock. */
export interface HeldStockAnswer {
  readonly about: 'stock';
  readonly question: StockFigures;
  readonly scope: Scope;
  readonly snapshot: Snapshot;
  /** Days of the earlier snapshots that rows are held against. */
  readonly against: { readonly dayBefore: string | undefined; readonly weekAgo: string | undefined };
  /** The reader may not see sales: nothing that is derived from them is in the answer. */
  readonly withoutSales: boolean;
  readonly window: CoverWindow | undefined;
  /** Over all products of the scope, or over those asked for. */
  readonly totals: StockSummary;
  /** Those that answer the question, the most urgent first; cut off when only the top was asked for. */
  readonly rows: readonly StockRow[];
  /** How many rows there are, those that were cut off included. */
  readonly rowCount: number;
  /** How many of them are out of stock. */
  readonly rowsOut: number;
  /** How many of them are in stock and did not sell in the days that cover rests on. */
  readonly rowsUnsold: number;
  /** Numbers that were asked for and are not in the stock. */
  readonly unknown: readonly string[];
  /** Products that are new in the stock, and that are no longer in it (`changes` only). */
  readonly appeared: NamedProducts;
  readonly gone: NamedProducts;
  /** When a single product was asked for. */
  readonly detail: ProductDetail | undefined;
}

const LISTED = 20;

const NONE: NamedProducts = { count: 0, first: [] };

const UNMOVED = { appeared: NONE, gone: NONE };

/**
 * The answer from the database, with at most `most` rows; undefined while no stock is stored. Sales aren't read at all
 * for a person who can't see them, so that not even the order of the rows shows them.
 */
export async function readStockFigures(
  database: Database,
  sales: Pace,
  calendar: Calendar,
  question: StockFigures,
  seesSales: boolean,
  most: number,
): Promise<HeldStockAnswer | undefined> {
  const velocity = seesSales ? await readSalesVelocity(sales) : undefined;
  const productIds = chosenIn(question);
  const isOfProducts = question.kind === 'products';
  const scope: Scope = isOfProducts ? 'all' : question.scope;
  const held = await atOneMoment(database, async (moment) => {
    const days = await findDays(moment, calendar);
    if (days === undefined) return undefined;
    const table = { days, choice: { scope, productIds }, velocities: velocity?.products ?? [] };
    const rows = listFor(question, most);
    return {
      days,
      ...(await readSummary(moment, table, countsOf(rows))),
      rows: await readList(moment, table, rows),
      found: productIds === undefined || isOfProducts ? [] : await readList(moment, table, EVERY_PRODUCT),
      moved: question.kind === 'changes' ? await readNewAndGone(moment, table.choice, days) : UNMOVED,
    };
  });
  if (held === undefined) return undefined;
  const { days, summary, counts } = held;
  const levels = isOfProducts ? inOrderAsked(held.rows, question.productIds) : held.rows;
  const [only] = levels;
  const here = new Set((isOfProducts ? levels : held.found).map((level) => idKey(level.productId)));
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
    unknown: (productIds ?? []).filter((id) => !here.has(idKey(id))),
    appeared: held.moved.appeared,
    gone: held.moved.gone,
    detail:
      isOfProducts && levels.length === 1 && only !== undefined
        ? await readDetail(database, sales, calendar, only.productId, {
            stockDay: days.snapshot.businessDate,
            salesDay: velocity?.window.to,
          })
        : undefined,
  };
}

/** Numbers that were asked for; undefined where all of a scope were. */
function chosenIn(question: StockFigures): readonly string[] | undefined {
  if (question.kind === 'products') return question.productIds;
  return question.kind === 'overview' ? undefined : question.of?.ids;
}

/** What has come into the stock since the day before, and what has left it. */
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
 * What a product has beyond its row when it was asked for alone. `stockDay` and `salesDay` are the newest days that are
 * stored.
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
  // The first of several ids of the product counts.
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
