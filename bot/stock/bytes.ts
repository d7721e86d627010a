/** Whole numbers of any size up to 2^53 in as few bytes as each needs, seven bits a byte, the lowest first. */
export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #size = 0;

  whole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${value} is no whole number from 0 up`);
    this.#makeRoom(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#size++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#size++] = rest;
  }

  /** Negative ones are the odd numbers. */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.whole(bytes.length);
    this.bytes(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  get size(): number {
    return this.#size;
  }

  written(): Uint8Array {
    return this.#bytes.slice(0, this.#size);
  }

  #makeRoom(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#size + more, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
  }
}

export interface ByteReader {
  whole(): number;
  signed(): number;
  text(): string;
  /** What has not been read yet. */
  rest(): Uint8Array;
}

/** Reads what a ByteWriter has written, from `start` on. @throws RangeError when the bytes end before. */
export function readBytes(bytes: Uint8Array, start = 0): ByteReader {
  let at = start;
  const whole = () => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('What was stored ends too early.');
      if (byte < 0x80) return value + byte * factor;
      value += (byte - 0x80) * factor;
      factor *= 0x80;
    }
  };
  return {
    whole,
    signed() {
      const value = whole();
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
    text() {
      const length = whole();
      at += length;
      return new TextDecoder().decode(bytes.subarray(at - length, at));
    },
    rest: () => bytes.subarray(at),
  };
}
