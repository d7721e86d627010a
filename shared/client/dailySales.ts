import { type CallContext, openOperation, startRetries, withHeaders } from '../http/request.ts';
import { READ_RETRIES } from '../http/retry.ts';
import { DAILY_SALES_CAP, dailySalesOperation } from '../operations/dailySales.ts';
import { keyOfSale, type SalesRow } from '../operations/salesRow.ts';
import { createSalesDriftDetector } from '../pagination/driftDetector.ts';
import { pageQuery } from '../pagination/pageQuery.ts';
import { readPages } from '../pagination/pages.ts';
import { boundedBytes, boundedRows } from '../salesParser/limits.ts';
import { parseSales } from '../salesParser/parseSales.ts';
import type { DailySalesFilter, ReadOptions, RunningRead } from './options.ts';

/** Daily sales as they stream in, page by page, each row checked (interface: "GET daily-sales-per-store"). */
export function readSales(
  context: CallContext,
  filter: DailySalesFilter,
  read: RunningRead<ReadOptions>,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  const { redact } = context.transport;
  const retries = startRetries(context, READ_RETRIES, read.deadline, read);
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
  };
  return readPages({
    name: dailySalesOperation.name,
    title: dailySalesOperation.title,
    keyOf: keyOfSale,
    driftDetector: createSalesDriftDetector(),
    isTotalBinding: false,
    start: read.startAt ?? 0,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    deadline: read.deadline,
    retries,
    async fetch(start, maxResults) {
      const call = {
        operation: dailySalesOperation,
        query: pageQuery(filter, start, maxResults),
        policy: READ_RETRIES,
        // A page that is too slow is not asked for again as it is, but made smaller.
        shouldRetry: (error: { readonly kind: string }) => error.kind !== 'timeout',
      };
      const { total, next, headers, body } = await openOperation(context, call, { ...read, retries });
      const batches = boundedRows(
        parseSales(boundedBytes(body, count), redact),
        Math.max(DAILY_SALES_CAP, maxResults ?? 0),
      );
      return { total, next, batches: namingHeaders(batches, headers, redact) };
    },
  });
}

async function* namingHeaders(
  batches: AsyncIterable<readonly SalesRow[]>,
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  try {
    yield* batches;
  } catch (error) {
    throw withHeaders(error, headers, redact);
  }
}
