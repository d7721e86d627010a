import { checkWhole, DeadlineError, RateLimitError, RetailDataError } from '../errors/errors.ts';
import { failureOf, type Origin } from '../errors/failures.ts';
import type { Again } from '../http/again.ts';
import type { TotalTrust } from './totals.ts';

export interface Page<Row> {
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Rows that satisfy the request, when the service says so. */
  readonly total: number | undefined;
}

/** How far a read has come; reported after each batch of rows and after each page. */
export interface Progress {
  /** Calls answered so far. */
  readonly pages: number;
  /** Rows given so far. */
  readonly rows: number;
  /** Bytes of the answers so far, decoded from their content encoding. */
  readonly bytes: number;
  /** Rows there are, where the service says so and no row came beyond it. */
  readonly total: number | undefined;
  /** Rows asked for in the last call that was answered; a next read may begin with it. Undefined left it to the service. */
  readonly pageSize: number | undefined;
}

/** Which rows a caller wants, and what it is told on the way. */
export interface PagedOptions {
  /** Ends the read after that many rows. */
  readonly limit?: number | undefined;
  /** Rows to skip before the first (`start`). */
  readonly startAt?: number | undefined;
  /** Told after each batch of rows, and after each page. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told, once per client, what is odd about the service's answers and changes nothing about the rows. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** A read of one operation. */
export interface PagedRead<Row> {
  readonly operation: Origin;
  readonly options: PagedOptions;
  /**
   * Rows to ask for when `missing` are wanted, which may be infinite; undefined leaves it to the service. Where a 400 is
   * read as the end, `isAtEnd`, it is a size that the service has taken before.
   */
  pageSize(missing: number, isAtEnd?: boolean): number | undefined;
  fetch(start: number, maxResults: number | undefined): Promise<Page<Row>>;
  /** Takes note of a whole page after which `missing` rows are still to come, infinite where no total tells. */
  came?(page: { readonly rows: number; readonly missing: number; readonly isFirst: boolean }): void;
  readonly again: Again;
  /** Bytes received so far, for the progress. */
  bytes(): number;
  /** What a row is of: it stays when its data is corrected between two calls. */
  keyOf(row: Row): string;
  /** False for a row that came before in the same page; throws where it contradicts what came. All are new when not set. */
  isNew?(row: Row, page: number): boolean;
  /** What the total is worth; undefined where it is shown, and decides nothing. */
  readonly trust: TotalTrust | undefined;
  /** True where at most one row can satisfy the request. */
  readonly isOfOneRow?: boolean;
}

/**
 * Reads by offset until the end, and gives each row once or throws. A service may cut pages where it likes, so a short
 * page is not the end and the offset advances by what came.
 *
 * Each page after the first begins with the last row that came: another row in its place shows that rows came or went
 * before it. A page that holds only that row, or one that reaches the total, is followed by one call after it, without
 * overlap. An empty answer, or a 400, which some services give for an offset at the end, ends the read. Rows are taken,
 * and the row before them is looked at again: it is still in its place, or the data changed.
 */
export async function* readPages<Row>(read: PagedRead<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  const { operation, options, trust, again } = read;
  const startAt = checkWhole('startAt', options.startAt, 0) ?? 0;
  const limit = checkWhole('limit', options.limit, 1) ?? Number.POSITIVE_INFINITY;
  /** Rows given, and rows that came: within a page one may come twice. */
  let given = 0;
  let came = 0;
  let pages = 0;
  let longestPage = 0;
  let total: number | undefined;
  /** The total of the page that came last. */
  let totalNow: number | undefined;
  let askedLast: number | undefined;
  let last: Row | undefined;
  let isAfterEnd = false;
  const position = () => startAt + came;
  const isBinding = () => trust !== undefined && trust.state !== 'ignored' && total !== undefined;
  const missing = () => {
    const ofTotal = isBinding() && total !== undefined ? total - position() : 0;
    return Math.min(limit - given, ofTotal > 0 ? ofTotal : Number.POSITIVE_INFINITY);
  };
  const report = () => {
    // A total that is passed counts something other than rows.
    const shown =
      total !== undefined && total >= position() && trust?.state !== 'ignored' ? total : undefined;
    options.onProgress?.({ pages, rows: given, bytes: read.bytes(), total: shown, pageSize: askedLast });
  };
  const drift = (what: string, way: 'drift' | 'wrongTotal' = 'drift') =>
    failureOf(way, operation, { what: `${what}, after row ${position()}` });
  const checkRepeated = (expected: Row, first: Row | undefined) => {
    const before = read.keyOf(expected);
    if (first === undefined) throw drift(`the last row, ${before}, is gone`);
    const now = read.keyOf(first);
    if (now !== before) throw drift(`the last row was ${before} and is now ${now}`);
  };
  /** After the end the last row may not come again: rows shifted, or the service does not count `start`. */
  const refuseRepeated = (first: Row | undefined) => {
    if (first === undefined || last === undefined || read.keyOf(first) !== read.keyOf(last)) return;
    throw drift(`the last row, ${read.keyOf(last)}, came again`);
  };
  /** From now on the total decides nothing. */
  const ignoreTotal = () => {
    if (trust === undefined || trust.state === 'ignored') return;
    trust.state = 'ignored';
    options.onNotice?.(
      `${operation.title}: the header ${trust.header} says ${total}, but more rows came; it counts something else and is not used any further.`,
    );
  };
  const fetchPage = async (start: number, asked: number | undefined) => {
    const page = await read.fetch(start, asked);
    pages += 1;
    askedLast = asked;
    totalNow = page.total;
    if (!isAfterEnd && isBinding() && totalNow !== undefined && totalNow !== total) {
      throw drift(`the header ${trust?.header} said ${total} and now says ${totalNow}`, 'wrongTotal');
    }
    if (total === undefined || !isAfterEnd) total = totalNow ?? total;
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
      if (isBinding() && position() + fresh.length > Number(total)) ignoreTotal();
      const isNew = read.isNew?.bind(read);
      const news = isNew === undefined ? fresh : fresh.filter((row) => isNew(row, pages));
      const rows = news.length > limit - given ? news.slice(0, limit - given) : news;
      came += fresh.length;
      given += rows.length;
      last = fresh.at(-1) ?? last;
      report();
      if (rows.length > 0) yield rows;
      if (given >= limit) return count;
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
      await again.afterFailure(error, { asked, gaveRows: false });
      await checkPlace(row, start);
    }
  };

  /** Nothing follows what came. @throws PageDriftError where the total says that something should */
  const checkEnd = () => {
    report();
    if (trust === undefined || !isBinding() || total === undefined) return;
    if (position() < total) {
      throw drift(
        `the header ${trust.header} says ${total}, and ${position()} of ${total} rows came`,
        'wrongTotal',
      );
    }
    // A header that counts the rows of a page says something else of an empty one.
    if (position() === total && (totalNow === total || total > longestPage)) trust.state = 'ends';
  };

  try {
    for (;;) {
      const repeated: Row | undefined = isAfterEnd ? undefined : last;
      const [before, lastBefore]: [number, Row | undefined] = [came, last];
      const asked = read.pageSize(missing() + (repeated === undefined ? 0 : 1), isAfterEnd);
      let count: number | undefined;
      try {
        count = yield* rowsOfPage(asked, repeated);
      } catch (error) {
        const next = await again.afterFailure(error, { asked, gaveRows: came > before, isAfterEnd });
        if (next === 'end') count = 0;
      }
      if (given >= limit) return;
      if (count === 0) return checkEnd();
      if (isAfterEnd && came > before && lastBefore !== undefined) {
        isAfterEnd = false;
        await checkPlace(lastBefore, startAt + before - 1);
      }
      if (count === undefined) continue;
      again.succeeded();
      longestPage = Math.max(longestPage, count);
      report();
      const isWhole = isBinding() && position() === total;
      if (isWhole && (trust?.state === 'ends' || read.isOfOneRow === true)) return;
      isAfterEnd = isWhole || (repeated !== undefined && count === 1);
      if (!isAfterEnd) read.came?.({ rows: count, missing: missing(), isFirst: pages === 1 });
    }
  } catch (error) {
    throw namingRows(error, given);
  }
}

/** Notes on an error that ends a read how many rows had come; one for lack of time or calls says it too. */
function namingRows(error: unknown, rowsReceived: number): unknown {
  if (!(error instanceof RetailDataError)) return error;
  error.rowsReceived = rowsReceived;
  if (error instanceof DeadlineError || (error instanceof RateLimitError && rowsReceived > 0)) {
    const rows = rowsReceived === 1 ? '1 row' : `${rowsReceived} rows`;
    error.message += ` ${rows} had been received by then.`;
  }
  return error;
}

/** The first page of a read goes without `start`, and without `maxResults` unless someone asked for a size. */
export function pageQuery<Filter extends object>(
  filter: Filter,
  start: number,
  maxResults: number | undefined,
) {
  return {
    ...filter,
    ...(maxResults === undefined ? {} : { maxResults }),
    ...(start === 0 ? {} : { start }),
  };
}
