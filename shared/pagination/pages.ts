import type { OperationName } from '../errors/errors.ts';
import {
  InvalidInputError,
  PageDriftError,
  RetailDataError,
  UnexpectedResponseError,
} from '../errors/errors.ts';
import type { Deadline } from '../http/deadline.ts';
import type { NextLink } from '../http/nextLink.ts';
import type { Retries } from '../http/retry.ts';
import type { DriftDetector } from './driftDetector.ts';
import { Overlap } from './overlap.ts';
import { namingRows } from './rowsReceived.ts';

export interface Page<Row> {
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Rows that satisfy the request, when the service says so. */
  readonly total: number | undefined;
  /** The page behind this one, when the service names it. */
  readonly next: NextLink | undefined;
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
  /** What a row is of: it stays when its figures are corrected between two calls. */
  keyOf(row: Row): string;
  readonly driftDetector: DriftDetector<Row>;
  /** False where nobody states what the total counts: then it is shown, and decides nothing. */
  readonly isTotalBinding: boolean;
  readonly start: number;
  readonly pageSize: number | undefined;
  readonly limit: number | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly deadline: Deadline;
  /** Told after the first page how many calls the rest needs, when the total tells; what it rejects with ends the read. */
  readonly beforeFurtherCalls?: ((callsNeeded: number) => Promise<void>) | undefined;
  /** Set for a read that goes on behind the last row after a page broke off; its calls share them. */
  readonly retries: Retries | undefined;
}

/** The first page after a timeout has at most half of that, in rows. */
const TWICE_FIRST_STEP = 100_000;
/** A page is made no smaller than this; a service that cannot give so few in time is not helped by fewer. */
const SMALLEST_PAGE = 100;

/**
 * Reads by offset until the end: the limit, a total that is reached, or a page without further rows. A short page alone
 * is not the end, since the service may give fewer rows than asked; so the offset advances by what was received. Each
 * call after the first begins with the last row given, so that rows which came or went before it are noticed. A page that
 * times out is made smaller and asked again from there, so the rows come out once and without a gap.
 *
 * The service's link to the next page is compared and never followed. A total that is reached while there is a next page
 * is checked by one call more. Without one, a link that counts differently ends the read.
 */
export async function* readPages<Row>(read: PagedRead<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  checkStart(read.start);
  const limit = positive('limit', read.limit) ?? Number.POSITIVE_INFINITY;
  let pageSize = positive('pageSize', read.pageSize) ?? Number.POSITIVE_INFINITY;
  const overlap = new Overlap(read.keyOf);
  let received = 0;
  let pages = 0;
  let total: number | undefined;
  let callsAhead: number | undefined;
  const expected = () => (read.isTotalBinding ? total : undefined);
  const report = (callsNeeded: number | undefined) => {
    // A total that is passed counts something else than rows.
    const shown = total !== undefined && total >= read.start + received ? total : undefined;
    read.onProgress?.({ pages, rows: received, bytes: read.bytes(), total: shown, callsNeeded });
  };

  /** The first batch of an overlapping page without the row that was given before. */
  const behindOverlap = (batch: readonly Row[]): readonly Row[] => {
    const difference = overlap.differenceFrom(batch[0]);
    if (difference !== undefined) throw drift(read, difference, received);
    return batch.slice(1);
  };

  for (;;) {
    const before = received;
    const wanted = Math.min(pageSize, limit - received);
    const repeated = overlap.rows;
    const asked = wanted + repeated;
    let rowsOfPage = 0;
    let page: Page<Row>;
    try {
      if (callsAhead !== undefined) await read.beforeFurtherCalls?.(callsAhead);
      callsAhead = undefined;
      page = await read.fetch(read.start + received - repeated, Number.isFinite(asked) ? asked : undefined);
      pages += 1;
      if (expected() !== undefined && page.total !== undefined && page.total !== total) {
        throw drift(read, `the total changed from ${total} to ${page.total}`, received);
      }
      total = page.total ?? total;
      read.driftDetector.beginPage();
      for await (const batch of page.batches) {
        const fresh = rowsOfPage < repeated ? behindOverlap(batch) : batch;
        rowsOfPage += batch.length;
        const broken = read.driftDetector.accept(fresh);
        if (broken !== undefined) throw drift(read, broken, received);
        const reached = read.start + received + fresh.length;
        if (reached > (expected() ?? Number.POSITIVE_INFINITY)) {
          throw drift(read, `${reached} rows came of a total of ${total}`, received);
        }
        const rows = fresh.length > limit - received ? fresh.slice(0, limit - received) : fresh;
        received += rows.length;
        overlap.gave(rows);
        report(undefined);
        if (rows.length > 0) yield rows;
        if (received >= limit) return;
      }
      if (rowsOfPage < repeated) behindOverlap([]);
    } catch (error) {
      if (read.retries === undefined || !isPassing(error)) throw namingRows(error, received);
      if (received > before) read.retries.succeeded();
      try {
        if (error.kind === 'timeout' && wanted > SMALLEST_PAGE) {
          pageSize = smallerPage(wanted);
          await read.retries.beforeSmaller(error);
        } else await read.retries.afterFailure(error);
      } catch (ended) {
        throw namingRows(ended, received);
      }
      continue;
    }
    read.retries?.succeeded();
    const mayEnd = overlap.mayEndAfter(rowsOfPage, repeated);
    const isEmpty = rowsOfPage === 0;
    if (isEmpty && read.start + received < (expected() ?? 0)) {
      throw drift(read, `the pages ended after ${read.start + received} of ${total} rows`, received);
    }
    const ours = read.start + received;
    const rest = total === undefined || total < ours ? Number.POSITIVE_INFINITY : total - ours;
    const missing = Math.min(limit - received, rest);
    const endsAtLimit = limit - received <= rest;
    const callsToEnd =
      isEmpty || read.isTotalBinding || endsAtLimit ? 0 : mayEnd || overlap.holdsOneRow ? 1 : 2;
    const rowsPerCall = overlap.holdsOneRow ? 1 : rowsOfPage < asked ? Math.max(1, rowsOfPage - 1) : pageSize;
    const callsNeeded = isEmpty ? 0 : Math.ceil(missing / rowsPerCall) + callsToEnd;
    report(Number.isFinite(callsNeeded) ? callsNeeded : undefined);
    if (isEmpty || received >= limit) return;
    if (expected() === undefined) checkNext(read, page.next, received);
    else if (missing === 0 && page.next === undefined) return;
    if (pages === 1 && missing > 0 && Number.isFinite(callsNeeded)) callsAhead = callsNeeded;
  }
}

/** What a further call may not meet again. */
function isPassing(error: unknown): error is RetailDataError {
  return (
    error instanceof RetailDataError &&
    (error.kind === 'timeout' || error.kind === 'truncated' || error.kind === 'connection')
  );
}

function smallerPage(pageSize: number): number {
  return Math.max(SMALLEST_PAGE, Math.floor(Math.min(pageSize, TWICE_FIRST_STEP) / 2));
}

/** Without a total, a service that counts `start` differently would leave out rows, and nothing would show it. */
function checkNext<Row>(read: PagedRead<Row>, next: NextLink | undefined, received: number): void {
  const ours = read.start + received;
  if (next?.start === undefined || next.start === ours) return;
  throw new UnexpectedResponseError(
    `${read.title}: after row ${ours} the service links to a next page that begins at row ${next.start}; it counts in another way, and rows could be missed.`,
    'Read with a page size that holds all rows, or a limit, and tell the operator of the service.',
    { operation: read.name, status: 200 },
  );
}

function drift<Row>(read: PagedRead<Row>, what: string, received: number): PageDriftError {
  return new PageDriftError(
    `${read.title}: the data changed while it was read in pages: ${what}, after row ${read.start + received}.`,
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
