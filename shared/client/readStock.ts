import { foreseeCalls, tooFewCalls } from '../budget/outlook.ts';
import { accumulatedStockOperation, type ProductStock } from '../contract/accumulatedStock.ts';
import { type CallSetting, callOperation, maxWaitOf } from './call.ts';
import { pageQuery } from './pageQuery.ts';
import { readPages } from './pages.ts';
import type { AccumulatedStockFilter, Running, StockReadOptions } from './readOptions.ts';
import { READ_RETRIES } from './retry.ts';
import { createStockSeam } from './seams.ts';

const BATCH_ROWS = 4_096;

/** Which product a row is of, for a person as well. */
export function keyOfStock({ productId }: ProductStock): string {
  return `product ${productId}`;
}

/**
 * Accumulated stock, page by page, within the call budget (interface: "GET accumulated-stock"). Even the stock of a
 * whole chain is a few megabytes, so a page is read whole.
 */
export function readStock(
  setting: CallSetting,
  accepts: (value: unknown) => value is ProductStock[],
  filter: AccumulatedStockFilter,
  read: Running<StockReadOptions>,
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  let bytes = 0;
  const operation = { ...accumulatedStockOperation, accepts };
  return readPages({
    name: accumulatedStockOperation.name,
    title: accumulatedStockOperation.title,
    keyOf: keyOfStock,
    seam: createStockSeam(),
    isTotalBinding: true,
    start: read.startAt ?? 0,
    after: undefined,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    recovery: undefined,
    deadline: read.deadline,
    foresee: (callsNeeded) => foresee(setting, read, callsNeeded),
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      const answer = await callOperation(setting, operation, { query }, READ_RETRIES, read);
      bytes += answer.bytes;
      return { total: answer.total, next: answer.next, batches: inBatches(answer.data) };
    },
  });
}

/** Says what the rest needs, and ends a read that could not reach its end before more calls are spent on it. */
async function foresee(
  setting: CallSetting,
  read: Running<StockReadOptions>,
  callsNeeded: number,
): Promise<void> {
  const { clock, stockBudget } = setting;
  const maxWaitMs = maxWaitOf(read);
  const { firstLongWaitMs, ...outlook } = await foreseeCalls(stockBudget, clock, callsNeeded, maxWaitMs);
  read.onBudget?.(outlook);
  if (outlook.callsLeft < callsNeeded) throw tooFewCalls({ ...outlook, firstLongWaitMs }, maxWaitMs);
  if (outlook.lastAllowedAt - clock.now() >= read.deadline.leftMs())
    throw read.deadline.missed(outlook.reason);
}

async function* inBatches(
  rows: readonly ProductStock[],
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
