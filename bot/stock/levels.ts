export interface Snapshot {
  /** The day this stock is of. */
  readonly businessDate: string;
  readonly takenAt: number;
  readonly products: number;
  /** How many products the list before had, when this one is far shorter. */
  readonly fellFrom?: number | undefined;
}

/** A product's units over all stores. */
interface StockLevel {
  readonly productId: string;
  readonly stock: number;
  readonly storesWithStock: number;
}

export interface ComparedLevel extends StockLevel {
  /** Undefined where the other day did not have the product, which does not mean that it was out of stock. */
  readonly dayBefore: number | undefined;
  readonly weekAgo: number | undefined;
}

/** A product on a day that is held. */
export interface DayLevel extends StockLevel {
  readonly businessDate: string;
}

export interface StockSummary {
  readonly products: number;
  readonly units: number;
  readonly out: number;
  /** Units of the same products the day before; undefined when there is no such day. */
  readonly unitsBefore: number | undefined;
  /** Out now and not the day before. */
  readonly newlyOut: number;
  /** Products whose stock is not that of the day before. */
  readonly changed: number;
  /** Products whose sales are not known, and how many of them are out. */
  readonly others: number;
  readonly othersOut: number;
  /** The latest time at which the service updated one of them on the day; empty when it does not tell. */
  readonly updatedTime: string;
}

/** Sums of one day. */
export interface StockTotals {
  readonly businessDate: string;
  /** Products the day has, those without stock included. */
  readonly products: number;
  readonly inStock: number;
  readonly units: number;
  /** Stores that have the product which most of them have: that many are covered at least. */
  readonly mostStores: number;
}
