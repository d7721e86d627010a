import type { CoverWindow, StockRow } from './daysOfCover.ts';
import { coverDays } from './daysOfCover.ts';
import type { StockTotals } from './levels.ts';
import { LOW_DAYS } from './question.ts';

/** What a digest of stock is in keys and commands, for ever, and the words by which it is typed. */
export const STOCK_DIGEST = 'stock';
export const STOCK_DIGEST_WORDS = 'stock lager lageret beholdning';

/** What a stock digest is asked for: a day that is held, and the products. All or one's own when none are named. */
export interface StockDigestQuestion {
  readonly businessDate: string;
  readonly scope: 'mine' | 'all';
  readonly productIds?: readonly string[] | undefined;
  /** Nothing that is derived from sales is in the answer: no days of cover, no items sold, no order by them. */
  readonly withoutSales: boolean;
}

/** In stock, but not for long. */
export function isLow({ stock, cover }: StockRow): boolean {
  return stock > 0 && (coverDays(cover) ?? LOW_DAYS) < LOW_DAYS;
}

/** The most urgent of a kind, and how many there are; a product may be in several lists. */
export interface DigestList {
  readonly count: number;
  readonly top: readonly StockRow[];
}

/** Everything a stock digest says, as plain values. */
export interface StockDigest {
  readonly businessDate: string;
  readonly takenAt: number;
  /** Products of the service's list, and of the one before, when the list is far shorter; undefined when it is not. */
  readonly shorterList?: { readonly products: number; readonly before: number } | undefined;
  /** The latest time at which the service updated one of these products that day; empty when it does not tell. */
  readonly updatedTime: string;
  /** `all` also where one's own were asked for and nobody knows which these are. */
  readonly scope: 'mine' | 'all' | 'chosen';
  /** True when `scope` is `all` because one's own products are not known yet. */
  readonly ownUnknown: boolean;
  readonly totals: StockTotals;
  /** Undefined when no earlier stock is held. */
  readonly before: StockTotals | undefined;
  readonly weekAgo: StockTotals | undefined;
  /** Products whose stock differs from that of the day before. */
  readonly changed: number;
  /** Out of stock, those newly so first, then those that sell most. */
  readonly out: DigestList;
  readonly newlyOut: number;
  /** In stock, for less than `LOW_DAYS` days. */
  readonly low: DigestList;
  /** Fell since the day before, the largest fall first. */
  readonly falls: DigestList;
  /** Out of stock the day before, and in stock now. */
  readonly back: DigestList;
  /** Sums of the days that are held among the last 30, the oldest first. */
  readonly history: readonly StockTotals[];
  /** Nothing in it is derived from sales. */
  readonly withoutSales: boolean;
  /** The sales that cover rests on; undefined while none are held, and for a digest without sales. */
  readonly window: CoverWindow | undefined;
}

/** Reads stock for digests; plain values, so that it can be answered in another thread. */
export interface StockDigestReader {
  /** Undefined when that day is not held. */
  stockDigest(question: StockDigestQuestion): Promise<StockDigest | undefined>;
  /** Every product, in the order of their numbers. */
  stockDigestRows(question: StockDigestQuestion): Promise<readonly StockRow[]>;
}
