import { RetailDataError } from '../errors/errors.ts';
import { type CallContext, openOperation, startRetries, withHeaders } from '../http/request.ts';
import { PAGE_RETRIES } from '../http/retry.ts';
import { DAILY_SALES_CAP, dailySalesOperation } from '../operations/dailySales.ts';
import { keyOfSale, type SalesRow } from '../operations/salesRow.ts';
import { pageQuery } from '../pagination/pageQuery.ts';
import { type FailedPage, positive, readPages } from '../pagination/pages.ts';
import { boundedBytes, boundedRows } from '../salesParser/limits.ts';
import { parseSales } from '../salesParser/parseSales.ts';
import type { DailySalesFilter, ReadOptions, RunningRead } from './options.ts';

/** A page is made no smaller than this; a service that cannot give so few in time is not helped by fewer. */
const SMALLEST_PAGE = 100;
/** The first smaller page after one that timed out, in rows. */
const FIRST_SMALLER_PAGE = 50_000;
/** Page sizes after a call that timed out without a byte; the timeout after the last ends the read. */
const PAGES_AFTER_SILENCE = [FIRST_SMALLER_PAGE, 1_000];
/** Kinds of failure after which the rest of a page is asked for again. */
const PASSING = new Set(['timeout', 'truncated', 'connection']);

/** Daily sales as they stream in, page by page, each row checked (interface: "GET daily-sales-per-store"). */
export function readSales(
  context: CallContext,
  filter: DailySalesFilter,
  read: RunningRead<ReadOptions>,
): AsyncGenerator<readonly SalesRow[], void, undefined> {
  const { redact } = context.transport;
  const retries = startRetries(context, PAGE_RETRIES, read.deadline, read);
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
  };
  let largest = positive('pageSize', read.pageSize) ?? Number.POSITIVE_INFINITY;
  let silences = 0;

  /** Makes the next page smaller after a timeout; false when it is small enough to be asked for again as it is. */
  const shrink = (error: RetailDataError, { asked = Number.POSITIVE_INFINITY, gaveBytes }: FailedPage) => {
    if (error.status === undefined && !gaveBytes) {
      const size = PAGES_AFTER_SILENCE[silences];
      silences += 1;
      if (size === undefined) throw error;
      largest = Math.min(largest, size);
      return true;
    }
    silences = 0;
    if (asked <= SMALLEST_PAGE) return false;
    largest = Math.max(SMALLEST_PAGE, Math.min(FIRST_SMALLER_PAGE, Math.floor(asked / 2)));
    return true;
  };

  return readPages({
    name: dailySalesOperation.name,
    title: dailySalesOperation.title,
    keyOf: keyOfSale,
    isTotalBinding: false,
    start: read.startAt ?? 0,
    limit: read.limit,
    onProgress: read.onProgress,
    bytes: () => bytes,
    // More than the service gives by default is left to it.
    pageSize(missing) {
      const size = Math.min(largest, missing);
      return size > DAILY_SALES_CAP && size !== largest ? undefined : finite(size);
    },
    came() {
      silences = 0;
      retries.succeeded();
    },
    async recover(error, page) {
      if (!(error instanceof RetailDataError) || !PASSING.has(error.kind)) throw error;
      if (page.gaveRows) retries.succeeded();
      if (error.kind === 'timeout' && shrink(error, page)) await retries.beforeSmaller(error);
      else await retries.afterFailure(error);
    },
    async fetch(start, maxResults) {
      const call = {
        operation: dailySalesOperation,
        query: pageQuery(filter, start, maxResults),
        policy: PAGE_RETRIES,
      };
      const { total, headers, body } = await openOperation(context, call, { ...read, retries });
      const batches = boundedRows(
        parseSales(boundedBytes(body, count), redact),
        Math.max(DAILY_SALES_CAP, maxResults ?? 0),
      );
      return { total, batches: namingHeaders(batches, headers, redact) };
    },
  });
}

function finite(size: number): number | undefined {
  return Number.isFinite(size) ? size : undefined;
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
