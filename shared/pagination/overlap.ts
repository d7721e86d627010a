/**
 * The one row by which a page overlaps the page before it: where rows came or went in between, another row stands there.
 * Keys are compared, not figures, which may be corrected meanwhile.
 */
export class Overlap<Row> {
  readonly #keyOf: (row: Row) => string;
  /** The last row given. */
  #last: Row | undefined;
  #isConfirming = false;
  #holdsOneRow = false;
  #largestPage = 0;

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  /** Rows of the next page that were given before: none at first, where the end is confirmed, or where pages hold one row. */
  get rows(): 0 | 1 {
    return this.#last === undefined || this.#isConfirming || this.#holdsOneRow ? 0 : 1;
  }

  /** True where the service gives one row a call, whatever is asked. */
  get holdsOneRow(): boolean {
    return this.#holdsOneRow;
  }

  /** Says what is wrong with the first row of an overlapping page, or nothing; undefined is a page without rows. */
  differenceFrom(first: Row | undefined): string | undefined {
    if (this.#last === undefined) return undefined;
    const before = this.#keyOf(this.#last);
    if (first === undefined) return `the last row, ${before}, is gone`;
    const now = this.#keyOf(first);
    return now === before ? undefined : `the last row was ${before} and is now ${now}`;
  }

  /** Takes note of rows that were given, also of a page that breaks off behind them. */
  gave(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.#last = rows.at(-1);
    this.#largestPage = Math.max(this.#largestPage, rows.length);
    this.#holdsOneRow = (this.#isConfirming || this.#holdsOneRow) && this.#largestPage === 1;
    this.#isConfirming = false;
  }

  /**
   * Takes note of a whole page, with `overlap` rows of the page before. True when it holds no others: the next call then
   * goes without overlap, to tell the end from a service that gives one row a call.
   */
  mayEndAfter(rowsOfPage: number, overlap: 0 | 1): boolean {
    this.#largestPage = Math.max(this.#largestPage, rowsOfPage);
    this.#holdsOneRow &&= this.#largestPage === 1;
    this.#isConfirming = overlap === 1 && rowsOfPage === 1;
    return this.#isConfirming;
  }
}
