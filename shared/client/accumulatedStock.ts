import { type CallContext, callOperation, maxWaitOf } from '../http/request.ts';
import { READ_RETRIES } from '../http/retry.ts';
import { accumulatedStockOperation, type ProductStock } from '../operations/accumulatedStock.ts';
import { createStockDriftDetector } from '../pagination/driftDetector.ts';
import { pageQuery } from '../pagination/pageQuery.ts';
import { readPages } from '../pagination/pages.ts';
import { forecastCalls, tooFewCalls } from '../rateLimit/forecast.ts';
import type { AccumulatedStockFilter, RunningRead, StockReadOptions } from './options.ts';

const BATCH_ROWS = 4_096;

/** Which product a row is of, for a person as well. */
export function keyOfStock({ productId }: ProductStock): string {
  return `product ${productId}`;
}

/**
 * Accumulated stock, page by page, within the limits of calls (interface: "GET accumulated-stock"). Even the stock of a
 * whole chain is a few megabytes, so a page is read whole.
 */
export function readStock(
  context: CallContext,
  filter: AccumulatedStockFilter,
  read: RunningRead<StockReadOptions>,
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  let bytes = 0;
  return readPages({
    name: accumulatedStockOperation.name,
    title: accumulatedStockOperation.title,
    keyOf: keyOfStock,
    driftDetector: createStockDriftDetector(),
    isTotalBinding: true,
    start: read.startAt ?? 0,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    retries: undefined,
    deadline: read.deadline,
    beforeFurtherCalls: (callsNeeded) => checkCallsAhead(context, read, callsNeeded),
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      const call = { operation: accumulatedStockOperation, query, policy: READ_RETRIES };
      const answer = await callOperation(context, call, read);
      bytes += answer.bytes;
      return { total: answer.total, next: answer.next, batches: inBatches(answer.data) };
    },
  });
}

/** Says what the rest needs, and ends a read that could not reach its end before more calls are spent on it. */
async function checkCallsAhead(
  context: CallContext,
  read: RunningRead<StockReadOptions>,
  callsNeeded: number,
): Promise<void> {
  const { clock, rateLimiter } = context;
  const maxWaitMs = maxWaitOf(read);
  const { firstLongWaitMs, ...forecast } = await forecastCalls(rateLimiter, clock, callsNeeded, maxWaitMs);
  read.onForecast?.(forecast);
  if (forecast.callsLeft < callsNeeded) throw tooFewCalls({ ...forecast, firstLongWaitMs }, maxWaitMs);
  if (forecast.lastAllowedAt - clock.now() >= read.deadline.leftMs())
    throw read.deadline.missed(forecast.reason);
}

async function* inBatches(
  rows: readonly ProductStock[],
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
