import { isSpace } from './bytes.ts';
import { ByteWindow } from './byteWindow.ts';
import { ValueScanner } from './valueScanner.ts';

/** Where a value stands in the window. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The bytes of a body as they come, and the JSON values in them. */
export class JsonSource {
  readonly window = new ByteWindow();
  readonly #scanner = new ValueScanner();
  readonly #text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #refuse: (what: string) => Error;

  /** `refuse` makes the error of what is no JSON. */
  constructor(refuse: (what: string) => Error) {
    this.#refuse = refuse;
  }

  /** The value at the next byte, when all its bytes are there. It is judged only by `parse`. */
  scanValue(): Place | undefined {
    const { bytes, pos, end } = this.window;
    const to = this.#scanner.endOf(bytes, pos, end, false);
    return to === -1 ? undefined : { from: pos, to };
  }

  /** Forgets a value that was scanned in part. */
  forgetScan(): void {
    this.#scanner.reset();
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

  #decode({ from, to }: Place): string | undefined {
    try {
      return this.#text.decode(this.window.bytes.subarray(from, to));
    } catch {
      return undefined;
    }
  }
}
