import { type DaysOfCover, daysOfCover, lastsLessThan, newSince } from '../insight/daysOfCover.ts';
import type { StockFigures } from '../parser/question.ts';
import type { MeanSales, ProductMean, SalesReader } from '../sales/reader.ts';
import type { Scope, Snapshot, StockLevel } from '../stock/snapshots.ts';
import { numberOf } from '../text/idNumbers.ts';
import type { CoverWindow, NamedProducts, StockAnswer, StockRow, StockTotals } from './stockAnswer.ts';
import { readDetail } from './stockDetail.ts';
import type { StockParts } from './stockParts.ts';

/** What the warehouse tells of stock; who else is needed for a whole answer adds to it. */
export type HeldStockAnswer = Omit<StockAnswer, 'stores'>;

const LISTED = 20;

/**
 * The answer out of the warehouse, with at most `most` rows; undefined while no stock was read. Sales are not read at all
 * for somebody who may not see them, so that not even the order of the rows tells of them.
 */
export async function readStockFigures(
  parts: StockParts,
  question: StockFigures,
  seesSales: boolean,
  most: number,
): Promise<HeldStockAnswer | undefined> {
  const scope: Scope = question.kind === 'products' ? 'all' : question.scope;
  const productIds = question.kind === 'products' ? question.productIds : undefined;
  const compared = await parts.held.comparedStock({ scope, productIds });
  if (compared === undefined) return undefined;
  const { snapshot, dayBefore, weekAgo, products } = compared;
  const pace = seesSales ? await readPace(parts.sales) : undefined;
  const means = pace?.window;

  const all = products.map(
    (level): StockRow => ({
      productId: level.productId,
      stock: level.stock,
      storesWithStock: level.storesWithStock,
      dayBefore: level.dayBefore,
      weekAgo: level.weekAgo,
      cover: pace?.coverOf(level),
      sold: pace?.soldOf(level.productId)?.quantity,
    }),
  );
  const rows = chosen(all, question);
  const [only] = products;
  const here = new Set((productIds === undefined ? [] : products).map(({ productId }) => keyOf(productId)));
  return {
    about: 'stock',
    question,
    scope,
    snapshot,
    updatedTime: lastUpdate(products, snapshot),
    against: { dayBefore: dayBefore?.businessDate, weekAgo: weekAgo?.businessDate },
    withoutSales: !seesSales,
    window: means === undefined ? undefined : windowOf(means),
    totals: totalsOf(all, dayBefore !== undefined, pace !== undefined),
    rows: rows.slice(0, most),
    rowCount: rows.length,
    rowsOut: rows.filter(({ stock }) => stock <= 0).length,
    unknown: (productIds ?? []).filter((id) => !here.has(keyOf(id))),
    appeared: named(
      dayBefore === undefined
        ? []
        : all.filter((row) => row.dayBefore === undefined).map(({ productId }) => productId),
    ),
    gone: named(productIds === undefined ? compared.gone : []),
    detail:
      productIds !== undefined && products.length === 1 && only !== undefined
        ? await readDetail(parts, only.productId, means?.to)
        : undefined,
  };
}

function named(productIds: readonly string[]): NamedProducts {
  return { count: productIds.length, first: productIds.slice(0, LISTED) };
}

/** How fast products go, by the sales of the window that ends with the newest day that is held. */
export interface Pace {
  readonly window: MeanSales;
  soldOf(productId: string): ProductMean | undefined;
  /** Undefined for a product that is not one's own. */
  coverOf(level: StockLevel): DaysOfCover | undefined;
}

/** So far back a first sale is looked for, to tell a new product from a slow one. */
const HISTORY_DAYS = 90;

export async function readPace(sales: SalesReader): Promise<Pace | undefined> {
  const to = await sales.newestDay();
  if (to === undefined) return undefined;
  const [window, history, ownProducts] = await Promise.all([
    sales.meanSales({ to }),
    sales.meanSales({ to, days: HISTORY_DAYS }),
    sales.ownProducts(),
  ]);
  const sold = byProduct(window.products) ?? new Map();
  const before = byProduct(history.products) ?? new Map();
  const own = byProduct(ownProducts) ?? new Map();
  const { days } = window.coverage;
  return {
    window,
    soldOf: (productId) => sold.get(keyOf(productId)),
    coverOf({ productId, stock }) {
      const key = keyOf(productId);
      const mean = sold.get(key);
      if (mean === undefined && !own.has(key)) return undefined;
      const first = newSince(before.get(key)?.firstSold, window.from, history.coverage.days);
      return daysOfCover({ stock, quantity: mean?.quantity ?? 0, days, newSince: first });
    },
  };
}

function windowOf({ from, to, daysKnown, coverage }: MeanSales): CoverWindow {
  return { from, to, daysKnown, missing: coverage.missing };
}

function byProduct<Row extends { readonly productId: string }>(
  rows: readonly Row[] | undefined,
): Map<number | string, Row> | undefined {
  return rows === undefined ? undefined : new Map(rows.map((row) => [keyOf(row.productId), row]));
}

/** The same for ids that differ by leading zeros only. */
function keyOf(productId: string): number | string {
  return numberOf(productId) ?? productId;
}

function totalsOf(rows: readonly StockRow[], compared: boolean, withCover: boolean): StockTotals {
  let [units, unitsBefore, out, newlyOut, others, othersOut] = [0, 0, 0, 0, 0, 0];
  for (const { stock, dayBefore, cover } of rows) {
    units += stock;
    unitsBefore += dayBefore ?? 0;
    const isOthers = withCover && cover === undefined;
    if (isOthers) others += 1;
    if (stock > 0) continue;
    if (isOthers) othersOut += 1;
    out += 1;
    if (dayBefore !== undefined && dayBefore > 0) newlyOut += 1;
  }
  return {
    products: rows.length,
    units,
    out,
    newlyOut,
    others,
    othersOut,
    unitsBefore: compared ? unitsBefore : undefined,
  };
}

/** The rows that answer the question, in the order in which somebody would act on them. */
function chosen(rows: readonly StockRow[], question: StockFigures): readonly StockRow[] {
  switch (question.kind) {
    case 'products':
      return inOrderAsked(rows, question.productIds);
    case 'overview':
      return rows.toSorted(scarcestFirst);
    case 'out':
      return rows
        .filter(({ stock }) => stock <= 0)
        .toSorted((one, other) => (other.sold ?? 0) - (one.sold ?? 0));
    case 'low':
      return rows
        .filter(({ cover }) => cover !== undefined && lastsLessThan(cover, question.days))
        .toSorted(scarcestFirst);
    case 'changes':
      return rows
        .filter(({ stock, dayBefore }) => dayBefore !== undefined && dayBefore !== stock)
        .toSorted((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)));
  }
}

function changeOf({ stock, dayBefore }: StockRow): number {
  return stock - (dayBefore ?? stock);
}

function inOrderAsked(rows: readonly StockRow[], productIds: readonly string[]): StockRow[] {
  const place = new Map(productIds.map((id, at) => [keyOf(id), at]));
  return rows.toSorted(
    (one, other) => (place.get(keyOf(one.productId)) ?? 0) - (place.get(keyOf(other.productId)) ?? 0),
  );
}

/** What is out and sells, then what lasts the fewest days, then what nobody knows that of, by units. */
function scarcestFirst(one: StockRow, other: StockRow): number {
  const lasts = ({ cover }: StockRow) => (cover?.kind === 'days' ? cover.days : Number.POSITIVE_INFINITY);
  const [first, second] = [lasts(one), lasts(other)];
  if (first !== second) return first - second;
  return one.stock - other.stock || (other.sold ?? 0) - (one.sold ?? 0);
}

export function lastUpdate(
  levels: readonly Pick<StockLevel, 'updatedDate' | 'updatedTime'>[],
  { businessDate }: Snapshot,
): string {
  let last = '';
  for (const { updatedDate, updatedTime } of levels) {
    if (updatedDate === businessDate && updatedTime > last) last = updatedTime;
  }
  return last;
}
