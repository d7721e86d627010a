/** Zero bytes behind the last byte that came: every loop of the parser stops there without asking for the end. */
const MARGIN = 64;
const FIRST_SIZE = 256 * 1024;

/**
 * The bytes of a body that are not parsed yet, in one buffer that is used again and again. `bytes[pos]` is the next one,
 * `end` the place behind the last one, and behind that stand zeros.
 */
export class ByteWindow {
  bytes = new Uint8Array(FIRST_SIZE);
  view = new DataView(this.bytes.buffer);
  pos = 0;
  end = 0;
  /** Offset in the body of `bytes[0]`. */
  #offset = 0;

  /** Puts a chunk behind what is left. */
  append(chunk: Uint8Array): void {
    const left = this.end - this.pos;
    const needed = left + chunk.length + MARGIN;
    if (needed > this.bytes.length) this.#grow(needed);
    else if (this.pos > 0) this.bytes.copyWithin(0, this.pos, this.end);
    this.#offset += this.pos;
    this.pos = 0;
    this.bytes.set(chunk, left);
    this.end = left + chunk.length;
    this.bytes.fill(0, this.end, this.end + MARGIN);
  }

  /** The offset in the body of a place in the window. */
  offsetOf(place: number): number {
    return this.#offset + place;
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(this.pos, this.end));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
