import type { NameOfMany, Side } from '../parse/narrowing.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { Filters } from './filters.ts';
import type { Group } from './groupings.ts';

/**
 * A question of `/sales`, whether typed, filled into a form or clicked. Plain JSON; product and store numbers are digits
 * as given; days are yyyy-MM-dd, both ends included, never in the future.
 */
export type SalesQuestion =
  /** Products and stores of `sides` are also in the lists of SalesFilter. */
  | (SalesFilter & {
      readonly kind: 'sales';
      readonly days: DayRange;
      readonly sides?: Sides;
      /** A second grouping: a row for each store and week. */
      readonly and?: Group;
    })
  /** Compares `days` with `against`, an earlier range; days and weeks by their place in the range. */
  | (SalesFilter & { readonly kind: 'compare'; readonly days: DayRange; readonly against: DayRange });

/** A question about one period. */
export type Sales = Extract<SalesQuestion, { kind: 'sales' }>;

/** What narrows and groups sales; an empty list means all. */
interface SalesFilter extends Selection, Filters {
  readonly command: 'sales';
  readonly by: Group;
}

/** Products and stores whose sales are added up. */
export interface Selection extends Narrowing {
  /** Products and stores to leave out. */
  readonly without?: Narrowing;
}

/** Products and stores. */
export interface Narrowing {
  readonly productIds: readonly string[];
  readonly storeIds: readonly string[];
  /** Names of several products or stores, in addition to the numbers. */
  readonly names?: readonly NameOfMany[];
}

/** Two or more sides of "a vs b", all products or all stores. */
export interface Sides {
  readonly of: 'product' | 'store';
  readonly each: readonly Side[];
}
