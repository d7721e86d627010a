import type { Clock } from '../clock/clock.ts';
import type { OperationName } from '../contract/operation.ts';
import type { Deadline } from './deadline.ts';
import { InvalidInputError, PageDriftError, RetailDataError, UnexpectedResponseError } from './errors.ts';
import type { NextLink } from './nextLink.ts';
import { namingRows } from './rowsReceived.ts';
import type { Seam } from './seams.ts';

export interface Page<Row> {
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Rows that satisfy the request, when the service says so. */
  readonly total: number | undefined;
  /** The page behind this one, when the service names it. */
  readonly next: NextLink | undefined;
  /** Ends a page whose batches nobody will take. */
  leave?(): Promise<void>;
}

/** How far a read has come; said after each batch of rows and after each page. */
export interface Progress {
  /** Calls answered so far. */
  readonly pages: number;
  /** Rows received so far. */
  readonly rows: number;
  /** Bytes of the answers so far, decoded from their content encoding. */
  readonly bytes: number;
  readonly total: number | undefined;
  /** Calls still needed for the whole read, when the total tells; known after each page. */
  readonly callsNeeded: number | undefined;
}

export interface PagedRead<Row> {
  readonly name: OperationName;
  readonly title: string;
  fetch(start: number, maxResults: number | undefined): Promise<Page<Row>>;
  /** Bytes received so far, for the progress. */
  bytes(): number;
  readonly seam: Seam<Row>;
  readonly start: number;
  readonly pageSize: number | undefined;
  readonly limit: number | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly deadline: Deadline;
  /** Told after the first page how many calls the rest needs, when the total tells; what it rejects with ends the read. */
  readonly foresee?: ((callsNeeded: number) => Promise<void>) | undefined;
  /** Set for a read that goes on behind the last row after a page broke off. */
  readonly recovery: Recovery | undefined;
}

/** What a page that broke off is asked again with. */
export interface Recovery {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Rows of a page that nobody gave a size for. */
  readonly largestPage: number;
}

/** A page is not halved below this; a service that cannot give so few in time is not helped by fewer. */
const SMALLEST_PAGE = 1_000;
/** A page may break off so often without a single row before the read ends with its error. */
const MOST_FAILURES = 4;
const PAUSE_MS = 500;

/**
 * Reads by offset until the end: an empty page, the limit, or a total that is reached. A short page alone is not the
 * end, since the service may give fewer rows than asked; so the offset advances by what was received. A page that times
 * out is halved and asked again from the row behind the last one given, so the rows come out once and without a gap.
 *
 * The service's link to the next page is compared and never followed. A total that is reached while there is a next page
 * is checked by one call more. Without a total nothing would show rows that were skipped, so there a link that counts
 * differently ends the read; with one, the rows themselves decide.
 */
export async function* readPages<Row>(read: PagedRead<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  checkStart(read.start);
  const limit = positive('limit', read.limit) ?? Number.POSITIVE_INFINITY;
  let pageSize = positive('pageSize', read.pageSize);
  let received = 0;
  let expected: number | undefined;
  let failures = 0;
  let callsAhead: number | undefined;
  const report = (pages: number, callsNeeded: number | undefined) =>
    read.onProgress?.({ pages, rows: received, bytes: read.bytes(), total: expected, callsNeeded });

  for (let pages = 1; ; pages += 1) {
    const before = received;
    const wanted = Math.min(pageSize ?? Number.POSITIVE_INFINITY, limit - received);
    let page: Page<Row> | undefined;
    try {
      if (callsAhead !== undefined) await read.foresee?.(callsAhead);
      callsAhead = undefined;
      page = await read.fetch(read.start + received, Number.isFinite(wanted) ? wanted : undefined);
      if (expected !== undefined && page.total !== undefined && page.total !== expected) {
        await page.leave?.();
        throw drift(read, `the total changed from ${expected} to ${page.total}`, received);
      }
      expected = page.total ?? expected;
      read.seam.beginPage();
      for await (const batch of page.batches) {
        const broken = read.seam.accept(batch);
        if (broken !== undefined) throw drift(read, broken, received);
        const reached = read.start + received + batch.length;
        if (expected !== undefined && reached > expected) {
          throw drift(read, `${reached} rows came of a total of ${expected}`, received);
        }
        const rows = batch.length > limit - received ? batch.slice(0, limit - received) : batch;
        received += rows.length;
        report(pages, undefined);
        if (rows.length > 0) yield rows;
        if (received >= limit) return;
      }
    } catch (error) {
      if (read.recovery === undefined || !isPassing(error)) throw namingRows(error, received);
      // A call that got no answer was repeated already; for a service that never gave one, that is enough.
      if (received === 0 && page === undefined && error.kind !== 'timeout') throw error;
      failures = received > before ? 1 : failures + 1;
      const pauseMs = PAUSE_MS * 2 ** (failures - 1);
      if (pauseMs >= read.deadline.leftMs()) {
        throw namingRows(read.deadline.missed(error.message, error), received);
      }
      if (failures >= MOST_FAILURES) throw error;
      if (error.kind === 'timeout') pageSize = halved(Math.min(wanted, read.recovery.largestPage));
      await read.recovery.clock.sleep(pauseMs, read.recovery.signal);
      continue;
    }
    failures = 0;
    const isEmpty = received === before;
    if (isEmpty && expected !== undefined && read.start + received < expected) {
      throw drift(read, `the pages ended after ${read.start + received} of ${expected} rows`, received);
    }
    const missing = Math.min(
      limit - received,
      (expected ?? Number.POSITIVE_INFINITY) - read.start - received,
    );
    const callsNeeded = Number.isFinite(missing) ? callsFor(missing, received - before) : undefined;
    report(pages, callsNeeded);
    if (isEmpty || received >= limit) return;
    if (missing <= 0 && page.next === undefined) return;
    if (expected === undefined) checkNext(read, page.next, received);
    if (pages === 1 && missing > 0) callsAhead = callsNeeded;
  }
}

function callsFor(rows: number, rowsOfPage: number): number {
  return Math.ceil(Math.max(0, rows) / Math.max(1, rowsOfPage));
}

/** What a further call may not meet again. */
function isPassing(error: unknown): error is RetailDataError {
  return (
    error instanceof RetailDataError &&
    (error.kind === 'timeout' || error.kind === 'truncated' || error.kind === 'unreachable')
  );
}

function halved(pageSize: number): number {
  return Math.min(pageSize, Math.max(SMALLEST_PAGE, Math.floor(pageSize / 2)));
}

/** Without a total, a service that counts `start` differently would leave out rows, and nothing would show it. */
function checkNext<Row>(read: PagedRead<Row>, next: NextLink | undefined, received: number): void {
  const ours = read.start + received;
  if (next?.start === undefined || next.start === ours) return;
  throw new UnexpectedResponseError(
    `${read.title}: after row ${ours} the service links to a next page that begins at row ${next.start}, and it gives no total to check that by; rows could be missed.`,
    'Read with a page size that holds all rows, or a limit, and tell the operator of the service.',
    { operation: read.name, status: 200 },
  );
}

function drift<Row>(read: PagedRead<Row>, what: string, received: number): PageDriftError {
  return new PageDriftError(
    `${read.title}: the data changed while it was read in pages: ${what}, after row ${received}.`,
    'Read again from the start; a period that is over, or larger pages, make it rarer.',
    { operation: read.name },
  );
}

function checkStart(start: number): void {
  if (Number.isSafeInteger(start) && start >= 0) return;
  throw new InvalidInputError({ field: 'startAt', value: start, expected: 'a whole number from 0 up' });
}

function positive(field: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return value;
  throw new InvalidInputError({ field, value, expected: 'a whole number from 1 up' });
}
