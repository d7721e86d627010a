import { BadRequestError, InvalidInputError, type OperationName, PageDriftError } from '../errors/errors.ts';
import { namingRows } from './rowsReceived.ts';

export interface Page<Row> {
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Rows that satisfy the request, when the service says so. */
  readonly total: number | undefined;
}

/** How far a read has come; reported after each batch of rows and after each page. */
export interface Progress {
  /** Calls answered so far. */
  readonly pages: number;
  /** Rows received so far. */
  readonly rows: number;
  /** Bytes of the answers so far, decoded from their content encoding. */
  readonly bytes: number;
  readonly total: number | undefined;
}

/** What is known of a page that failed. */
export interface FailedPage {
  readonly asked: number | undefined;
  /** Whether any of its rows was given. */
  readonly gaveRows: boolean;
  /** Whether any byte of it came. */
  readonly gaveBytes: boolean;
}

export interface PagedRead<Row> {
  readonly name: OperationName;
  readonly title: string;
  /** Rows to ask for when `missing` are wanted, which may be infinite; undefined leaves it to the service. */
  pageSize(missing: number): number | undefined;
  fetch(start: number, maxResults: number | undefined): Promise<Page<Row>>;
  /** Takes note of a whole page after which `missing` rows are still to come, infinite where no total tells. */
  came(page: { readonly rows: number; readonly missing: number; readonly isFirst: boolean }): void;
  /** Resolves when the rest of a page that failed may be asked for; rejects with what ends the read. */
  recover(error: unknown, page: FailedPage): Promise<void>;
  /** Bytes received so far, for the progress. */
  bytes(): number;
  /** What a row is of: it stays when its data is corrected between two calls. */
  keyOf(row: Row): string;
  /** False where nobody states what the total counts: then it is shown, and decides nothing. */
  readonly isTotalBinding: boolean;
  readonly start: number;
  readonly limit: number | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/**
 * Reads by offset until the end, and gives each row once or throws. A service may cut pages where it likes, so a short
 * page is not the end and the offset advances by what was received.
 *
 * Each page after the first begins with the last row given: another row in its place shows that rows came or went before
 * it. A page that holds only that row is followed by one call after it, without overlap. An empty answer, or a 400, which
 * some services give for an offset at the end, ends the read. Rows are taken, and the row before them is looked at again:
 * it is still in its place, or the data changed.
 */
export async function* readPages<Row>(read: PagedRead<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  checkStart(read.start);
  const limit = positive('limit', read.limit) ?? Number.POSITIVE_INFINITY;
  let received = 0;
  let pages = 0;
  let total: number | undefined;
  let last: Row | undefined;
  let isAfterEnd = false;
  const end = () => (read.isTotalBinding && total !== undefined ? total : Number.POSITIVE_INFINITY);
  const position = () => read.start + received;
  const missing = () => Math.min(limit - received, end() - position());
  const report = () => {
    // A total that is passed counts something other than rows.
    const shown = total !== undefined && total >= position() ? total : undefined;
    read.onProgress?.({ pages, rows: received, bytes: read.bytes(), total: shown });
  };
  const drift = (what: string) =>
    new PageDriftError(
      `${read.title}: the data changed while it was read in pages: ${what}, after row ${position()}.`,
      'Read again from the start; a period that is over, or larger pages, make it rarer.',
      { operation: read.name },
    );
  const checkRepeated = (given: Row, first: Row | undefined) => {
    const before = read.keyOf(given);
    if (first === undefined) throw drift(`the last row, ${before}, is gone`);
    const now = read.keyOf(first);
    if (now !== before) throw drift(`the last row was ${before} and is now ${now}`);
  };
  /** After the end the last row may not come again: rows shifted, or the service does not count `start`. */
  const refuseRepeated = (first: Row | undefined) => {
    if (first === undefined || last === undefined || read.keyOf(first) !== read.keyOf(last)) return;
    throw drift(`the last row, ${read.keyOf(last)}, came again`);
  };
  const fetchPage = async (start: number, asked: number | undefined) => {
    const page = await read.fetch(start, asked);
    pages += 1;
    if (read.isTotalBinding && total !== undefined && page.total !== undefined && page.total !== total) {
      throw drift(`the total changed from ${total} to ${page.total}`);
    }
    total = page.total ?? total;
    return page.batches;
  };

  /** Gives the rows of a page that were not given before; returns how many rows it had in all. */
  async function* rowsOfPage(asked: number | undefined, repeated: Row | undefined) {
    let count = 0;
    for await (const batch of await fetchPage(position() - (repeated === undefined ? 0 : 1), asked)) {
      if (batch.length === 0) continue;
      const isRepeated = count === 0 && repeated !== undefined;
      if (isRepeated) checkRepeated(repeated, batch[0]);
      if (isAfterEnd && count === 0) refuseRepeated(batch[0]);
      count += batch.length;
      const fresh = isRepeated ? batch.slice(1) : batch;
      if (position() + fresh.length > end()) {
        throw drift(`${position() + fresh.length} rows came of a total of ${total}`);
      }
      const rows = fresh.length > limit - received ? fresh.slice(0, limit - received) : fresh;
      received += rows.length;
      last = rows.at(-1) ?? last;
      report();
      if (rows.length > 0) yield rows;
      if (received >= limit) return count;
    }
    if (count === 0 && repeated !== undefined) checkRepeated(repeated, undefined);
    return count;
  }

  /** Asks for what was the last row again. */
  const checkPlace = async (row: Row, start: number): Promise<void> => {
    const asked = read.pageSize(1);
    try {
      let first: Row | undefined;
      for await (const batch of await fetchPage(start, asked)) {
        first = batch[0];
        if (first !== undefined) break;
      }
      checkRepeated(row, first);
    } catch (error) {
      await read.recover(error, { asked, gaveRows: false, gaveBytes: false });
      await checkPlace(row, start);
    }
  };

  try {
    for (;;) {
      const repeated: Row | undefined = isAfterEnd ? undefined : last;
      const [before, lastBefore, bytesBefore]: [number, Row | undefined, number] = [
        received,
        last,
        read.bytes(),
      ];
      const asked = read.pageSize(missing() + (repeated === undefined ? 0 : 1));
      let count: number | undefined;
      try {
        count = yield* rowsOfPage(asked, repeated);
      } catch (error) {
        const gaveRows = received > before;
        if (isAfterEnd && !gaveRows && error instanceof BadRequestError) count = 0;
        else await read.recover(error, { asked, gaveRows, gaveBytes: read.bytes() > bytesBefore });
      }
      if (received >= limit) return;
      if (count === 0) {
        report();
        if (Number.isFinite(end()) && position() < end()) {
          throw drift(`the pages ended after ${position()} of ${total} rows`);
        }
        return;
      }
      if (isAfterEnd && received > before && lastBefore !== undefined) {
        await checkPlace(lastBefore, read.start + before - 1);
        isAfterEnd = false;
      }
      if (count === undefined) continue;
      report();
      if (position() === end()) return;
      isAfterEnd = repeated !== undefined && count === 1;
      read.came({ rows: count, missing: missing(), isFirst: pages === 1 });
    }
  } catch (error) {
    throw namingRows(error, received);
  }
}

function checkStart(start: number): void {
  if (Number.isSafeInteger(start) && start >= 0) return;
  throw new InvalidInputError({ field: 'startAt', value: start, expected: 'a whole number from 0 up' });
}

/** A number of rows that a caller gave, checked. */
export function positive(field: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return value;
  throw new InvalidInputError({ field, value, expected: 'a whole number from 1 up' });
}
