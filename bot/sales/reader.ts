import type { Stored, TimeGroup } from '../figures/rows.ts';
import type { PickedIds } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';

/**
 * The sales that answers, digests and App Home read. All values are plain, so that another thread can read them. Days are
 * yyyy-MM-dd, both ends of a range included; volumes are integer millilitres, quantities are items (not always whole:
 * interface, "Daily sales"); instants are milliseconds since 1970.
 */
export interface SalesReader extends Pace {
  /** Sums of a range. Days that aren't stored are left out of the sums and listed in `coverage.missing`. */
  salesOf(question: SalesSumsQuestion): Promise<SalesSums>;
  /** The state of each day of a range. */
  daysOf(from: string, to: string): Promise<Coverage>;
  /** The first stored day with rows; undefined while there is none. */
  oldestDay(): Promise<string | undefined>;
}

/** What sells, and how fast. */
export interface Pace {
  /** The latest stored day with rows; undefined while there is none. */
  newestDay(): Promise<string | undefined>;
  /** Sums per product over the `days` days up to and including `to`. */
  meanSales(question: MeanSalesQuestion): Promise<MeanSales>;
  /** Products that the supplier sold in the last 90 days, by number. */
  ownProducts(): Promise<readonly string[]>;
}

/** Groups of products are made of what is read. */
export type PairPart = Stored | TimeGroup;

export interface SalesSumsQuestion extends DayRange {
  /** Undefined for all products and stores. */
  readonly picked?: PickedIds | undefined;
  /** One grouping, by what is stored, or two: a sum for each store and week. */
  readonly by: readonly [Stored] | readonly [PairPart, PairPart];
}

/** A sum of sales. Returns are negative sales: the sums include them, and `returned…` are the same, as positive numbers. */
export interface SalesFigures {
  readonly rows: number;
  readonly millilitres: number;
  readonly quantity: number;
  readonly returnedMillilitres: number;
  readonly returnedQuantity: number;
}

/** The sum of one product, store or day (yyyy-MM-dd); in a pair also of a week (2026-W47) or the like. */
export interface SalesGroupSum extends SalesFigures {
  readonly key: string;
  /** The key of the second grouping; undefined where there is one grouping. */
  readonly second?: string;
}

export interface SalesTotals extends SalesFigures {
  readonly products: number;
  readonly stores: number;
  /** Days with at least one row of the question. */
  readonly days: number;
}

export interface SalesSums {
  readonly totals: SalesTotals;
  /** In no order. */
  readonly groups: readonly SalesGroupSum[];
  readonly coverage: Coverage;
}

/** `held`: stored with rows. `empty`: fetched and settled without rows. `missing`: not fetched yet. */
export type DayState = 'held' | 'empty' | 'missing';

export interface DayCoverage {
  readonly salesDate: string;
  readonly state: DayState;
  /** When the whole day was fetched; undefined for a missing day. */
  readonly readAt: number | undefined;
}

export interface Coverage {
  readonly days: readonly DayCoverage[];
  /** Missing days, in order. */
  readonly missing: readonly string[];
  /** All stored days of the range were compared with the service then or later; undefined when none is stored. */
  readonly asOf: number | undefined;
}

interface MeanSalesQuestion {
  /** The last day of the window, usually yesterday. */
  readonly to: string;
  /** The length of the window; undefined for 28. */
  readonly days?: number | undefined;
}

export interface ProductMean {
  readonly productId: string;
  /** Sold in the window, returns subtracted. */
  readonly quantity: number;
  /** The first day of the window on which the product has rows. */
  readonly firstSold: string;
}

export interface MeanSales {
  readonly from: string;
  readonly to: string;
  /** Products with at least one row in the window. */
  readonly products: readonly ProductMean[];
  readonly coverage: Coverage;
}
