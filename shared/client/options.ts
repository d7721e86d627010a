import type { Deadline } from '../http/deadline.ts';
import type { CallOptions } from '../http/request.ts';
import type { AccumulatedStockQuery } from '../operations/accumulatedStock.ts';
import type { DailySalesQuery } from '../operations/dailySales.ts';
import type { PagedOptions } from '../pagination/pages.ts';

export interface ReadOptions extends CallOptions, PagedOptions {
  /** Rows per call (`maxResults`); not set leaves it to the service. */
  readonly pageSize?: number | undefined;
}

export interface StockReadOptions extends ReadOptions {
  /** Calls that the read may make, repeated ones included; 40 when not set. A read that needs more is an error. */
  readonly maxCalls?: number | undefined;
}

/** A read that has begun. */
export type RunningRead<Options extends ReadOptions> = Options & { readonly deadline: Deadline };

export type DailySalesFilter = Omit<DailySalesQuery, 'maxResults' | 'start'>;
export type AccumulatedStockFilter = Omit<AccumulatedStockQuery, 'maxResults' | 'start'>;
