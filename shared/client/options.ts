import type { Deadline } from '../http/deadline.ts';
import type { CallOptions } from '../http/request.ts';
import type { AccumulatedStockQuery } from '../operations/accumulatedStock.ts';
import type { DailySalesQuery } from '../operations/dailySales.ts';
import type { Progress } from '../pagination/pages.ts';

export interface ReadOptions extends CallOptions {
  /** Rows per call (`maxResults`); not set leaves it to the service. */
  readonly pageSize?: number | undefined;
  /** Ends the read after that many rows. */
  readonly limit?: number | undefined;
  /** Rows to skip before the first (`start`). */
  readonly startAt?: number | undefined;
  /** Told after each batch of rows, and after each page. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told, once per client, what is odd about the service's answers and changes nothing about the rows. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

export interface StockReadOptions extends ReadOptions {
  /** Calls that the read may make, repeated ones included; 40 when not set. A read that needs more is an error. */
  readonly maxCalls?: number | undefined;
}

/** A read that has begun. */
export type RunningRead<Options extends ReadOptions> = Options & { readonly deadline: Deadline };

export type DailySalesFilter = Omit<DailySalesQuery, 'maxResults' | 'start'>;
export type AccumulatedStockFilter = Omit<AccumulatedStockQuery, 'maxResults' | 'start'>;
