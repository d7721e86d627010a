import type { SalesRow } from '../client/salesRows.ts';
import {
  BACKSLASH,
  isSpace,
  MINUS,
  NINE,
  OBJECT_END,
  OBJECT_START,
  POINT,
  QUOTE,
  SPACE,
  ZERO,
} from './bytes.ts';
import { type Interner, isSameText } from './interner.ts';

/**
 * The written form of a row: the bytes between its five values, and the order of the values. It is learned from a row
 * that JSON.parse and the schema have accepted. A row that has the same bytes between its values, and a JSON string or
 * number where each value stands, is therefore valid too and has the same fields; nothing of it needs to be parsed
 * again. A row that differs in any byte is left to JSON.parse.
 */
export interface RowTemplate {
  /** Which value follows each segment; the last segment ends the row. */
  readonly fields: readonly Field[];
  readonly segments: readonly Segment[];
}

/** A value of a row; the strings come first. */
type Field = 0 | 1 | 2 | 3 | 4;
const PRODUCT_ID = 0;
const DATE = 1;
const TIME = 2;
const VOLUME = 3;
const QUANTITY = 4;

function isSameSegment(one: Segment, other: Segment): boolean {
  return one.bytes.length === other.bytes.length && one.bytes.every((byte, at) => byte === other.bytes[at]);
}

interface Segment {
  readonly bytes: Uint8Array;
  /** The same in groups of four, and what is left over. */
  readonly words: Int32Array;
  readonly rest: Uint8Array;
}

/** Longer strings are no ids, dates or times, and are left to JSON.parse. */
const LONGEST_STRING = 40;
/** Integers of so many digits are exact, and so is their quotient by a power of ten up to 10^22 when rounded once. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** A place in a row between two values: what has been seen to follow there. */
export interface FormNode {
  readonly branches: Branch[];
  /** The branch taken last, which is tried first. */
  usual: number;
}

interface Branch {
  readonly segment: Segment;
  /** The value behind the segment; ROW_END when the segment ends the row. */
  readonly field: Field | typeof ROW_END;
  readonly next: FormNode;
}

const ROW_END = -1;

export function emptyForms(): FormNode {
  return { branches: [], usual: 0 };
}

/** Adds a template to the forms known so far; what it shares with others is kept once. */
export function addForm(root: FormNode, template: RowTemplate): void {
  let node = root;
  for (const [index, segment] of template.segments.entries()) {
    const field = template.fields[index] ?? ROW_END;
    let branch = node.branches.find(
      (known) => known.field === field && isSameSegment(known.segment, segment),
    );
    if (branch === undefined) {
      branch = { segment, field, next: emptyForms() };
      node.branches.push(branch);
    }
    node.usual = node.branches.indexOf(branch);
    node = branch.next;
  }
}

/** Reads rows in known forms. One instance per body; its fields hold the values of the row just read. */
export class RowReader {
  readonly #interner: Interner;
  #productId = '';
  #date = '';
  #time = '';
  #volume = 0;
  #quantity = 0;
  /** The place behind the byte that ended the last try; the farthest one of all that were tried. */
  failedAt = 0;

  constructor(interner: Interner) {
    this.#interner = interner;
  }

  /** The place behind the row at `from` when it has a known form, else -1 with `failedAt` set. */
  read(forms: FormNode, bytes: Uint8Array, view: DataView, from: number): number {
    let node = forms;
    let at = from;
    for (;;) {
      const { branches } = node;
      let branch = branches[node.usual];
      if (branch === undefined) return this.#fail(at);
      let behind = matchSegment(branch.segment, bytes, view, at);
      if (behind < 0) {
        let farthest = -behind - 1;
        for (let index = 0; index < branches.length && behind < 0; index += 1) {
          branch = branches[index];
          if (branch === undefined || index === node.usual) continue;
          behind = matchSegment(branch.segment, bytes, view, at);
          if (behind >= 0) node.usual = index;
          else farthest = Math.max(farthest, -behind - 1);
        }
        if (behind < 0 || branch === undefined) return this.#fail(farthest);
      }
      const { field } = branch;
      if (field === ROW_END) return behind;
      at =
        field === VOLUME || field === QUANTITY
          ? this.#number(field, bytes, behind)
          : this.#string(field, bytes, behind);
      if (at < 0) return -1;
      node = branch.next;
    }
  }

  /** The row that was read last. */
  row(salesDate: string, storeId: string): SalesRow {
    return {
      salesDate,
      storeId,
      productId: this.#productId,
      salesVolume: this.#volume,
      salesQuantity: this.#quantity,
      lastChangedDate: this.#date,
      lastChangedTime: this.#time,
    };
  }

  #fail(at: number): -1 {
    this.failedAt = at;
    return -1;
  }

  /** A string without escapes, behind its opening quote; the closing one begins the next segment. */
  #string(field: number, bytes: Uint8Array, from: number): number {
    if (field === DATE) {
      // Mostly the date of the row before.
      const behind = from + this.#date.length;
      if (bytes[behind] === QUOTE && isSameText(this.#date, bytes, from)) return behind;
    }
    let at = from;
    let hash = 0;
    let byte = bytes[at] ?? 0;
    while (byte !== QUOTE) {
      if (byte < SPACE || byte === BACKSLASH || byte > 0x7e || at - from > LONGEST_STRING)
        return this.#fail(at + 1);
      hash = (Math.imul(hash, 31) + byte) | 0;
      at += 1;
      byte = bytes[at] ?? 0;
    }
    const text = this.#interner.take(bytes, from, at, hash);
    if (field === PRODUCT_ID) this.#productId = text;
    else if (field === DATE) this.#date = text;
    else this.#time = text;
    return at;
  }

  /** -?(0|[1-9][0-9]*)(\.[0-9]+)? of at most fifteen digits; exponents are left to JSON.parse. */
  #number(field: number, bytes: Uint8Array, from: number): number {
    let at = from;
    let byte = bytes[at] ?? 0;
    const negative = byte === MINUS;
    if (negative) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    const first = at;
    let mantissa = 0;
    while (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      at += 1;
      byte = bytes[at] ?? 0;
    }
    let digits = at - first;
    if (digits === 0 || (digits > 1 && bytes[first] === ZERO)) return this.#fail(at + 1);
    let decimals = 0;
    if (byte === POINT) {
      at += 1;
      byte = bytes[at] ?? 0;
      const point = at;
      while (byte >= ZERO && byte <= NINE) {
        mantissa = mantissa * 10 + (byte - ZERO);
        at += 1;
        byte = bytes[at] ?? 0;
      }
      decimals = at - point;
      if (decimals === 0) return this.#fail(at + 1);
      digits += decimals;
    }
    if (digits > MOST_DIGITS) return this.#fail(at + 1);
    const size = decimals === 0 ? mantissa : mantissa / (POWERS[decimals] ?? 1);
    const value = negative ? -size : size;
    if (field === VOLUME) this.#volume = value;
    else this.#quantity = value;
    return at;
  }
}

/** The place behind the segment, or minus one more than the place where it differs. */
function matchSegment(segment: Segment, bytes: Uint8Array, view: DataView, from: number): number {
  const { words, rest } = segment;
  let at = from;
  for (let index = 0; index < words.length; index += 1) {
    if (view.getInt32(at, true) !== words[index]) return -(at + 4) - 1;
    at += 4;
  }
  for (let index = 0; index < rest.length; index += 1) {
    if (bytes[at] !== rest[index]) return -(at + 1) - 1;
    at += 1;
  }
  return at;
}

const FIELDS = new Map<string, Field>([
  ['productId', PRODUCT_ID],
  ['lastChanged.date', DATE],
  ['lastChanged.time', TIME],
  ['salesVolume', VOLUME],
  ['salesQuantity', QUANTITY],
]);

/**
 * The template of a row that has been accepted, bytes[from..to); undefined when the row has other fields than the five,
 * or is written with escapes.
 */
export function learnTemplate(bytes: Uint8Array, from: number, to: number): RowTemplate | undefined {
  const fields: Field[] = [];
  const segments: Segment[] = [];
  let segmentFrom = from;
  let parent = '';
  let at = from + 1;
  while (at < to) {
    const byte = bytes[at] ?? 0;
    if (byte === OBJECT_END) parent = '';
    if (byte !== QUOTE) {
      at += 1;
      continue;
    }
    const keyEnd = bytes.indexOf(QUOTE, at + 1);
    if (keyEnd === -1 || keyEnd >= to) return undefined;
    const key = asText(bytes, at + 1, keyEnd);
    let value = keyEnd + 1;
    while (isSpace(bytes[value] ?? 0)) value += 1;
    value += 1;
    while (isSpace(bytes[value] ?? 0)) value += 1;
    if (bytes[value] === OBJECT_START && key === 'lastChanged') {
      parent = 'lastChanged.';
      at = value + 1;
      continue;
    }
    const field = FIELDS.get(`${parent}${key}`);
    if (field === undefined || fields.includes(field)) return undefined;
    const isString = bytes[value] === QUOTE;
    const valueFrom = isString ? value + 1 : value;
    const valueTo = isString ? bytes.indexOf(QUOTE, valueFrom) : endOfNumber(bytes, valueFrom);
    if (valueTo === -1 || valueTo >= to) return undefined;
    fields.push(field);
    segments.push(segmentOf(bytes.slice(segmentFrom, valueFrom)));
    segmentFrom = valueTo;
    at = isString ? valueTo + 1 : valueTo;
  }
  if (fields.length !== FIELDS.size) return undefined;
  segments.push(segmentOf(bytes.slice(segmentFrom, to)));
  return segments.some((segment) => segment.bytes.includes(BACKSLASH)) ? undefined : { fields, segments };
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  while (/[0-9.eE+-]/.test(String.fromCharCode(bytes[at] ?? 0))) at += 1;
  return at;
}

function asText(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, from + LONGEST_STRING)));
}

function segmentOf(bytes: Uint8Array): Segment {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const words = new Int32Array(bytes.length >> 2);
  for (let index = 0; index < words.length; index += 1) words[index] = view.getInt32(index * 4, true);
  return { bytes, words, rest: bytes.slice(words.length * 4) };
}
