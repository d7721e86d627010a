import {
  ARRAY_END,
  ARRAY_START,
  BACKSLASH,
  COMMA,
  isSpace,
  OBJECT_END,
  OBJECT_START,
  QUOTE,
} from './bytes.ts';
import { ByteWindow } from './byteWindow.ts';

/** Where a value stands in the window. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * The bytes of a body as they come, and the JSON values in them. Where a value ends is found without judging it: JSON.parse
 * does that. One that a chunk cuts off is taken up where the scan stopped, so a body in single bytes costs no more.
 */
export class JsonSource {
  readonly window = new ByteWindow();
  readonly #text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #refuse: (what: string) => Error;
  /** Of the value at the next byte: how many bytes were looked at, and where in it the scan is. */
  #scanned = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** `refuse` makes the error of what is no JSON. */
  constructor(refuse: (what: string) => Error) {
    this.#refuse = refuse;
  }

  /** The value at the next byte, when all its bytes are there. It is judged only by `parse`. */
  scanValue(): Place | undefined {
    const { bytes, pos, end } = this.window;
    const first = bytes[pos];
    const hasEnd = first === QUOTE || first === OBJECT_START || first === ARRAY_START;
    const to = hasEnd ? this.#endOf(bytes, pos, end) : this.#endOfPlain(bytes, pos, end);
    if (to === undefined) {
      this.#scanned = end - pos;
      return undefined;
    }
    this.forgetScan();
    return { from: pos, to };
  }

  /** Forgets a value that was scanned in part. */
  forgetScan(): void {
    this.#scanned = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** @throws what `refuse` makes */
  parse(place: Place): unknown {
    const text = this.#decode(place);
    if (text === undefined) throw this.#refuse('it is not UTF-8 text');
    try {
      return JSON.parse(text);
    } catch {
      throw this.#refuse('it is not valid JSON');
    }
  }

  /** The values between these places, which stand one behind another with commas; undefined if anything is wrong. */
  parseList(from: number, to: number): unknown[] | undefined {
    const text = this.#decode({ from, to });
    if (text === undefined) return undefined;
    try {
      const values: unknown = JSON.parse(`[${text}]`);
      return Array.isArray(values) ? values : undefined;
    } catch {
      return undefined;
    }
  }

  /** Goes to the next byte that is no white space; false when it has not come yet. */
  skipSpace(): boolean {
    const { window } = this;
    let { pos } = window;
    while (isSpace(window.bytes[pos] ?? 0)) pos += 1;
    window.pos = pos;
    return pos < window.end;
  }

  /** A byte order mark at the very beginning is let through, as text decoders do; false while it may be one. */
  skipByteOrderMark(): boolean {
    const { bytes, pos, end } = this.window;
    if (this.window.offsetOf(pos) !== 0 || bytes[pos] !== BYTE_ORDER_MARK[0]) return true;
    if (end - pos < BYTE_ORDER_MARK.length) return false;
    if (BYTE_ORDER_MARK.every((byte, index) => bytes[pos + index] === byte)) this.window.pos += 3;
    return true;
  }

  /** Behind a text, object or array. */
  #endOf(bytes: Uint8Array, from: number, end: number): number | undefined {
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    for (let at = from + this.#scanned; at < end; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OBJECT_START || byte === ARRAY_START) depth += 1;
      else if (byte === OBJECT_END || byte === ARRAY_END) {
        depth -= 1;
        if (depth <= 0) return at + 1;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    return undefined;
  }

  /** Behind a number, true, false or null; or what is none of these and will be refused. */
  #endOfPlain(bytes: Uint8Array, from: number, end: number): number | undefined {
    for (let at = from + this.#scanned; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === COMMA || byte === OBJECT_END || byte === ARRAY_END || isSpace(byte)) return at;
    }
    return undefined;
  }

  #decode({ from, to }: Place): string | undefined {
    try {
      return this.#text.decode(this.window.bytes.subarray(from, to));
    } catch {
      return undefined;
    }
  }
}
