const SLOTS = 1 << 16;

/**
 * Gives the same short ASCII strings again instead of new ones: a million sales name some thousand products, stores,
 * dates and times. A slot holds the string that came last, so the memory stays bounded whatever comes.
 */
export class Interner {
  readonly #strings: string[] = new Array<string>(SLOTS).fill('');

  /** The string of `bytes[from..to)`, which must be ASCII, with `hash` made of these bytes. */
  take(bytes: Uint8Array, from: number, to: number, hash: number): string {
    const slot = hash & (SLOTS - 1);
    const held = this.#strings[slot] ?? '';
    if (held.length === to - from && isSame(held, bytes, from)) return held;
    let text = '';
    for (let at = from; at < to; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
    this.#strings[slot] = text;
    return text;
  }
}

function isSame(text: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}
