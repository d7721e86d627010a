import type { OperationName } from '../contract/operation.ts';
import { InvalidInputError, PageDriftError, ThrottledError } from './errors.ts';
import type { Seam } from './seams.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows that satisfy the request, when the service says so. */
  readonly total: number | undefined;
}

/** Said after each page of a read. */
export interface PageReport {
  readonly pages: number;
  /** Rows received so far. */
  readonly rows: number;
  readonly total: number | undefined;
  /** Calls still needed for the whole read, when the total tells. */
  readonly callsNeeded: number | undefined;
}

export interface PagedRead<Row> {
  readonly name: OperationName;
  readonly title: string;
  fetch(start: number, maxResults: number | undefined): Promise<Page<Row>>;
  readonly seam: Seam<Row>;
  readonly start: number;
  readonly pageSize: number | undefined;
  readonly limit: number | undefined;
  readonly onPage: ((report: PageReport) => void) | undefined;
}

const BATCH_ROWS = 4_096;

/**
 * Reads by offset until the end: an empty page, the limit, or a total that is reached. A short page alone is not the
 * end, since the service may give fewer rows than asked; so the offset advances by what was received.
 */
export async function* readPages<Row>(read: PagedRead<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  checkStart(read.start);
  const pageSize = positive('pageSize', read.pageSize);
  const limit = positive('limit', read.limit) ?? Number.POSITIVE_INFINITY;
  let received = 0;
  let expected: number | undefined;
  for (let pages = 1; ; pages += 1) {
    const wanted = Math.min(pageSize ?? Number.POSITIVE_INFINITY, limit - received);
    const page = await fetchPage(read, received, Number.isFinite(wanted) ? wanted : undefined);
    if (expected !== undefined && page.total !== undefined && page.total !== expected) {
      throw drift(read, `the total changed from ${expected} to ${page.total}`, received);
    }
    expected = page.total ?? expected;
    const broken = read.seam.accept(page.rows);
    if (broken !== undefined) throw drift(read, broken, received);
    if (page.rows.length === 0 && expected !== undefined && read.start + received < expected) {
      throw drift(read, `the pages ended after ${read.start + received} of ${expected} rows`, received);
    }
    const reached = read.start + received + page.rows.length;
    if (page.rows.length > 0 && expected !== undefined && reached > expected) {
      throw drift(read, `${reached} rows came of a total of ${expected}`, received);
    }
    const rows = page.rows.length > limit - received ? page.rows.slice(0, limit - received) : page.rows;
    received += rows.length;
    const missing = Math.min(
      limit - received,
      (expected ?? Number.POSITIVE_INFINITY) - read.start - received,
    );
    read.onPage?.({
      pages,
      rows: received,
      total: expected,
      callsNeeded: Number.isFinite(missing)
        ? Math.ceil(Math.max(0, missing) / Math.max(1, page.rows.length))
        : undefined,
    });
    for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
    if (page.rows.length === 0 || missing <= 0) return;
  }
}

async function fetchPage<Row>(
  read: PagedRead<Row>,
  received: number,
  maxResults: number | undefined,
): Promise<Page<Row>> {
  try {
    return await read.fetch(read.start + received, maxResults);
  } catch (error) {
    if (!(error instanceof ThrottledError) || received === 0) throw error;
    throw new ThrottledError(`${error.message} ${received} rows had been received by then.`, error.advice, {
      operation: error.operation,
      status: error.status,
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  }
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
