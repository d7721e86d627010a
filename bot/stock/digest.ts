import { STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { NamedKind } from '../digest/kind.ts';
import type { Picked } from '../parse/selection.ts';
import { type CoverWindow, coverDays, type StockRow } from './daysOfCover.ts';
import type { StockTotals } from './levels.ts';
import { LOW_DAYS } from './question.ts';
import { stockWords } from './words/words.ts';

/** How commands name the stock digest. */
export const STOCK_DIGEST: NamedKind = {
  content: 'stock',
  typed: 'stock lager lageret beholdning',
  cadence: 'daily',
  isByStore: false,
  ownFrom: STOCK_REFRESH,
  words: (t) => stockWords(t).digest.kind,
};

/** `businessDate` is a stored day. */
export interface StockDigestQuestion {
  readonly businessDate: string;
  readonly scope: 'mine' | 'all';
  /** Undefined for all products of `scope`. */
  readonly picked?: Picked | undefined;
  /** Leaves out everything derived from sales: days of cover, items sold, an order by them. */
  readonly withoutSales: boolean;
}

export function isLow({ stock, cover }: StockRow): boolean {
  return stock > 0 && (coverDays(cover) ?? LOW_DAYS) < LOW_DAYS;
}

/** The most urgent products of a kind, and the count of all. A product can be in several lists. */
export interface DigestList {
  readonly count: number;
  readonly top: readonly StockRow[];
}

/** Everything a stock digest says, as plain values, so that another thread can read it. */
export interface StockDigest {
  readonly businessDate: string;
  readonly takenAt: number;
  /** Lengths of the service's product list and of the previous one; undefined unless the list is far shorter. */
  readonly shorterList?: { readonly products: number; readonly before: number } | undefined;
  /** The latest time at which the service updated one of these products that day; empty when it gives none. */
  readonly updatedTime: string;
  /** `all` also for a question of own products that aren't known. */
  readonly scope: 'mine' | 'all' | 'chosen';
  /** Whether `scope` is `all` because the own products aren't known yet. */
  readonly ownUnknown: boolean;
  readonly totals: StockTotals;
  /** The previous stored day; undefined when none is stored. */
  readonly before: StockTotals | undefined;
  readonly weekAgo: StockTotals | undefined;
  /** Products whose stock differs from the day before. */
  readonly changed: number;
  /** Out of stock: first those that weren't the day before, then by sales. */
  readonly out: DigestList;
  readonly newlyOut: number;
  /** In stock, for less than `LOW_DAYS` days. */
  readonly low: DigestList;
  /** Fell since the day before, largest fall first. */
  readonly falls: DigestList;
  /** In stock now, out of stock the day before. */
  readonly back: DigestList;
  /** Running low or out of stock, with a known lead time and pace; the earliest order first. */
  readonly orders: DigestList;
  /** Sums of the stored days among the last 30, oldest first. */
  readonly history: readonly StockTotals[];
  /** Whether everything derived from sales was left out. */
  readonly withoutSales: boolean;
  /** The basis of days of cover; undefined while no sales are stored, and for a digest without sales. */
  readonly window: CoverWindow | undefined;
}

export interface StockDigestReader {
  /** Undefined when the day isn't stored. */
  stockDigest(question: StockDigestQuestion): Promise<StockDigest | undefined>;
  /** Every product, by number. */
  stockDigestRows(question: StockDigestQuestion): Promise<readonly StockRow[]>;
}
