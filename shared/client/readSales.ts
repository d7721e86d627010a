import { DAILY_SALES_CAP, dailySalesOperation } from '../contract/dailySales.ts';
import { decodeSales } from '../decoder/decodeSales.ts';
import type { AcceptsSale } from '../decoder/storeRows.ts';
import { type CallSetting, maxWaitOf, openOperation } from './call.ts';
import { pageQuery } from './pageQuery.ts';
import { readPages } from './pages.ts';
import type { DailySalesFilter, Running, SalesReadOptions } from './readOptions.ts';
import { READ_RETRIES } from './retry.ts';
import { boundedBytes, boundedRows } from './salesLimits.ts';
import { keyOfSale, type SalesRow } from './salesRows.ts';
import { createSalesSeam } from './seams.ts';

/** Daily sales as they stream in, page by page, each row checked (interface: "GET daily-sales-per-store"). */
export function readSales(
  setting: CallSetting,
  acceptsSale: AcceptsSale,
  filter: DailySalesFilter,
  read: Running<SalesReadOptions>,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  let bytes = 0;
  return readPages({
    name: dailySalesOperation.name,
    title: dailySalesOperation.title,
    keyOf: keyOfSale,
    seam: createSalesSeam(),
    isTotalBinding: false,
    start: read.startAt ?? 0,
    after: read.after,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    deadline: read.deadline,
    recovery: { ...read, clock: setting.clock, maxWaitMs: maxWaitOf(read) },
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      // A page that is too slow is not asked for again as it is, but made smaller.
      const answer = await openOperation(
        setting,
        dailySalesOperation,
        { query },
        READ_RETRIES,
        read,
        (error) => error.kind !== 'timeout',
      );
      const counted = boundedBytes(answer.body, (length) => {
        bytes += length;
      });
      const batches = decodeSales(counted, acceptsSale, setting.transport.redact);
      return {
        total: answer.total,
        next: answer.next,
        batches: boundedRows(batches, Math.max(DAILY_SALES_CAP, maxResults ?? 0)),
      };
    },
  });
}
