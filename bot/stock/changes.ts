import type { ChangeList, StockChange, StockChanges, StockTotals } from './reader.ts';
import type { Snapshot } from './snapshots.ts';
import type { StockSheet } from './stockSheet.ts';

export interface TwoDays {
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly earlier: StockSheet;
  readonly later: StockSheet;
  /** Which products count. */
  readonly placesIn: (sheet: StockSheet) => Iterable<number>;
  /** So many of each kind at most. */
  readonly largest?: number | undefined;
}

type Kind = 'falls' | 'rises' | 'newlyOut' | 'backInStock' | 'appeared' | 'gone';

/** What moved between two days, each product in one kind at most; the largest change first, then by product. */
export function changesBetween({ from, to, earlier, later, placesIn, largest }: TwoDays): StockChanges {
  const found: Record<Kind, StockChange[]> = {
    falls: [],
    rises: [],
    newlyOut: [],
    backInStock: [],
    appeared: [],
    gone: [],
  };
  const [placesBefore, places] = [[...placesIn(earlier)], [...placesIn(later)]];
  const known = new Set<number>();
  for (const at of places) {
    const [then] = earlier.find(later.idAt(at));
    const change = changeAt(later, at, earlier, then);
    if (then === undefined) {
      found.appeared.push(change);
      continue;
    }
    known.add(then);
    const kind = kindOf(change);
    if (kind !== undefined) found[kind].push(change);
  }
  for (const then of placesBefore) {
    if (known.has(then) || later.find(earlier.idAt(then)).length > 0) continue;
    found.gone.push(changeAt(later, undefined, earlier, then));
  }
  const list = (kind: Kind): ChangeList => ({
    count: found[kind].length,
    products: found[kind].sort(largestFirst).slice(0, largest),
  });
  return {
    from,
    to,
    totals: totalsOf(to.businessDate, later, places),
    totalsBefore: totalsOf(from.businessDate, earlier, placesBefore),
    falls: list('falls'),
    rises: list('rises'),
    newlyOut: list('newlyOut'),
    backInStock: list('backInStock'),
    appeared: list('appeared'),
    gone: list('gone'),
  };
}

/** Sums over the products at these places. */
export function totalsOf(businessDate: string, sheet: StockSheet, places: Iterable<number>): StockTotals {
  let [products, inStock, units, placements, mostStores] = [0, 0, 0, 0, 0];
  for (const at of places) {
    const stock = sheet.stock[at] ?? 0;
    const stores = sheet.stores[at] ?? 0;
    products += 1;
    if (stock > 0) inStock += 1;
    units += stock;
    placements += stores;
    if (stores > mostStores) mostStores = stores;
  }
  return { businessDate, products, inStock, units, placements, mostStores };
}

function changeAt(
  later: StockSheet,
  at: number | undefined,
  earlier: StockSheet,
  then: number | undefined,
): StockChange {
  return {
    productId: at === undefined ? earlier.idAt(then ?? -1) : later.idAt(at),
    stock: (at === undefined ? undefined : later.stock[at]) ?? 0,
    before: (then === undefined ? undefined : earlier.stock[then]) ?? 0,
    storesWithStock: (at === undefined ? undefined : later.stores[at]) ?? 0,
    storesBefore: (then === undefined ? undefined : earlier.stores[then]) ?? 0,
  };
}

function kindOf({ stock, before }: StockChange): Kind | undefined {
  if (stock === before) return undefined;
  if (before > 0 && stock <= 0) return 'newlyOut';
  if (before <= 0 && stock > 0) return 'backInStock';
  return stock < before ? 'falls' : 'rises';
}

function largestFirst(one: StockChange, other: StockChange): number {
  return Math.abs(other.stock - other.before) - Math.abs(one.stock - one.before);
}
