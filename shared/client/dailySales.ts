import { checkWhole } from '../errors/errors.ts';
import { READ_RETRIES } from '../http/again.ts';
import { type CallContext, openAnswer, startAgain, totalOf } from '../http/request.ts';
import { DAILY_SALES_CAP, dailySalesOperation } from '../operations/dailySales.ts';
import { keyOfSale, type SalesRow } from '../operations/salesRow.ts';
import { pageQuery, readPages } from '../pagination/pages.ts';
import { parseSales } from '../salesParser/parseSales.ts';
import type { DailySalesFilter, ReadOptions, RunningRead } from './options.ts';

/** Daily sales as they stream in, page by page, each row checked (interface: "GET daily-sales-per-store"). */
export function readSales(
  context: CallContext,
  filter: DailySalesFilter,
  read: RunningRead<ReadOptions>,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  const again = startAgain(context, READ_RETRIES, read.deadline, read, { mayShrink: true });
  const wanted = checkWhole('pageSize', read.pageSize, 1) ?? Number.POSITIVE_INFINITY;
  let bytes = 0;
  return readPages({
    operation: dailySalesOperation,
    options: read,
    keyOf: keyOfSale,
    // Nobody states what a total of sales counts.
    trust: undefined,
    again,
    bytes: () => bytes,
    pageSize(missing) {
      const largest = Math.min(wanted, again.largestPage);
      const size = Math.min(largest, missing);
      // More than the service gives by default is left to it.
      return size === Number.POSITIVE_INFINITY || (size > DAILY_SALES_CAP && size !== largest)
        ? undefined
        : size;
    },
    async fetch(start, maxResults) {
      const call = { operation: dailySalesOperation, query: pageQuery(filter, start, maxResults) };
      const answer = await openAnswer(context, call, { ...read, again });
      const batches = parseSales(answer, {
        redact: context.transport.redact,
        mostRows: Math.max(DAILY_SALES_CAP, maxResults ?? 0),
        came(length) {
          bytes += length;
        },
      });
      return { total: totalOf(answer.headers, read), batches };
    },
  });
}
