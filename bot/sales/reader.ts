import type { DayRange } from '../text/dayRange.ts';
import type { TimeGroup } from './groupings.ts';

/**
 * What answers, digests and App Home read of sales. Everything here is plain values, so that a question can be answered
 * in another thread. Days are yyyy-MM-dd, both ends of a range included; volumes are integer millilitres, quantities
 * are items (not always whole: interface, "Daily sales"); instants are milliseconds since 1970.
 */
export interface SalesReader extends Pace {
  /** Sums of a range. Days that are not held are left out of the sums and named in `coverage.missing`. */
  salesOf(question: SalesSumsQuestion): Promise<SalesSums>;
  /** Which days of a range are held, were empty, or are not read yet, and as of when. */
  daysOf(from: string, to: string): Promise<Coverage>;
  /** The first day that is held with rows; undefined while there is none. */
  oldestDay(): Promise<string | undefined>;
}

/** What sells a day: what `stock/` and others calculate with, and all that they know of sales. */
export interface Pace {
  /** The newest day that is held with rows; undefined while there is none. */
  newestDay(): Promise<string | undefined>;
  /** Sums per product over the `days` days up to and including `to`, and the days they rest on. */
  meanSales(question: MeanSalesQuestion): Promise<MeanSales>;
  /** Units of a product on each stored day of a range that has some, returns subtracted. */
  unitsByDay(productId: string, days: DayRange): Promise<UnitsByDay>;
  /** Products in one's own sales of the last 90 days, in the order of their numbers. */
  ownProducts(): Promise<readonly string[]>;
}

export interface UnitsByDay {
  readonly days: readonly { readonly day: string; readonly units: number }[];
  readonly coverage: readonly DayCoverage[];
}

export type SalesGrouping = 'product' | 'store' | 'day' | 'week';

/** What each of two groupings is of. */
export type PairPart = 'product' | 'store' | TimeGroup;

export interface SalesSumsQuestion {
  readonly from: string;
  readonly to: string;
  /** Only these products; numbers match whether or not they are written with leading zeros. All when not set. */
  readonly productIds?: readonly string[] | undefined;
  /** Only these stores; as above. */
  readonly storeIds?: readonly string[] | undefined;
  readonly by: SalesGrouping;
  /** Groups are those of both instead of `by`: a sum for each store and week. */
  readonly pair?: readonly [PairPart, PairPart] | undefined;
  /** So many groups at most, those of the largest volume; days and weeks are never cut. All when not set. */
  readonly largest?: number | undefined;
}

/** A sum of sales. Returns are negative sales: they are in the sums, and once more apart, as positive numbers. */
export interface SalesFigures {
  readonly rows: number;
  readonly millilitres: number;
  readonly quantity: number;
  readonly returnedMillilitres: number;
  readonly returnedQuantity: number;
}

/** The sum of one product, store, day (yyyy-MM-dd) or ISO week (2026-W47), named by `key`. */
export interface SalesGroupSum extends SalesFigures {
  readonly key: string;
  /** The key of the second of two groupings. */
  readonly second?: string;
}

export interface SalesTotals extends SalesFigures {
  readonly products: number;
  readonly stores: number;
  /** Days that have at least one row of what was asked. */
  readonly days: number;
}

export interface SalesSums {
  readonly totals: SalesTotals;
  /** By volume, largest first, then by key; days and weeks in their order. */
  readonly groups: readonly SalesGroupSum[];
  /** How many groups there are, those that `largest` cut off included. */
  readonly groupCount: number;
  readonly coverage: Coverage;
}

/** `held`: has rows. `empty`: was read and settled without rows. `missing`: not read yet. */
export type DayState = 'held' | 'empty' | 'missing';

export interface DayCoverage {
  readonly salesDate: string;
  readonly state: DayState;
  readonly rows: number;
  /** When the whole day was read; undefined when it is missing. */
  readonly readAt: number | undefined;
}

export interface Coverage {
  readonly days: readonly DayCoverage[];
  /** Days that are not held, in their order. */
  readonly missing: readonly string[];
  /** Every day of the range that is held was compared with the service at that instant or later; undefined when none is. */
  readonly asOf: number | undefined;
}

interface MeanSalesQuestion {
  /** The last day of the window, usually yesterday. */
  readonly to: string;
  /** The length of the window; 28 when not set. */
  readonly days?: number | undefined;
}

export interface ProductMean {
  readonly productId: string;
  /** Sums over the window, returns subtracted. */
  readonly millilitres: number;
  readonly quantity: number;
  /** The first day of the window on which the product has rows. */
  readonly firstSold: string;
}

export interface MeanSales {
  readonly from: string;
  readonly to: string;
  /** Days of the window that are held or empty: what a mean per day is divided by. 0 when none is. */
  readonly daysKnown: number;
  /** Products with at least one row in the window. */
  readonly products: readonly ProductMean[];
  readonly coverage: Coverage;
}
