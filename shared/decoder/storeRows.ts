import type { SalesRow } from '../client/salesRows.ts';
import { valueAt } from '../client/valueAt.ts';
import { type ProductSale, productSale } from '../contract/dailySales.ts';
import { COMMA, isSpace, OBJECT_START } from './bytes.ts';
import type { JsonSource, Place } from './jsonSource.ts';
import { SaleReader } from './saleReader.ts';
import { ValueScanner } from './valueScanner.ts';

/** Whether a value is a sale; the schema itself is asked only for the message. */
export type AcceptsSale = (value: unknown) => value is ProductSale;

/** Makes the error of a row that is no sale. */
export type RefuseRow = (keys: readonly PropertyKey[], value: unknown, message: string | undefined) => Error;

/** So many unfamiliar rows in a row, and they are parsed many at a time. */
const MOST_STRANGERS = 200;
/** After so many each row is looked at by itself again. */
const FORGET_STRANGERS = 50_000;

/** The sales of one store after another: the common form by `SaleReader`, any other by JSON.parse and the schema. */
export class StoreRows {
  readonly #source: JsonSource;
  readonly #accepts: AcceptsSale;
  readonly #refuse: RefuseRow;
  readonly #reader = new SaleReader();
  readonly #lookAhead = new ValueScanner();
  /** Unfamiliar rows since the last familiar one. */
  #strangers = 0;
  /** Rows of this store so far. */
  count = 0;

  constructor(source: JsonSource, accepts: AcceptsSale, refuse: RefuseRow) {
    this.#source = source;
    this.#accepts = accepts;
    this.#refuse = refuse;
  }

  /**
   * Appends the sales from the next byte on, where one begins; white space before it has been skipped. True when the
   * reading stands behind a sale, false when the next one is not all there.
   * @throws what `refuse` makes
   */
  read(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    const { window } = this.#source;
    for (;;) {
      if (this.#strangers > MOST_STRANGERS) return this.#readMany(salesDate, storeId, rows);
      const before = rows.length;
      const { bytes, view, pos, end } = window;
      const to = this.#reader.read(bytes, view, pos, salesDate, storeId, rows);
      const came = rows.length - before;
      this.count += came;
      window.pos = to;
      if (came > 0) {
        this.#strangers = 0;
        this.#source.forgetScan();
      }
      if (!this.#reader.atRow) return true;
      if (to >= end) return false;
      // The row may only look unfamiliar because its end has not come.
      if (!this.#readOne(salesDate, storeId, rows)) return false;
      this.#strangers += 1;
      return true;
    }
  }

  #readOne(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    const place = this.#source.scanValue();
    if (place === undefined) return false;
    const value = this.#source.parse(place);
    if (!this.#accepts(value)) throw this.#refusal(value);
    rows.push(rowOf(value, salesDate, storeId));
    this.count += 1;
    this.#source.window.pos = place.to;
    return true;
  }

  /**
   * Rows in a body whose rows are all unfamiliar: those that are whole in the window, by one JSON.parse. Whatever is
   * wrong with one of them is left to be read alone, which says what and where.
   */
  #readMany(salesDate: string, storeId: string, rows: SalesRow[]): boolean {
    const { window } = this.#source;
    const places = this.#wholeRows();
    const [first] = places;
    const last = places.at(-1);
    if (first === undefined || last === undefined || places.length === 1) {
      return this.#readOne(salesDate, storeId, rows);
    }
    // The first of them may have been begun alone, before its end had come.
    this.#source.forgetScan();
    const values = this.#source.parseList(first.from, last.to);
    if (values?.length !== places.length) return this.#readOne(salesDate, storeId, rows);
    for (const [index, value] of values.entries()) {
      const place = places[index];
      if (place === undefined) break;
      if (!this.#accepts(value)) {
        window.pos = place.from;
        return this.#readOne(salesDate, storeId, rows);
      }
      rows.push(rowOf(value, salesDate, storeId));
      this.count += 1;
      window.pos = place.to;
    }
    if (this.#strangers > FORGET_STRANGERS) this.#strangers = 0;
    else this.#strangers += places.length;
    return true;
  }

  /** Where the next rows begin and end, as far as they are whole and stand one behind the other. */
  #wholeRows(): Place[] {
    const { bytes, end, pos } = this.#source.window;
    const places: Place[] = [];
    let at = pos;
    this.#lookAhead.reset();
    while (bytes[at] === OBJECT_START) {
      const to = this.#lookAhead.endOf(bytes, at, end, false);
      if (to === -1) break;
      places.push({ from: at, to });
      at = to;
      while (isSpace(bytes[at] ?? 0)) at += 1;
      if (bytes[at] !== COMMA) break;
      at += 1;
      while (isSpace(bytes[at] ?? 0)) at += 1;
    }
    return places;
  }

  #refusal(value: unknown): Error {
    const issue = productSale.safeParse(value).error?.issues[0];
    const path = issue?.path ?? [];
    return this.#refuse(['sales', this.count, ...path], valueAt(value, path), issue?.message);
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
