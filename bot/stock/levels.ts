export interface Snapshot {
  readonly businessDate: string;
  readonly takenAt: number;
  readonly products: number;
  /** Products of the previous list; undefined unless this list is far shorter. */
  readonly fellFrom?: number | undefined;
}

/** A product's units over all stores. */
interface StockLevel {
  readonly productId: string;
  readonly stock: number;
  readonly storesWithStock: number;
}

/** How a product is ordered, by the product list. */
export interface Supply {
  /** Days between an order and its arrival. */
  readonly leadDays: number;
  /** Units that are ordered together; undefined where the list has none. */
  readonly packSize: number | undefined;
}

/** How long the stock lasts, or why that isn't known. `restsOn` is the number of days whose sales were used. */
export type DaysOfCover =
  | {
      readonly kind: 'days';
      /** Calendar days, not rounded; 0 when there is no stock. */
      readonly days: number;
      readonly restsOn: number;
    }
  | { readonly kind: 'none'; readonly reason: NoCover; readonly restsOn: number };

/**
 * `daysMissing`: no day of the window is known. `noSales`: no sales and no returns, which means nothing for another
 * supplier's product. `returnsExceedSales`: returns are as many as the sales, or more.
 */
type NoCover = 'daysMissing' | 'noSales' | 'returnsExceedSales';

/** A product's stock on a day, how long it lasts, and since when there is none. */
export interface StockRow extends StockLevel {
  /** Undefined where that day didn't list the product, which doesn't mean that it was out of stock. */
  readonly dayBefore: number | undefined;
  readonly weekAgo: number | undefined;
  /** Stores that had it a week ago. */
  readonly storesWeekAgo?: number | undefined;
  /** Undefined for a product without a lead time. */
  readonly supply?: Supply | undefined;
  /** Undefined while no sales are stored, and for another supplier's product, whose sales aren't known. */
  readonly cover: DaysOfCover | undefined;
  /** Items sold in the window, returns subtracted; undefined when there were none. */
  readonly sold: number | undefined;
  /** Undefined for a product in stock, and where the question isn't about it. */
  readonly out?: OutSince | undefined;
}

/** The first day of those without stock; `isEarliest` where no day before it is known to have had any. */
export interface OutSince {
  readonly since: string;
  readonly isEarliest: boolean;
}

export interface DayLevel extends StockLevel {
  readonly businessDate: string;
}

export interface StockSummary {
  readonly products: number;
  readonly units: number;
  readonly out: number;
  /** Out of stock now, but not the day before. */
  readonly newlyOut: number;
  /** Products whose stock differs from the day before. */
  readonly changed: number;
  /** Products whose sales aren't known; `othersOut` of them are out of stock. */
  readonly others: number;
  readonly othersOut: number;
  /** The latest time at which the service updated one of them that day; empty when it gives none. */
  readonly updatedTime: string;
}

/** Sums of one day. */
export interface StockTotals {
  readonly businessDate: string;
  /** Includes products without stock. */
  readonly products: number;
  readonly units: number;
}
