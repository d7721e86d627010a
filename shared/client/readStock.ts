import { accumulatedStockOperation, type ProductStock } from '../contract/accumulatedStock.ts';
import { type CallSetting, callOperation } from './call.ts';
import { pageQuery } from './pageQuery.ts';
import { readPages } from './pages.ts';
import type { AccumulatedStockFilter, ReadOptions } from './readOptions.ts';
import { READ_RETRIES } from './retry.ts';
import { createStockSeam } from './seams.ts';

const BATCH_ROWS = 4_096;

/**
 * Accumulated stock, page by page, within the call budget (interface: "GET accumulated-stock"). Even the stock of a
 * whole chain is a few megabytes, so a page is read whole.
 */
export function readStock(
  setting: CallSetting,
  accepts: ((value: unknown) => value is ProductStock[]) | undefined,
  filter: AccumulatedStockFilter,
  read: ReadOptions,
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  let bytes = 0;
  const operation = { ...accumulatedStockOperation, accepts };
  return readPages({
    name: accumulatedStockOperation.name,
    title: accumulatedStockOperation.title,
    seam: createStockSeam(),
    start: read.startAt ?? 0,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    recovery: undefined,
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      const answer = await callOperation(setting, operation, { query }, READ_RETRIES, read);
      bytes += answer.bytes;
      return { total: answer.total, batches: inBatches(answer.data) };
    },
  });
}

async function* inBatches(
  rows: readonly ProductStock[],
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
