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

/** What the parser expects next: an item is a day or a store. Rows have the only states that matter for speed. */
type State =
  | 'start'
  | 'firstItem'
  | 'item'
  | 'afterItem'
  | 'firstRow'
  | 'row'
  | 'afterRow'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'done';

/** The two objects of the frame: the keys that count in each, and what its list is of. */
const LEVELS = {
  day: {
    called: 'a day',
    id: 'salesDate',
    schema: answeredDay,
    list: 'storeSales',
    of: 'stores',
    first: 'firstItem',
  },
  store: {
    called: 'a store',
    id: 'storeId',
    schema: identifier,
    list: 'sales',
    of: 'sales',
    first: 'firstRow',
  },
} as const;

/** What has come of a day or store: its name, whether its list came, and how many of its kind came before it. */
interface Header {
  id: string | undefined;
  hasList: boolean;
  place: number;
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
  #level: keyof typeof LEVELS = 'day';
  #key = '';
  readonly #headers: Record<keyof typeof LEVELS, Header> = { day: headerAt(0), store: headerAt(0) };
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
        return this.#take(byte, ARRAY_START, 'firstItem', 'an array of days');
      case 'firstItem':
        return byte === ARRAY_END ? this.#leaveList() : this.#enterItem(byte);
      case 'item':
        return this.#enterItem(byte);
      case 'afterItem':
        if (byte === ARRAY_END) return this.#leaveList();
        return this.#take(byte, COMMA, 'item', '"," or "]"');
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

  #enterItem(byte: number): State {
    const { called } = LEVELS[this.#level];
    const state = this.#take(byte, OBJECT_START, 'firstKey', `${called}, which is an object,`);
    if (this.#level === 'store') this.#storeRows.count = 0;
    return state;
  }

  #leaveList(): State {
    if (this.#level === 'day') return this.#consume('done');
    this.#level = 'day';
    return this.#consume('afterValue');
  }

  #leaveObject(): State {
    const { id, list } = LEVELS[this.#level];
    const header = this.#headers[this.#level];
    if (header.id === undefined) throw this.#missing(id);
    if (!header.hasList) throw this.#missing(list);
    if (this.#level === 'store') this.#endStore(header.id);
    else this.#endDay(header.id);
    this.#headers[this.#level] = headerAt(header.place + 1);
    return this.#consume('afterItem');
  }

  #endStore(storeId: string): void {
    for (const row of this.#heldOfStore) this.#deliver({ ...row, storeId });
    this.#heldOfStore = [];
  }

  #endDay(salesDate: string): void {
    for (const row of this.#heldOfDay) this.#rows.push({ ...row, salesDate });
    this.#heldOfDay = [];
    this.#headers.store = headerAt(0);
  }

  /** A row whose store is known; it waits for its day's date if need be. */
  #deliver(row: SalesRow): void {
    if (this.#headers.day.id === undefined) this.#hold(this.#heldOfDay, row);
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
    const { id, schema, list, of, first } = LEVELS[this.#level];
    const header = this.#headers[this.#level];
    if (this.#key === list) {
      if (header.hasList) throw this.#twice();
      if (window.bytes[window.pos] !== ARRAY_START) return this.#refuseValue(`an array of ${of}`);
      header.hasList = true;
      this.#level = 'store';
      this.#state = this.#consume(first);
      return true;
    }
    const place = this.#source.scanValue();
    if (place === undefined) return false;
    const value = this.#source.parse(place);
    if (this.#key === id) {
      if (header.id !== undefined) throw this.#twice();
      header.id = this.#checked(schema, value);
    }
    window.pos = place.to;
    this.#state = 'afterValue';
    return true;
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
    const [salesDate, storeId] = [this.#headers.day.id, this.#headers.store.id];
    const isNamed = salesDate !== undefined && storeId !== undefined;
    const rows = isNamed ? this.#rows : [];
    const isBehindRow = this.#storeRows.read(salesDate ?? '', storeId ?? '', rows);
    if (!isNamed) for (const row of rows) this.#setAside(row);
    if (isBehindRow) this.#state = 'afterRow';
    return isBehindRow;
  }

  #setAside(row: SalesRow): void {
    if (this.#headers.store.id === undefined) this.#hold(this.#heldOfStore, row);
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
    const { day, store } = this.#headers;
    return this.#level === 'day' ? `[${day.place}]` : `[${day.place}].storeSales[${store.place}]`;
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

function headerAt(place: number): Header {
  return { id: undefined, hasList: false, place };
}
