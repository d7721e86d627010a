import { DAILY_SALES_CAP, dailySalesOperation } from '../contract/dailySales.ts';
import { decodeSales } from '../decoder/decodeSales.ts';
import type { AcceptsSale } from '../decoder/storeRows.ts';
import { letGo } from './answerText.ts';
import { type CallSetting, openOperation } from './call.ts';
import { pageQuery } from './pageQuery.ts';
import { readPages } from './pages.ts';
import type { DailySalesFilter, RunningRead } from './readOptions.ts';
import { READ_RETRIES } from './retry.ts';
import { boundedBytes, boundedRows } from './salesLimits.ts';
import type { SalesRow } from './salesRows.ts';
import { createSalesSeam } from './seams.ts';

/** Daily sales as they stream in, page by page, each row checked (interface: "GET daily-sales-per-store"). */
export function readSales(
  setting: CallSetting,
  acceptsSale: AcceptsSale,
  filter: DailySalesFilter,
  read: RunningRead,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  let bytes = 0;
  return readPages({
    name: dailySalesOperation.name,
    title: dailySalesOperation.title,
    seam: createSalesSeam(),
    start: read.startAt ?? 0,
    pageSize: read.pageSize,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    deadline: read.deadline,
    recovery: { clock: setting.clock, signal: read.signal, largestPage: DAILY_SALES_CAP },
    async fetch(start, maxResults) {
      const query = pageQuery(filter, start, maxResults);
      // A page that is too slow is not asked for again as it is, but halved.
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
        leave: () => letGo(answer.body),
        batches: boundedRows(batches, Math.max(DAILY_SALES_CAP, maxResults ?? 0)),
      };
    },
  });
}
