import type { AccumulatedStockQuery } from '../contract/accumulatedStock.ts';
import type { DailySalesQuery } from '../contract/dailySales.ts';
import type { CallOptions } from './call.ts';
import type { Progress } from './pages.ts';

export interface ReadOptions extends CallOptions {
  /** Rows per call (`maxResults`); not set leaves it to the service. */
  readonly pageSize?: number | undefined;
  /** Ends the read after that many rows. */
  readonly limit?: number | undefined;
  /** Rows to skip before the first (`start`). */
  readonly startAt?: number | undefined;
  /** Reads again from the start when the data changed between two pages, instead of ending with a PageDriftError. */
  readonly restartOnDrift?: boolean | undefined;
  /** Told after each batch of rows, and after each page. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export type DailySalesFilter = Omit<DailySalesQuery, 'maxResults' | 'start'>;
export type AccumulatedStockFilter = Omit<AccumulatedStockQuery, 'maxResults' | 'start'>;
