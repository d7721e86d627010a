/** Room for the 86,400 times of a day beside the ids. New strings for the times cost 25 MB more at the peak. */
const SLOT_BITS = 18;
const SLOTS = 1 << SLOT_BITS;
/** Knuth's multiplier: spreads hashes that differ little over all slots. */
const SPREAD = 0x9e3779b1;

/**
 * Gives the same short ASCII strings again instead of new ones: a million sales name some thousand products and
 * times. A slot holds the string that came last, so the memory stays bounded whatever comes.
 */
export class Interner {
  readonly #strings: string[] = new Array<string>(SLOTS).fill('');

  /** The string of `bytes[from..to)`, which must be ASCII, with `hash` made of these bytes. */
  take(bytes: Uint8Array, from: number, to: number, hash: number): string {
    const slot = Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
    const held = this.#strings[slot] ?? '';
    if (held.length === to - from && isSameText(held, bytes, from)) return held;
    const text = asciiText(bytes, from, to);
    this.#strings[slot] = text;
    return text;
  }
}

/** Whether the bytes from `from` on are the text. */
export function isSameText(text: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

/** A new string of ASCII bytes. Times have eight characters, and one call with eight makes one flat string. */
function asciiText(bytes: Uint8Array, from: number, to: number): string {
  if (to - from === 8) {
    return String.fromCharCode(
      bytes[from] ?? 0,
      bytes[from + 1] ?? 0,
      bytes[from + 2] ?? 0,
      bytes[from + 3] ?? 0,
      bytes[from + 4] ?? 0,
      bytes[from + 5] ?? 0,
      bytes[from + 6] ?? 0,
      bytes[from + 7] ?? 0,
    );
  }
  return String.fromCharCode(...bytes.subarray(from, to));
}
