import { inWords, TruncatedResponseError, UnexpectedResponseError } from '../client/errors.ts';
import type { SalesRow } from '../client/salesRows.ts';
import { valueAt } from '../client/valueAt.ts';
import { type ProductSale, productSale, salesDay, storeSales } from '../contract/dailySales.ts';
import { ARRAY_END, ARRAY_START, COLON, COMMA, isSpace, OBJECT_END, OBJECT_START, QUOTE } from './bytes.ts';
import { ByteWindow } from './byteWindow.ts';
import { Interner } from './interner.ts';
import { INCOMPLETE, TemplateBook, UNFAMILIAR } from './templateBook.ts';
import { ValueScanner } from './valueScanner.ts';

/** Whether a value is a sale; the schema itself is asked only for the message. */
export type AcceptsSale = (value: unknown) => value is ProductSale;

/** What the parser expects next. Rows have the only states that matter for speed. */
type State =
  | 'start'
  | 'firstDay'
  | 'day'
  | 'afterDay'
  | 'firstStore'
  | 'store'
  | 'afterStore'
  | 'firstRow'
  | 'row'
  | 'afterRow'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'done';

/** One value that is not an array of days, stores or sales. A longer one is refused: memory stays bounded. */
const LONGEST_VALUE = 8 * 1024 * 1024;
/** A day whose date comes after its sales has to be held back whole; more than the service's cap is not. */
const MOST_HELD_ROWS = 1_048_575;

/** So many rows of unknown form in a row, and the body is read in larger pieces. */
const MOST_STRANGERS = 200;
/** After so many the forms are tried again. */
const FORGET_STRANGERS = 50_000;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

interface DayHeader {
  salesDate: string | undefined;
  hasStores: boolean;
  stores: number;
}

interface StoreHeader {
  storeId: string | undefined;
  hasSales: boolean;
  rows: number;
}

/**
 * Reads an answer of daily sales from its bytes as they come (interface: "Daily sales"). Every row is checked, rows come
 * out as soon as they are whole, and the frame around them is as strict as JSON.parse: what that rejects is rejected
 * here, with the offset of the byte and the path to it. A known key that comes twice in a day or store is refused too.
 */
export class SalesDecoder {
  readonly #window = new ByteWindow();
  readonly #scanner = new ValueScanner();
  readonly #templates: TemplateBook;
  readonly #accepts: AcceptsSale;
  readonly #redact: (text: string) => string;
  readonly #text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  #state: State = 'start';
  #level: 'day' | 'store' = 'day';
  #key = '';
  #days = 0;
  #day: DayHeader = newDay();
  #store: StoreHeader = newStore();
  /** Rows whose store or day is not named yet. */
  #heldOfStore: SalesRow[] = [];
  #heldOfDay: SalesRow[] = [];
  #rows: SalesRow[] = [];
  /** Rows of unknown form since the last of a known one. */
  #strangers = 0;

  constructor(accepts: AcceptsSale, redact: (text: string) => string) {
    this.#accepts = accepts;
    this.#redact = redact;
    this.#templates = new TemplateBook(new Interner());
  }

  /** Takes the next bytes. @throws UnexpectedResponseError */
  push(chunk: Uint8Array): void {
    this.#window.append(chunk);
    while (this.#step());
    if (this.#window.end - this.#window.pos > LONGEST_VALUE) {
      throw this.#invalid(`a value is longer than ${LONGEST_VALUE / 1024 / 1024} MB`);
    }
  }

  /** Says that no more bytes come. @throws TruncatedResponseError unless the answer is whole. */
  finish(): void {
    if (this.#state === 'done') return;
    const bytes = this.#window.offsetOf(this.#window.end);
    if (this.#state === 'start') {
      throw new UnexpectedResponseError(
        'Daily sales: the service answered with an empty body instead of JSON.',
        'Try again; if it lasts, tell the operator of the service.',
        { operation: 'dailySales', status: 200 },
      );
    }
    throw new TruncatedResponseError(
      `Daily sales: the answer stops in the middle, after ${bytes} bytes (in ${this.#path()}).`,
      'Try again; a smaller page size also helps.',
      { operation: 'dailySales', status: 200 },
    );
  }

  /** Rows that became whole since the last call. */
  takeRows(): SalesRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  get waitingRows(): number {
    return this.#rows.length;
  }

  /** Reads one token; false when its bytes are not all there. */
  #step(): boolean {
    if (this.#state === 'row') return this.#readRows();
    if (this.#state === 'value' || this.#state === 'key') {
      return this.#skipSpace() && (this.#state === 'key' ? this.#readKey() : this.#readValue());
    }
    if (this.#state === 'start' && !this.#skipByteOrderMark()) return false;
    if (!this.#skipSpace()) return false;
    const place = this.#window.pos;
    this.#state = this.#next(this.#window.bytes[place] ?? 0);
    return true;
  }

  /** The states that one byte decides. It is consumed, except by the start of a row or a key. */
  #next(byte: number): State {
    switch (this.#state) {
      case 'start':
        return this.#take(byte, ARRAY_START, 'firstDay', 'an array of days');
      case 'firstDay':
        if (byte === ARRAY_END) return this.#consume('done');
        return this.#enterDay(byte);
      case 'day':
        return this.#enterDay(byte);
      case 'afterDay':
        if (byte === ARRAY_END) return this.#consume('done');
        return this.#take(byte, COMMA, 'day', '"," or "]"');
      case 'firstStore':
        if (byte === ARRAY_END) return this.#leaveStores();
        return this.#enterStore(byte);
      case 'store':
        return this.#enterStore(byte);
      case 'afterStore':
        if (byte === ARRAY_END) return this.#leaveStores();
        return this.#take(byte, COMMA, 'store', '"," or "]"');
      case 'firstRow':
        return byte === ARRAY_END ? this.#consume('afterValue') : 'row';
      case 'afterRow':
        if (byte === ARRAY_END) return this.#consume('afterValue');
        return this.#take(byte, COMMA, 'row', '"," or "]"');
      case 'firstKey':
        return byte === OBJECT_END ? this.#leaveObject() : 'key';
      case 'colon':
        return this.#take(byte, COLON, 'value', '":"');
      case 'afterValue':
        if (byte === OBJECT_END) return this.#leaveObject();
        return this.#take(byte, COMMA, 'key', '"," or "}"');
      default:
        throw this.#invalid('there is more after the end of the array');
    }
  }

  #consume(state: State): State {
    this.#window.pos += 1;
    return state;
  }

  #take(byte: number, expected: number, state: State, words: string): State {
    if (byte !== expected) throw this.#invalid(`${words} was expected`);
    return this.#consume(state);
  }

  #enterDay(byte: number): State {
    const state = this.#take(byte, OBJECT_START, 'firstKey', 'a day, which is an object,');
    this.#level = 'day';
    this.#day = newDay();
    return state;
  }

  #enterStore(byte: number): State {
    const state = this.#take(byte, OBJECT_START, 'firstKey', 'a store, which is an object,');
    this.#level = 'store';
    this.#store = newStore();
    return state;
  }

  #leaveStores(): State {
    this.#level = 'day';
    return this.#consume('afterValue');
  }

  #leaveObject(): State {
    if (this.#level === 'store') {
      this.#endStore();
      return this.#consume('afterStore');
    }
    this.#endDay();
    return this.#consume('afterDay');
  }

  #endStore(): void {
    const { storeId, hasSales } = this.#store;
    if (storeId === undefined) throw this.#missing('storeId');
    if (!hasSales) throw this.#missing('sales');
    for (const row of this.#heldOfStore) this.#deliver({ ...row, storeId });
    this.#heldOfStore = [];
    this.#day.stores += 1;
  }

  #endDay(): void {
    const { salesDate, hasStores } = this.#day;
    if (salesDate === undefined) throw this.#missing('salesDate');
    if (!hasStores) throw this.#missing('storeSales');
    for (const row of this.#heldOfDay) this.#rows.push({ ...row, salesDate });
    this.#heldOfDay = [];
    this.#days += 1;
  }

  /** A row whose store is known; it waits for its day's date if need be. */
  #deliver(row: SalesRow): void {
    if (this.#day.salesDate === undefined) this.#hold(this.#heldOfDay, row);
    else this.#rows.push(row);
  }

  #hold(held: SalesRow[], row: SalesRow): void {
    if (held.length >= MOST_HELD_ROWS) throw this.#invalid('a day is too long to wait for its salesDate');
    held.push(row);
  }

  #readKey(): boolean {
    const window = this.#window;
    if (window.bytes[window.pos] !== QUOTE) throw this.#invalid('a key in quotes was expected');
    const key = this.#scanValue();
    if (key === undefined) return false;
    this.#key = String(this.#parse(key));
    this.#state = 'colon';
    window.pos = key.to;
    return true;
  }

  #readValue(): boolean {
    const window = this.#window;
    const byte = window.bytes[window.pos];
    if (this.#level === 'day' && this.#key === 'storeSales') {
      if (this.#day.hasStores) throw this.#twice();
      if (byte !== ARRAY_START) return this.#refuseValue('an array of stores');
      this.#day.hasStores = true;
      this.#state = this.#consume('firstStore');
      return true;
    }
    if (this.#level === 'store' && this.#key === 'sales') {
      if (this.#store.hasSales) throw this.#twice();
      if (byte !== ARRAY_START) return this.#refuseValue('an array of sales');
      this.#store.hasSales = true;
      this.#state = this.#consume('firstRow');
      return true;
    }
    const place = this.#scanValue();
    if (place === undefined) return false;
    this.#takeHeader(this.#parse(place));
    window.pos = place.to;
    this.#state = 'afterValue';
    return true;
  }

  #takeHeader(value: unknown): void {
    if (this.#level === 'day' && this.#key === 'salesDate') {
      if (this.#day.salesDate !== undefined) throw this.#twice();
      const checked = salesDay.shape.salesDate.safeParse(value);
      if (!checked.success) throw this.#wrong(['salesDate'], value, checked.error.issues[0]?.message);
      this.#day.salesDate = checked.data;
    } else if (this.#level === 'store' && this.#key === 'storeId') {
      if (this.#store.storeId !== undefined) throw this.#twice();
      const checked = storeSales.shape.storeId.safeParse(value);
      if (!checked.success) throw this.#wrong(['storeId'], value, checked.error.issues[0]?.message);
      this.#store.storeId = checked.data;
    }
  }

  /** The value is read before it is refused: what is no JSON at all is said to be that. */
  #refuseValue(expected: string): boolean {
    const place = this.#scanValue();
    if (place === undefined) return false;
    throw this.#wrong([this.#key], this.#parse(place), `expected ${expected}`);
  }

  /** Rows by the form of the rows before; one in another form by JSON.parse and the schema. */
  #readRows(): boolean {
    const window = this.#window;
    const templates = this.#templates;
    const { bytes, view, end } = window;
    const { salesDate } = this.#day;
    const { storeId } = this.#store;
    const isNamed = salesDate !== undefined && storeId !== undefined;
    while (this.#skipSpace()) {
      if (this.#strangers > MOST_STRANGERS) return this.#readManyRows();
      const to = templates.read(bytes, view, window.pos, end);
      if (to === INCOMPLETE) return false;
      if (to === UNFAMILIAR) {
        this.#strangers += 1;
        return this.#readUnfamiliarRow();
      }
      this.#strangers = 0;
      const row = templates.row(salesDate ?? '', storeId ?? '');
      if (isNamed) this.#rows.push(row);
      else this.#setAside(row);
      this.#store.rows += 1;
      window.pos = to;
      this.#state = 'afterRow';
      if (bytes[to] !== COMMA) return true;
      window.pos = to + 1;
      this.#state = 'row';
    }
    return false;
  }

  /** Keeps a row until its store, or its day, is named. */
  #setAside(row: SalesRow): void {
    if (this.#store.storeId === undefined) this.#hold(this.#heldOfStore, row);
    else this.#deliver(row);
  }

  /**
   * Rows in a body whose forms never repeat: all that are whole in the window, by one JSON.parse. Whatever is wrong with
   * one of them is left to be read alone, which says what and where.
   */
  #readManyRows(): boolean {
    const window = this.#window;
    const places = this.#wholeRows();
    const [first] = places;
    const last = places.at(-1);
    if (first === undefined || last === undefined || places.length === 1) return this.#readUnfamiliarRow();
    // The first of them may have been begun alone, before its end had come.
    this.#scanner.reset();
    const values = this.#parseRows(first.from, last.to);
    if (values?.length !== places.length) return this.#readUnfamiliarRow();
    for (const [index, value] of values.entries()) {
      const place = places[index];
      if (place === undefined) break;
      if (!this.#accepts(value)) {
        window.pos = place.from;
        return this.#readUnfamiliarRow();
      }
      this.#setAside(this.#rowOf(value));
      this.#store.rows += 1;
      window.pos = place.to;
    }
    this.#state = 'afterRow';
    // Now and then the forms are looked at again.
    if (this.#strangers > FORGET_STRANGERS) this.#strangers = 0;
    else this.#strangers += places.length;
    return true;
  }

  /** Where the next rows begin and end, as far as they are whole and stand one behind the other. */
  #wholeRows(): { readonly from: number; readonly to: number }[] {
    const { bytes, end, pos } = this.#window;
    const places: { readonly from: number; readonly to: number }[] = [];
    const scanner = new ValueScanner();
    let at = pos;
    while (bytes[at] === OBJECT_START) {
      const to = scanner.endOf(bytes, at, end, false);
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

  #parseRows(from: number, to: number): unknown[] | undefined {
    try {
      const values: unknown = JSON.parse(`[${this.#text.decode(this.#window.bytes.subarray(from, to))}]`);
      return Array.isArray(values) ? values : undefined;
    } catch {
      // One of them is not JSON, or not UTF-8; read alone, it will say so.
      return undefined;
    }
  }

  #readUnfamiliarRow(): boolean {
    const window = this.#window;
    const place = this.#scanValue();
    if (place === undefined) return false;
    const value = this.#parse(place);
    if (!this.#accepts(value)) throw this.#refusedRow(value);
    const row = this.#rowOf(value);
    this.#templates.learn(window.bytes, window.view, place.from, place.to, row);
    this.#setAside(row);
    this.#store.rows += 1;
    window.pos = place.to;
    this.#state = 'afterRow';
    return true;
  }

  #rowOf(sale: ProductSale): SalesRow {
    return {
      salesDate: this.#day.salesDate ?? '',
      storeId: this.#store.storeId ?? '',
      productId: sale.productId,
      salesVolume: sale.salesVolume,
      salesQuantity: sale.salesQuantity,
      lastChangedDate: sale.lastChanged.date,
      lastChangedTime: sale.lastChanged.time,
    };
  }

  #refusedRow(value: unknown): Error {
    const checked = productSale.safeParse(value);
    const issue = checked.error?.issues[0];
    return this.#wrong(
      ['sales', this.#store.rows, ...(issue?.path ?? [])],
      valueAt(value, issue?.path ?? []),
      issue?.message,
    );
  }

  #scanValue(): { readonly from: number; readonly to: number } | undefined {
    const { bytes, pos, end } = this.#window;
    const to = this.#scanner.endOf(bytes, pos, end, false);
    return to === -1 ? undefined : { from: pos, to };
  }

  #parse({ from, to }: { readonly from: number; readonly to: number }): unknown {
    let text: string;
    try {
      text = this.#text.decode(this.#window.bytes.subarray(from, to));
    } catch {
      throw this.#invalid('it is not UTF-8 text');
    }
    try {
      return JSON.parse(text);
    } catch {
      throw this.#invalid('it is not valid JSON');
    }
  }

  #skipSpace(): boolean {
    const window = this.#window;
    let { pos } = window;
    while (isSpace(window.bytes[pos] ?? 0)) pos += 1;
    window.pos = pos;
    return pos < window.end;
  }

  /** A byte order mark at the very beginning is let through, as text decoders do; false while it may be one. */
  #skipByteOrderMark(): boolean {
    const { bytes, pos, end } = this.#window;
    if (this.#window.offsetOf(pos) !== 0 || bytes[pos] !== BYTE_ORDER_MARK[0]) return true;
    if (end - pos < BYTE_ORDER_MARK.length) return false;
    if (BYTE_ORDER_MARK.every((byte, index) => bytes[pos + index] === byte)) this.#window.pos += 3;
    return true;
  }

  #missing(key: string): Error {
    return this.#wrong([key], undefined, 'it is missing');
  }

  #twice(): Error {
    return this.#invalid(`the key "${this.#key}" comes twice`);
  }

  #invalid(what: string): Error {
    const offset = this.#window.offsetOf(this.#window.pos);
    return new UnexpectedResponseError(
      `Daily sales: the answer does not have the form the interface describes, at byte ${offset} (in ${this.#path()}): ${what}.`,
      'Rows given before are valid; nothing behind them was used. Tell the operator of the service.',
      { operation: 'dailySales', status: 200, path: this.#path() },
    );
  }

  #wrong(keys: readonly PropertyKey[], value: unknown, message: string | undefined): Error {
    const path = pathInWords(this.#objectPath(), keys);
    const found = inWords(typeof value === 'string' ? this.#redact(value) : value);
    return new UnexpectedResponseError(
      `Daily sales: the answer does not have the form the interface describes, at byte ${this.#window.offsetOf(this.#window.pos)}: ${path} is ${found} (${message ?? 'unknown reason'}).`,
      'Rows given before are valid; nothing behind them was used. Tell the operator of the service, or look for a newer version of this package.',
      { operation: 'dailySales', status: 200, path },
    );
  }

  /** The day or store that is being read. */
  #objectPath(): string {
    return this.#level === 'day' ? `[${this.#days}]` : `[${this.#days}].storeSales[${this.#day.stores}]`;
  }

  #path(): string {
    switch (this.#state) {
      case 'start':
      case 'done':
        return 'the answer';
      case 'row':
      case 'firstRow':
      case 'afterRow':
        return `${this.#objectPath()}.sales[${this.#store.rows}]`;
      default:
        return this.#objectPath();
    }
  }
}

function newDay(): DayHeader {
  return { salesDate: undefined, hasStores: false, stores: 0 };
}

function newStore(): StoreHeader {
  return { storeId: undefined, hasSales: false, rows: 0 };
}

function pathInWords(parent: string, keys: readonly PropertyKey[]): string {
  return parent + keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}
