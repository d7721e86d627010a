import type { StoreStatus } from 'retail-data-client/operations/stores';
import type { PeriodRelation } from '../parse/dates/period.ts';
import type { NameOfMany, Side } from '../parse/narrowing.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { ComparedGroup } from './comparedGroups.ts';
import type { Comparison } from './comparison.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesGroupSum, SalesFigures as SalesSums, SalesTotals } from './reader.ts';

/** Where sums come from, and what is not in them. */
export interface SalesSource {
  /** `database`: held here. `service`: a range that is not held, asked for now. */
  readonly from: 'database' | 'service';
  /** The sums are as the service had them at that instant or later, in milliseconds; undefined when nothing is held. */
  readonly asOf: number | undefined;
  /** Days of the range that are in no sum, in their order. */
  readonly missing: readonly string[];
  /** Days that were read and had no sales at all, such as Sundays; undefined where that is not known. */
  readonly empty: readonly string[] | undefined;
  /** Set where the service has no sales of days before it: the first day that is held here. */
  readonly oldest?: string;
}

/** Sums of a range: volumes are integer millilitres, quantities items. */
export interface SalesPeriod {
  readonly days: DayRange;
  readonly totals: SalesTotals;
  readonly source: SalesSource;
  /** The first day with sales where the range begins well before it; sales of the days before are not known. */
  readonly firstSales: string | undefined;
}

/** A name of the question, and how many products or stores have it. */
export type CountedName = NameOfMany & { readonly count: number };

/** A store that was asked for by number and sells nothing now. */
export interface StoreNotOpen {
  readonly storeId: string;
  readonly status: Exclude<StoreStatus, 'Open'>;
}

/** The answer to `/sales` of one period. */
export interface SalesAnswer extends SalesPeriod {
  readonly about: 'sales';
  readonly question: Extract<SalesQuestion, { kind: 'sales' }>;
  readonly named: readonly CountedName[];
  /** All sales of these days, where the share of one product, store or name is asked for; undefined elsewhere. */
  readonly allSales: SalesSums | undefined;
  /** By volume, largest first; days and weeks in their order. Cut off when only the top was asked for. */
  readonly groups: readonly SalesGroupSum[];
  readonly groupCount: number;
  /** In the order in which they were set beside each other; undefined where nothing was. */
  readonly sides: readonly SideSum[] | undefined;
  readonly notOpen: readonly StoreNotOpen[];
}

/** So many sides are shown beside each other, each in a column of its own. */
export const MOST_COURSES = 4;

/** One of several products or stores, or sets of them, beside each other. One that is in two counts in both. */
export interface SideSum {
  readonly side: Side;
  /** How many products or stores it stands for, sold or not, without those that are left out. */
  readonly count: number;
  readonly sum: SalesSums;
  /**
   * All products or stores of it that were sold, or brought back where returns are asked for, by volume. Of a few sides
   * in columns, the rows of these.
   */
  readonly groups: readonly SalesGroupSum[];
}

/** The answer to `/sales compare`: a period beside an earlier one. */
export interface ComparisonAnswer {
  readonly about: 'comparison';
  readonly question: Extract<SalesQuestion, { kind: 'compare' }>;
  readonly now: SalesPeriod;
  readonly before: SalesPeriod;
  readonly named: readonly CountedName[];
  /** Why it is that earlier period; undefined when somebody chose it freely. */
  readonly relation: PeriodRelation | undefined;
  /** Integer millilitres side by side; undefined where the earlier period begins before any sales are known. */
  readonly volume: Comparison | undefined;
  readonly groups: readonly ComparedGroup[];
  readonly groupCount: number;
  readonly notOpen: readonly StoreNotOpen[];
}
