import type { Side } from '../parse/narrowing.ts';
import type { DayRange } from '../text/dayRange.ts';

export type Scope = 'mine' | 'all';

/**
 * What a person asks of `/stock`, whether it was typed, filled into a form or clicked. Plain JSON; numbers of products are
 * digits as they were given, days are yyyy-MM-dd, both ends included, and never in the future.
 */
export type StockQuestion = StockFigures | StockHistory;

/** A question that the latest stock answers. */
export type StockFigures =
  | { readonly command: 'stock'; readonly kind: 'overview'; readonly scope: Scope }
  | (StockFilter & { readonly kind: 'out' })
  /** Less than so many days of cover. */
  | (StockFilter & { readonly kind: 'low'; readonly days: number })
  /** More than so many days of cover, and what does not sell at all. */
  | (StockFilter & { readonly kind: 'over'; readonly days: number })
  /** What is different from the stock of the day before that is stored. */
  | (StockFilter & { readonly kind: 'changes' })
  | { readonly command: 'stock'; readonly kind: 'products'; readonly productIds: readonly string[] };

/** The stock of products on each stored day of a period. */
export interface StockHistory {
  readonly command: 'stock';
  readonly kind: 'history';
  readonly productIds: readonly string[];
  readonly days: DayRange;
}

/** Whether a question is of products, and not one of the lists. */
export function isOfProducts(
  question: StockQuestion,
): question is Extract<StockQuestion, { readonly productIds: readonly string[] }> {
  return question.kind === 'products' || question.kind === 'history';
}

/** What narrows a list of stock. */
interface StockFilter {
  readonly command: 'stock';
  readonly scope: Scope;
  /** Only these products, whatever the scope is. */
  readonly of?: Side;
}

/** Under so many days of cover stock is low, in lists and digests, unless somebody asks for another number. */
export const LOW_DAYS = 7;

/** Over so many days of cover there is plenty, unless somebody asks for another number. */
export const PLENTY_DAYS = 30;

export const MOST_LOW_DAYS = 365;
