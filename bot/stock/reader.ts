import type { Scope, Snapshot, StockLevel } from './snapshots.ts';

/**
 * What answers, digests and App Home read of the stock held, day by day. Everything here is plain values, so that a
 * question can be answered in another thread. Days are yyyy-MM-dd, of the business whose stock it is; stock is in units
 * over all stores; ids are found with and without their leading zeros. Every answer is undefined, or empty, while the
 * day it is about is not held.
 */
export interface HeldStock {
  /** Every day that is held, the newest first. */
  stockDays(): Promise<readonly Snapshot[]>;
  /** Levels of one day, the newest when not set, in the order of product numbers. */
  stockLevels(question: StockLevelsQuestion): Promise<StockLevels | undefined>;
  /** Each product beside the day before and a week ago. */
  comparedStock(question: StockLevelsQuestion): Promise<ComparedStock | undefined>;
  /** What moved between two days. */
  stockChanges(question: StockChangesQuestion): Promise<StockChanges | undefined>;
  /** Sums of each day that is held among `days` days, in their order: one chart. */
  stockTotals(question: StockTotalsQuestion): Promise<readonly StockTotals[]>;
  /** One product on each day that is held among `days` days, in their order. */
  stockHistory(question: StockHistoryQuestion): Promise<readonly StockOfDay[]>;
}

/** Which products: those named, else those of the scope. */
export interface StockChoice {
  readonly scope: Scope;
  readonly productIds?: readonly string[] | undefined;
}

export interface StockLevelsQuestion extends StockChoice {
  readonly businessDate?: string | undefined;
}

export interface StockLevels {
  readonly snapshot: Snapshot;
  readonly levels: readonly StockLevel[];
}

export interface ComparedStock {
  readonly snapshot: Snapshot;
  /** The newest day held before that of `snapshot`. */
  readonly dayBefore: Snapshot | undefined;
  /** The newest day held that is at least a week older, and no more than two. */
  readonly weekAgo: Snapshot | undefined;
  readonly products: readonly ComparedLevel[];
  /** Products that the day before had and this day has not. */
  readonly gone: readonly string[];
}

/** Undefined is a product that the other day did not have, which is not one without stock. */
export interface ComparedLevel extends StockLevel {
  readonly dayBefore: number | undefined;
  readonly weekAgo: number | undefined;
}

export interface StockChangesQuestion extends StockChoice {
  /** The newest day when not set. */
  readonly to?: string | undefined;
  /** The newest day held before `to` when not set. */
  readonly from?: string | undefined;
  /** So many of each kind at most; the counts are of all. All when not set. */
  readonly largest?: number | undefined;
}

export interface StockChange {
  readonly productId: string;
  readonly stock: number;
  readonly before: number;
  readonly storesWithStock: number;
  readonly storesBefore: number;
}

/** A kind of change: the largest first, and how many there are. */
export interface ChangeList {
  readonly count: number;
  readonly products: readonly StockChange[];
}

export interface StockChanges {
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly totals: StockTotals;
  readonly totalsBefore: StockTotals;
  /** Fell, and are in stock still. */
  readonly falls: ChangeList;
  /** Rose, and were in stock before. */
  readonly rises: ChangeList;
  /** In stock before, and no more. */
  readonly newlyOut: ChangeList;
  /** Out of stock before, and no more. */
  readonly backInStock: ChangeList;
  /** Products that only the later, and only the earlier day has; `before` or `stock` is 0. */
  readonly appeared: ChangeList;
  readonly gone: ChangeList;
}

export interface StockTotalsQuestion extends StockChoice {
  /** The last day; the newest that is held when not set. */
  readonly to?: string | undefined;
  /** 30 when not set. */
  readonly days?: number | undefined;
}

export interface StockTotals {
  readonly businessDate: string;
  /** Products the day has, those without stock included. */
  readonly products: number;
  readonly inStock: number;
  readonly units: number;
  /** Stores that have one, added up over the products. */
  readonly placements: number;
  /** Stores that have the product which most of them have: that many are covered at least. */
  readonly mostStores: number;
}

export interface StockHistoryQuestion {
  readonly productId: string;
  readonly to?: string | undefined;
  /** 30 when not set. */
  readonly days?: number | undefined;
}

export interface StockOfDay {
  readonly businessDate: string;
  readonly stock: number;
  readonly storesWithStock: number;
}
