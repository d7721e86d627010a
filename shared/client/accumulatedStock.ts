import { BadRequestError, RateLimitError } from '../errors/errors.ts';
import { type CallContext, callOperation } from '../http/request.ts';
import { READ_RETRIES } from '../http/retry.ts';
import { accumulatedStockOperation, type ProductStock } from '../operations/accumulatedStock.ts';
import { pageQuery } from '../pagination/pageQuery.ts';
import { positive, readPages } from '../pagination/pages.ts';
import type { AccumulatedStockFilter, ReadOptions, RunningRead } from './options.ts';

const BATCH_ROWS = 4_096;
/** What is asked for where the rest is not known or was refused. */
const LARGE_PAGE = 10_000;
/** Two minutes of calls: what needs more would take the day's calls from everybody who shares the key. */
const MOST_CALLS = 40;

/** Which product a row is of, for a person as well. */
function keyOfStock({ productId }: ProductStock): string {
  return `product ${productId}`;
}

/**
 * Accumulated stock, page by page, within the limits of calls (interface: "GET accumulated-stock"). Even the stock of a
 * whole chain is a few megabytes, so a page is read whole.
 *
 * The size of a page without `maxResults` is not stated, and may be far below what the service can give. So where no size
 * was asked for, the second page is asked for the rest, then for 10,000, then for the size that came.
 */
export function readStock(
  context: CallContext,
  filter: AccumulatedStockFilter,
  read: RunningRead<ReadOptions>,
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  const pageSize = positive('pageSize', read.pageSize);
  let bytes = 0;
  let largestCame = 0;
  /** Of the sizes to ask for, the first that was not refused; after the last the size is left to the service again. */
  let step = 0;
  const sizes = () => [Number.POSITIVE_INFINITY, LARGE_PAGE, largestCame];
  const sizeAt = (missing: number) => {
    const size = sizes()[step];
    return size === undefined ? undefined : Math.min(size, missing);
  };
  return readPages({
    name: accumulatedStockOperation.name,
    title: accumulatedStockOperation.title,
    keyOf: keyOfStock,
    isTotalBinding: true,
    start: read.startAt ?? 0,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    pageSize(missing) {
      if (pageSize !== undefined) return Math.min(pageSize, missing);
      if (largestCame === 0) return missing <= LARGE_PAGE ? missing : undefined;
      if (sizeAt(missing) === Number.POSITIVE_INFINITY) step += 1;
      return sizeAt(missing);
    },
    came({ rows, missing, isFirst }) {
      largestCame = Math.max(largestCame, rows);
      if (isFirst && pageSize === undefined) return;
      // One row of each page repeats the page before.
      const calls = Math.ceil(missing / Math.max(1, rows - 1));
      if (Number.isFinite(calls) && calls > MOST_CALLS) throw tooManyCalls(rows, missing, calls);
    },
    async recover(error, { asked }) {
      const mayAskLess = pageSize === undefined && largestCame > 0 && asked !== undefined && asked > 1;
      if (!mayAskLess || !(error instanceof BadRequestError)) throw error;
      do step += 1;
      while (sizeAt(asked) === asked);
    },
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      const call = { operation: accumulatedStockOperation, query, policy: READ_RETRIES };
      const answer = await callOperation(context, call, read);
      bytes += answer.bytes;
      return { total: answer.total, batches: inBatches(answer.data) };
    },
  });
}

function tooManyCalls(rows: number, missing: number, calls: number): RateLimitError {
  return new RateLimitError(
    `Accumulated stock: the last call gave ${rows === 1 ? '1 product' : `${rows} products`}, so the other ${missing} would take ${calls} calls; the read ended instead.`,
    `Read with a larger page size or with a limit. A read makes at most ${MOST_CALLS} calls more, since the service takes 20 a minute and 400 a day.`,
    { operation: 'accumulatedStock' },
  );
}

async function* inBatches(
  rows: readonly ProductStock[],
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
