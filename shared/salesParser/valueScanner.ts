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

/**
 * Finds where a JSON value ends, without judging it: JSON.parse does that with the bytes found. A value that is cut off
 * by the end of a chunk is taken up where the scan stopped, so that a body in single bytes costs no more than a whole.
 */
export class ValueScanner {
  #scanned = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * The place behind the value that begins at `from`; -1 when `end` comes first. Until then the next call must be about
   * the same value, with more bytes behind it. A number ends at `end` only if `isLast`.
   */
  endOf(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    const found = this.#scan(bytes, from, end, isLast);
    if (found === -1) return -1;
    this.reset();
    return found;
  }

  /** Forgets the value that was begun. */
  reset(): void {
    this.#scanned = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  #scan(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    const first = bytes[from];
    if (first !== QUOTE && first !== OBJECT_START && first !== ARRAY_START) {
      return this.#scanPlain(bytes, from, end, isLast);
    }
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
    this.#scanned = end - from;
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    return -1;
  }

  /** A number, true, false or null; or what is none of these and will be refused. */
  #scanPlain(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    for (let at = from + this.#scanned; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === COMMA || byte === OBJECT_END || byte === ARRAY_END || isSpace(byte)) return at;
    }
    this.#scanned = end - from;
    return isLast ? end : -1;
  }
}
