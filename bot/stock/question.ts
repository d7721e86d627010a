import type { Selection } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';

export type Scope = 'mine' | 'all';

/**
 * A question of `/stock`, whether typed, filled into a form or clicked. Plain JSON; days are yyyy-MM-dd, both ends
 * included, never in the future. A selection is of products: stock is of the whole chain.
 */
export type StockQuestion = StockFigures | StockHistory;

/** A question that the latest stock answers. */
export type StockFigures =
  | (StockList & { readonly kind: 'overview' })
  | (StockList & { readonly kind: 'out' })
  /** Products with less than `days` days of cover. */
  | (StockList & { readonly kind: 'low'; readonly days: number })
  /** Products with fewer than `units` units. */
  | (StockList & { readonly kind: 'fewer'; readonly units: number })
  /** Products with more than `days` days of cover, and those that don't sell. */
  | (StockList & { readonly kind: 'over'; readonly days: number })
  /** Products whose stock differs from the previous stored day. */
  | (StockList & { readonly kind: 'changes' })
  /** Products by number. */
  | { readonly command: 'stock'; readonly kind: 'products'; readonly selection: Selection };

/** The stock of products, by number, on each stored day of a period. */
export interface StockHistory {
  readonly command: 'stock';
  readonly kind: 'history';
  readonly selection: Selection;
  readonly days: DayRange;
}

/** A question for certain products, not for a list. */
export type OfProducts = Extract<StockQuestion, { readonly kind: 'products' | 'history' }>;

export function isOfProducts(question: StockQuestion): question is OfProducts {
  return question.kind === 'products' || question.kind === 'history';
}

interface StockList {
  readonly command: 'stock';
  /** What is listed where no products are chosen. */
  readonly scope: Scope;
  readonly selection: Selection;
}

/** Stock is running low below this many days of cover, unless the question has another number. */
export const LOW_DAYS = 7;

/** There is plenty above this many days of cover, unless the question has another number. */
export const PLENTY_DAYS = 30;

export const MAX_LOW_DAYS = 365;

/** Few units are fewer than these, unless the question has another number. */
export const FEWER_UNITS = 100;

export const MAX_FEWER_UNITS = 1_000_000;
