import { describeIssue } from '../errors/describeIssue.ts';
import { valueAt } from '../errors/valueAt.ts';
import { isProductSale, type ProductSale, productSale } from '../operations/dailySales.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import { safeParse } from '../operations/schema.ts';
import { ARRAY_END, COMMA, isSpace, OBJECT_END, OBJECT_START } from './bytes.ts';
import type { ByteWindow } from './byteWindow.ts';
import type { JsonSource } from './jsonSource.ts';
import { SaleReader } from './saleReader.ts';

/** Makes the error of a row that is no sale. */
export type RefuseRow = (keys: readonly PropertyKey[], value: unknown, message: string) => Error;

/** Of so many rows a share is taken. */
const JUDGED_ROWS = 512;
/** When one row in so many is unfamiliar, parsing all of them together is faster than parsing those alone. */
const ONE_IN = 4;
/** After so many rows parsed together, each is looked at by itself again. */
const ROWS_TOGETHER = 50_000;

const FOUR_ARRAY_ENDS = ARRAY_END * 0x01010101;

/** The sales of one store after another: the common form by `SaleReader`, any other by JSON.parse and the schema. */
export class StoreRows {
  readonly #source: JsonSource;
  readonly #refuse: RefuseRow;
  readonly #reader = new SaleReader();
  /** Rows since the share of the unfamiliar ones was last taken, and these. */
  #judged = 0;
  #slowRows = 0;
  /** Rows still to be parsed together. */
  #batchMode = 0;
  /** Rows of this store so far. */
  count = 0;

  constructor(source: JsonSource, refuse: RefuseRow) {
    this.#source = source;
    this.#refuse = refuse;
  }

  /**
   * Appends the sales from the next byte on, where one begins; white space before it has been skipped. True when the
   * reading stands behind a sale, false when the next one is not all there.
   * @throws what `refuse` makes
   */
  read(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    if (this.#batchMode > 0) return this.#readMany(salesDate, storeId, rows);
    const { window } = this.#source;
    const { bytes, view, pos, end } = window;
    const before = rows.length;
    const to = this.#reader.read(bytes, view, pos, salesDate, storeId, rows);
    const came = rows.length - before;
    this.count += came;
    this.#judged += came;
    window.pos = to;
    if (came > 0) this.#source.forgetScan();
    if (!this.#reader.atRow) return true;
    // The row may only look unfamiliar because its end has not come.
    if (to >= end || !this.#readOne(salesDate, storeId, rows)) return false;
    this.#judge();
    return true;
  }

  #judge(): void {
    this.#judged += 1;
    this.#slowRows += 1;
    if (this.#judged < JUDGED_ROWS) return;
    if (this.#slowRows * ONE_IN >= this.#judged) this.#batchMode = ROWS_TOGETHER;
    this.#judged = 0;
    this.#slowRows = 0;
  }

  #readOne(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    const place = this.#source.scanValue();
    if (place === undefined) return false;
    const value = this.#source.parse(place);
    if (!isProductSale(value)) throw this.#refusal(value);
    rows.push(rowOf(value, salesDate, storeId));
    this.count += 1;
    this.#source.window.pos = place.to;
    return true;
  }

  /**
   * The rows that are whole in the window, by one JSON.parse. It proves their end, which is only guessed: what parses as
   * a list is a list. If anything is wrong, the rows are read alone again, which says what and where.
   */
  #readMany(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    const { window } = this.#source;
    const to = endOfWholeRows(window);
    const values = to === -1 ? undefined : this.#source.parseList(window.pos, to);
    if (values === undefined || values.length === 0 || !values.every(isProductSale)) {
      // A single row that is longer than the window is no reason to stop.
      if (to !== -1) this.#batchMode = 0;
      return this.#readOne(salesDate, storeId, rows);
    }
    // The first of them may have been begun alone, before its end had come.
    this.#source.forgetScan();
    for (const value of values) rows.push(rowOf(value, salesDate, storeId));
    this.count += values.length;
    this.#batchMode -= values.length;
    window.pos = to;
    return true;
  }

  #refusal(value: unknown): Error {
    const issue = safeParse(productSale, value).error?.issues[0];
    const path = issue?.path ?? [];
    return this.#refuse(['sales', this.count, ...path], valueAt(value, path), describeIssue(issue));
  }
}

function rowOf(sale: ProductSale, salesDate: string, storeId: string): SalesRow {
  return {
    salesDate,
    storeId,
    productId: sale.productId,
    salesVolume: sale.salesVolume,
    salesQuantity: sale.salesQuantity,
    lastChangedDate: sale.lastChanged.date,
    lastChangedTime: sale.lastChanged.time,
  };
}

/** Where the last whole row seems to end: at the end of the store, or in front of the last row begun; -1 if nowhere. */
function endOfWholeRows(window: ByteWindow): number {
  const { bytes, pos, end } = window;
  const endOfStore = firstArrayEnd(window);
  if (endOfStore < end) return endOfStore;
  for (let at = end - 1; at > pos; at -= 1) {
    if (bytes[at] !== OBJECT_START) continue;
    const comma = beforeSpace(bytes, at);
    if (bytes[comma] !== COMMA) continue;
    const brace = beforeSpace(bytes, comma);
    if (bytes[brace] === OBJECT_END) return brace + 1;
  }
  return -1;
}

/** The first `]` of the window, or a place behind it. Four bytes are asked at a time whether one of them is zero. */
function firstArrayEnd({ bytes, view, pos, end }: ByteWindow): number {
  let at = pos;
  while (at < end) {
    const differing = view.getInt32(at, true) ^ FOUR_ARRAY_ENDS;
    if (((differing - 0x01010101) & ~differing & 0x80808080) !== 0) break;
    at += 4;
  }
  while (at < end && bytes[at] !== ARRAY_END) at += 1;
  return at;
}

/** The last byte before `at` that is no white space. */
function beforeSpace(bytes: Uint8Array, at: number): number {
  let before = at - 1;
  while (isSpace(bytes[before] ?? 0)) before -= 1;
  return before;
}
