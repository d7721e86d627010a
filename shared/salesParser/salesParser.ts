import { describeIssue, pathInWords } from '../errors/describeIssue.ts';
import { inWords } from '../errors/errors.ts';
import { failureOf } from '../errors/failures.ts';
import { isPacked } from '../http/body.ts';
import { dailySalesOperation } from '../operations/dailySales.ts';
import { answeredDay, identifier } from '../operations/fields.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import { type Schema, safeParse } from '../operations/schema.ts';
import { ARRAY_END, ARRAY_START, COLON, COMMA, OBJECT_END, OBJECT_START, QUOTE } from './bytes.ts';
import { JsonSource } from './jsonSource.ts';
import { StoreRows } from './storeRows.ts';

const FIELDS = { status: 200 };
/** One value that is not an array of days, stores or sales. A longer one is refused: memory stays bounded. */
const LONGEST_VALUE = 8 * 1024 * 1024;
/** A day whose date comes after its sales has to be held back whole; more than the service's cap is not. */
const MOST_HELD_ROWS = 1_048_575;

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

/** What has come of a day beside its stores. */
interface DayHeader {
  salesDate: string | undefined;
  hasStores: boolean;
  stores: number;
}

/** What has come of a store beside its sales. */
interface StoreHeader {
  storeId: string | undefined;
  hasSales: boolean;
}

/**
 * Reads an answer of daily sales from its bytes as they come (interface: "Daily sales"). Every row is checked, rows come
 * out as soon as they are whole, and the frame around them is as strict as JSON.parse: what that rejects is rejected
 * here, with the offset of the byte and the path to it. A known key that comes twice in a day or store is refused too.
 */
export class SalesParser {
  readonly #source = new JsonSource((what) => this.#invalid(what));
  readonly #window = this.#source.window;
  readonly #storeRows: StoreRows;
  readonly #redact: (text: string) => string;

  #state: State = 'start';
  #level: 'day' | 'store' = 'day';
  #key = '';
  #days = 0;
  #day: DayHeader = { salesDate: undefined, hasStores: false, stores: 0 };
  #store: StoreHeader = { storeId: undefined, hasSales: false };
  /** Rows whose store or day is not named yet. */
  #heldOfStore: SalesRow[] = [];
  #heldOfDay: SalesRow[] = [];
  #rows: SalesRow[] = [];

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
    this.#storeRows = new StoreRows(this.#source, (keys, value, message) =>
      this.#wrong(keys, value, message),
    );
  }

  /** Takes the next bytes. @throws UnexpectedResponseError */
  push(chunk: Uint8Array): void {
    if (this.#state === 'start' && isPacked(chunk))
      throw failureOf('packed', dailySalesOperation, {}, FIELDS);
    this.#window.append(chunk);
    while (this.#step());
    if (this.#window.end - this.#window.pos > LONGEST_VALUE) {
      throw this.#invalid(`a value is longer than ${LONGEST_VALUE / 1024 / 1024} MB`);
    }
  }

  /** Says that no more bytes come. @throws TruncatedResponseError unless the answer is whole. */
  finish(): void {
    if (this.#state === 'done') return;
    if (this.#state === 'start') throw failureOf('empty', dailySalesOperation, {}, FIELDS);
    const length = `${this.#window.offsetOf(this.#window.end)} bytes (in ${this.#path()})`;
    throw failureOf('cut', dailySalesOperation, { length }, FIELDS);
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
      return this.#source.skipSpace() && (this.#state === 'key' ? this.#readKey() : this.#readValue());
    }
    if (this.#state === 'start' && !this.#source.skipByteOrderMark()) return false;
    if (!this.#source.skipSpace()) return false;
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
    this.#day = { salesDate: undefined, hasStores: false, stores: 0 };
    return state;
  }

  #enterStore(byte: number): State {
    const state = this.#take(byte, OBJECT_START, 'firstKey', 'a store, which is an object,');
    this.#level = 'store';
    this.#store = { storeId: undefined, hasSales: false };
    this.#storeRows.count = 0;
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
    const key = this.#source.scanValue();
    if (key === undefined) return false;
    this.#key = String(this.#source.parse(key));
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
    const place = this.#source.scanValue();
    if (place === undefined) return false;
    this.#takeHeader(this.#source.parse(place));
    window.pos = place.to;
    this.#state = 'afterValue';
    return true;
  }

  #takeHeader(value: unknown): void {
    if (this.#level === 'day' && this.#key === 'salesDate') {
      if (this.#day.salesDate !== undefined) throw this.#twice();
      this.#day.salesDate = this.#checked(answeredDay, value);
    } else if (this.#level === 'store' && this.#key === 'storeId') {
      if (this.#store.storeId !== undefined) throw this.#twice();
      this.#store.storeId = this.#checked(identifier, value);
    }
  }

  #checked<T>(schema: Schema<T>, value: unknown): T {
    const checked = safeParse(schema, value);
    if (checked.success) return checked.data;
    throw this.#wrong([this.#key], value, describeIssue(checked.error.issues[0]));
  }

  /** The value is read before it is refused: what is no JSON at all is said to be that. */
  #refuseValue(expected: string): boolean {
    const place = this.#source.scanValue();
    if (place === undefined) return false;
    throw this.#wrong([this.#key], this.#source.parse(place), `expected ${expected}`);
  }

  /** The rows of a store that is not named yet wait for its id, and those of a day that is not for its date. */
  #readRows(): boolean {
    if (!this.#source.skipSpace()) return false;
    const { salesDate } = this.#day;
    const { storeId } = this.#store;
    const isNamed = salesDate !== undefined && storeId !== undefined;
    const rows = isNamed ? this.#rows : [];
    const isBehindRow = this.#storeRows.read(salesDate ?? '', storeId ?? '', rows);
    if (!isNamed) for (const row of rows) this.#setAside(row);
    if (isBehindRow) this.#state = 'afterRow';
    return isBehindRow;
  }

  #setAside(row: SalesRow): void {
    if (this.#store.storeId === undefined) this.#hold(this.#heldOfStore, row);
    else this.#deliver(row);
  }

  #missing(key: string): Error {
    return this.#wrong([key], undefined, 'it is missing');
  }

  #twice(): Error {
    return this.#invalid(`the key "${this.#key}" comes twice`);
  }

  /** Bytes that are no JSON, or that stand where the interface has something else. */
  #invalid(what: string): Error {
    const path = this.#path();
    return this.#refused(` (in ${path})`, path, what);
  }

  /** A value that the schema refuses. */
  #wrong(keys: readonly PropertyKey[], value: unknown, why: string): Error {
    const path = this.#objectPath() + pathInWords(keys);
    return this.#refused('', path, `${path} is ${inWords(value, this.#redact)} (${why})`);
  }

  #refused(within: string, path: string, what: string): Error {
    const place = `, at byte ${this.#window.offsetOf(this.#window.pos)}${within}`;
    return failureOf('form', dailySalesOperation, { place, what }, { ...FIELDS, path });
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
        return `${this.#objectPath()}.sales[${this.#storeRows.count}]`;
      default:
        return this.#objectPath();
    }
  }
}
