import type { Deadline } from '../http/deadline.ts';
import type { CallOptions } from '../http/request.ts';
import type { AccumulatedStockQuery } from '../operations/accumulatedStock.ts';
import type { DailySalesQuery } from '../operations/dailySales.ts';
import type { Progress } from '../pagination/pages.ts';
import type { CallForecast } from '../rateLimit/forecast.ts';

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

export interface StockReadOptions extends ReadOptions {
  /**
   * Told once, after the first page, what further calls the rest of the read needs, when the service gives a total
   * and more pages follow. The read then ends with a RateLimitError, its calls unspent, if one of them would have to be
   * waited for longer than `maxWaitMs`; set `limit` to have fewer rows instead.
   */
  readonly onForecast?: ((forecast: CallForecast) => void) | undefined;
}

/** A read that has begun. */
export type RunningRead<Options extends ReadOptions> = Options & { readonly deadline: Deadline };

export type DailySalesFilter = Omit<DailySalesQuery, 'maxResults' | 'start'>;
export type AccumulatedStockFilter = Omit<AccumulatedStockQuery, 'maxResults' | 'start'>;
