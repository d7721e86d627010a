import type { Side } from '../parse/narrowing.ts';
import type { DayRange } from '../text/dayRange.ts';

export type Scope = 'mine' | 'all';

/**
 * A question of `/stock`, whether typed, filled into a form or clicked. Plain JSON; product numbers are digits as given;
 * days are yyyy-MM-dd, both ends included, never in the future.
 */
export type StockQuestion = StockFigures | StockHistory;

/** A question that the latest stock answers. */
export type StockFigures =
  | { readonly command: 'stock'; readonly kind: 'overview'; readonly scope: Scope }
  | (StockFilter & { readonly kind: 'out' })
  /** Products with less than `days` days of cover. */
  | (StockFilter & { readonly kind: 'low'; readonly days: number })
  /** Products with more than `days` days of cover, and those that don't sell. */
  | (StockFilter & { readonly kind: 'over'; readonly days: number })
  /** Products whose stock differs from the previous stored day. */
  | (StockFilter & { readonly kind: 'changes' })
  | { readonly command: 'stock'; readonly kind: 'products'; readonly productIds: readonly string[] };

/** The stock of products on each stored day of a period. */
export interface StockHistory {
  readonly command: 'stock';
  readonly kind: 'history';
  readonly productIds: readonly string[];
  readonly days: DayRange;
}

/** Whether a question is for certain products, not for a list. */
export function isOfProducts(
  question: StockQuestion,
): question is Extract<StockQuestion, { readonly productIds: readonly string[] }> {
  return question.kind === 'products' || question.kind === 'history';
}

interface StockFilter {
  readonly command: 'stock';
  readonly scope: Scope;
  /** Only these products, whatever the scope is. */
  readonly of?: Side;
}

/** Stock is running low below this many days of cover, unless the question has another number. */
export const LOW_DAYS = 7;

/** There is plenty above this many days of cover, unless the question has another number. */
export const PLENTY_DAYS = 30;

export const MAX_LOW_DAYS = 365;
