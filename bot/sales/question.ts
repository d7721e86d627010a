import type { NameOfMany, Side } from '../parse/narrowing.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { Group } from './groupings.ts';

/**
 * What a person asks of `/sales`, whether it was typed, filled into a form or clicked. Plain JSON; numbers of products and
 * stores are digits as they were given, days are yyyy-MM-dd, both ends included, and never in the future.
 */
export type SalesQuestion =
  /** What is in `sides` is in the lists above as well. */
  | (SalesFilter & {
      readonly kind: 'sales';
      readonly days: DayRange;
      readonly sides?: Sides;
      /** A second grouping: a row for each store and week. */
      readonly and?: Group;
      /** Each row also as its part of the total. */
      readonly share?: true;
    })
  /** `days` beside `against`, an earlier range; days and weeks are compared by their place in the range. */
  | (SalesFilter & { readonly kind: 'compare'; readonly days: DayRange; readonly against: DayRange });

/** A question about one period. */
export type Sales = Extract<SalesQuestion, { kind: 'sales' }>;

/** What narrows and groups sales. Empty lists are no limit. */
interface SalesFilter extends Narrowing {
  readonly command: 'sales';
  readonly by: Group;
  /** Products and stores that are left out of everything else. */
  readonly without?: Narrowing;
  /** Only so many rows, those of the largest volume. */
  readonly top?: number;
  /** Only so many rows, those of the smallest volume; never with `top`. */
  readonly bottom?: number;
  /** What was brought back instead of what was sold. */
  readonly returns?: true;
}

/** Products and stores. */
export interface Narrowing {
  readonly productIds: readonly string[];
  readonly storeIds: readonly string[];
  /** What was named and stands for several; they come to those above. */
  readonly names?: readonly NameOfMany[];
}

/** Two or more, all of products or all of stores. */
export interface Sides {
  readonly of: 'product' | 'store';
  readonly each: readonly Side[];
}

/** Whether the rows are the largest or smallest few, and no longer all of a period in their order. */
export function isCut({ top, bottom }: Pick<SalesFilter, 'top' | 'bottom'>): boolean {
  return top !== undefined || bottom !== undefined;
}

export const MOST_TOP = 100;
