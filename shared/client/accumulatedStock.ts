import { checkWhole, type RetailDataError } from '../errors/errors.ts';
import { failureOf } from '../errors/failures.ts';
import { READ_RETRIES } from '../http/again.ts';
import { type CallContext, callOnce, startAgain } from '../http/request.ts';
import { accumulatedStockOperation, type ProductStock } from '../operations/accumulatedStock.ts';
import { pageQuery, readPages } from '../pagination/pages.ts';
import type { TotalTrust } from '../pagination/totals.ts';
import type { AccumulatedStockFilter, RunningRead, StockReadOptions } from './options.ts';

const BATCH_ROWS = 4_096;
/** What is asked for where the rest is not known or was refused. */
const LARGE_PAGE = 10_000;
/** Two minutes of calls: what needs more would take the day's calls from everybody who shares the key. */
const MOST_CALLS = 40;

/**
 * Accumulated stock, page by page, within the limits of calls (interface: "GET accumulated-stock"). Even the stock of a
 * whole chain is a few megabytes, so a page is read whole.
 *
 * The size of a page without `maxResults` is not stated, and may be far below what the service can give. So where no size
 * was asked for, the second page is asked for the rest, then for 10,000, then for the size that came.
 * @param trust what is known of the header with the total; undefined where none is to be read
 */
export function readStock(
  context: CallContext,
  filter: AccumulatedStockFilter,
  read: RunningRead<StockReadOptions>,
  trust: TotalTrust | undefined,
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  const pageSize = checkWhole('pageSize', read.pageSize, 1);
  const maxCalls = checkWhole('maxCalls', read.maxCalls, 1) ?? MOST_CALLS;
  let calls = 0;
  let bytes = 0;
  let largestCame = 0;
  let askedLast: number | undefined;
  /** Of the sizes to ask for, the first that was not refused; after the last the size is left to the service again. */
  let step = 0;
  const sizeAt = (missing: number) => {
    const size = [Number.POSITIVE_INFINITY, LARGE_PAGE, largestCame][step];
    return size === undefined ? undefined : Math.min(size, missing);
  };
  const again = startAgain(context, READ_RETRIES, read.deadline, read, {
    refusedSize(asked) {
      if (pageSize !== undefined || largestCame === 0 || asked === 1) return false;
      do step += 1;
      while (sizeAt(asked) === asked);
      return true;
    },
  });
  return readPages({
    operation: accumulatedStockOperation,
    options: read,
    keyOf: keyOfStock,
    isNew: createComparison(),
    trust,
    isOfOneRow: filter.productId !== undefined,
    again,
    bytes: () => bytes,
    pageSize(missing, isAtEnd) {
      if (isAtEnd === true) return askedLast;
      if (pageSize !== undefined) return Math.min(pageSize, missing);
      if (largestCame === 0) return missing <= LARGE_PAGE ? missing : undefined;
      if (sizeAt(missing) === Number.POSITIVE_INFINITY) step += 1;
      return sizeAt(missing);
    },
    came({ rows, missing, isFirst }) {
      largestCame = Math.max(largestCame, rows);
      if (isFirst && pageSize === undefined) return;
      // One row of each page repeats the page before. The last page is short, also where the total says too much.
      const further = Math.ceil(missing / Math.max(1, largestCame - 1));
      if (Number.isFinite(further) && calls + further > maxCalls) {
        const came = largestCame === 1 ? '1 product' : `${largestCame} products`;
        throw tooManyCalls(
          `a call gives ${came} at most, so the other ${missing} would take ${further} calls`,
          maxCalls,
        );
      }
    },
    async fetch(start, maxResults) {
      if (calls === maxCalls) throw tooManyCalls(`${calls} calls were made and more are needed`, maxCalls);
      calls += 1;
      askedLast = maxResults;
      const call = { operation: accumulatedStockOperation, query: pageQuery(filter, start, maxResults) };
      const answer = await callOnce(context, call, { ...read, again });
      bytes += answer.bytes;
      return { total: answer.total, batches: inBatches(answer.data) };
    },
  });
}

/** Which product a row is of, for a person as well. */
function keyOfStock({ productId }: ProductStock): string {
  return `product ${productId}`;
}

/**
 * Compares each row with those that came. A product that one answer lists twice counts once where its figures are the
 * same; which of two different figures is right nobody can know. In two answers it means that the list moved.
 */
function createComparison(): (row: ProductStock, page: number) => boolean {
  const known = new Map<string, { readonly row: ProductStock; readonly page: number }>();
  return (row, page) => {
    const before = known.get(row.productId);
    if (before === undefined) {
      known.set(row.productId, { row, page });
      return true;
    }
    if (before.page !== page) {
      throw failureOf('drift', accumulatedStockOperation, { what: `${keyOfStock(row)} came again` });
    }
    if (JSON.stringify(before.row) === JSON.stringify(row)) return false;
    const what = `${keyOfStock(row)} comes twice, with different figures (stock ${before.row.stock} and ${row.stock})`;
    throw failureOf('form', accumulatedStockOperation, { what }, { status: 200 });
  };
}

function tooManyCalls(why: string, maxCalls: number): RetailDataError {
  return failureOf('calls', accumulatedStockOperation, { why, maxCalls });
}

async function* inBatches(
  rows: readonly ProductStock[],
): AsyncGenerator<readonly ProductStock[], void, undefined> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
