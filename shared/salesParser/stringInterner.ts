const SECONDS_OF_DAY = 86_400;
const ID_SLOT_BITS = 14;
const TEXT_SLOT_BITS = 12;
/** Knuth's multiplier: spreads numbers that differ little over all slots. */
const SPREAD = 0x9e3779b1;

/**
 * Gives the same string again for the same id, date or time: a million sales name some thousand products. Times and
 * ids are looked up by the number their digits make, which no other text has, so no character is compared. All tables
 * are bounded; a slot keeps what came last.
 */
export class StringInterner {
  readonly #times = new Array<string>(SECONDS_OF_DAY).fill('');
  readonly #ids = new Array<string>(1 << ID_SLOT_BITS).fill('');
  readonly #idNumbers = new Int32Array(1 << ID_SLOT_BITS).fill(-1);
  readonly #texts = new Array<string>(1 << TEXT_SLOT_BITS).fill('');

  /** The time of that second of the day, as HH:MM:SS. */
  time(second: number): string {
    const known = this.#times[second] ?? '';
    if (known !== '') return known;
    const text = `${twoDigits(Math.floor(second / 3600))}:${twoDigits(Math.floor(second / 60) % 60)}:${twoDigits(second % 60)}`;
    this.#times[second] = text;
    return text;
  }

  /** The id that a number without leading zeros makes. */
  id(number: number): string {
    const slot = Math.imul(number, SPREAD) >>> (32 - ID_SLOT_BITS);
    if (this.#idNumbers[slot] === number) return this.#ids[slot] ?? '';
    const text = String(number);
    this.#idNumbers[slot] = number;
    this.#ids[slot] = text;
    return text;
  }

  /** The text of `bytes[from..to)`, which must be ASCII. */
  text(bytes: Uint8Array, from: number, to: number): string {
    let hash = 0;
    for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const slot = Math.imul(hash, SPREAD) >>> (32 - TEXT_SLOT_BITS);
    const known = this.#texts[slot] ?? '';
    if (known.length === to - from && isSameText(known, bytes, from)) return known;
    const text = String.fromCharCode(...bytes.subarray(from, to));
    this.#texts[slot] = text;
    return text;
  }
}

function isSameText(text: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
