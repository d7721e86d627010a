import type { SalesRow } from '../operations/salesRow.ts';
import { COLON, COMMA, MINUS, NINE, OBJECT_END, OBJECT_START, POINT, QUOTE, ZERO } from './bytes.ts';
import { behindSpace, endOfText } from './scan.ts';
import { StringInterner } from './stringInterner.ts';

/** What a row must have had when it ends. */
const PRODUCT_ID = 1;
const VOLUME = 2;
const QUANTITY = 4;
const CHANGED = 8;
const DATE = 16;
const TIME = 32;
const COMPLETE = PRODUCT_ID | VOLUME | QUANTITY | CHANGED | DATE | TIME;

/** The six keys, four bytes at a time; the last word may overlap the one before it. */
const [PRODUCT_1, PRODUCT_2, PRODUCT_3] = [word('"pro'), word('duct'), word('tId"')];
const [SALES, VOLUME_2, VOLUME_3, VOLUME_4] = [word('"sal'), word('esVo'), word('lume'), word('ume"')];
const [QUANTITY_2, QUANTITY_3, QUANTITY_4] = [word('esQu'), word('anti'), word('ity"')];
const [CHANGED_1, CHANGED_2, CHANGED_3, CHANGED_4] = [word('"las'), word('tCha'), word('nged'), word('ged"')];
const [DATE_1, DATE_2, TIME_1, TIME_2] = [word('"dat'), word('ate"'), word('"tim'), word('ime"')];

/** What stands between the values of a compact row whose keys have the interface's order. */
const [ROW_1, ROW_2, ROW_3, ROW_4] = [word('{"pr'), word('oduc'), word('tId"'), word('d":"')];
const [TO_VOLUME_1, TO_VOLUME_2, TO_VOLUME_3, TO_VOLUME_4] = words(',"salesVolume":', 11);
const [TO_QUANTITY_1, TO_QUANTITY_2, TO_QUANTITY_3, TO_QUANTITY_4] = words(',"salesQuantity":', 12);
const [TO_DATE_1, TO_DATE_2, TO_DATE_3, TO_DATE_4] = words(',"lastChanged":{"date":"', 12);
const [TO_DATE_5, TO_DATE_6, TO_TIME_1, TO_TIME_2] = [word('"dat'), word('e":"'), word(',"ti'), word('me":')];

/** `HH:M` and `M:SS`: taken from the bytes by exclusive or, they leave the digits; the other bits must then be zero. */
const HOURS = word('00:0');
const SECONDS = word('0:00');
const NOT_HOURS = 0xf0fff0f0 | 0;
const NOT_SECONDS = 0xf0f0fff0 | 0;
/** Added to four digits, it carries out of those above nine. */
const SIX_HOURS = 0x06000606;
const SIX_SECONDS = 0x06060006;

/** The second and the third word of a date share a byte; in these two it differs, so no date has both. */
const NO_DATE_1 = 0;
const NO_DATE_2 = -1;

/** What the reader may meet: compact and spaced rows, whole and broken numbers, negative ones, ids and dates of other forms. */
const SAMPLES = [
  '{"productId":"1101","salesVolume":12.500,"salesQuantity":-5,"lastChanged":{"date":"2026-11-20","time":"07:45:59"}},{',
  '{ "lastChanged" : { "time" : "7:45" , "date" : "2026-11-19" } , "salesQuantity" : 0.5 , "salesVolume" : -0 , "productId" : "A1" } ]',
].map((text) => new TextEncoder().encode(text));

/** More digits may not fit into 31 bits. Longer numbers are right the slow way. */
const MOST_DIGITS = 9;
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Of all readers: its tables take longer to make than a short answer takes to read. */
const TEXTS = new StringInterner();

/**
 * Reads sales in the form a service commonly writes: the known keys once each in any order, JSON's white space, ASCII
 * without escapes, numbers of at most nine digits without an exponent. Such a row needs no further check: it is valid
 * JSON and what the schema asks for. Any other row is left to JSON.parse and the schema.
 */
export class SaleReader {
  static #isWarm = false;
  readonly #texts = TEXTS;
  /** The text read last and its bytes: changes of one day carry one date. */
  #date = '';
  #dateWord1 = NO_DATE_1;
  #dateWord2 = NO_DATE_1;
  #dateWord3 = NO_DATE_2;
  /** The place behind the number read last, 0 where there was none. */
  #numberEnd = 0;
  /** Whether the reader stopped at the begin of a row; else behind one. */
  atRow = true;

  constructor() {
    if (!SaleReader.#isWarm) this.#warmUp();
    SaleReader.#isWarm = true;
  }

  /**
   * Appends the sales from `from` on, which is where a row begins. Gives the place it came to: the begin of a row that
   * is unfamiliar or not whole, or the end of one that no comma follows. Behind the last byte stand zeros.
   */
  read(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    salesDate: string,
    storeId: string,
    rows: SalesRow[],
  ): number {
    const texts = this.#texts;
    let row = from;
    reading: for (;;) {
      const end = this.#compact(bytes, view, row, salesDate, storeId, rows);
      if (end !== 0) {
        row = end + 1;
        if (bytes[end] === COMMA && bytes[row] === OBJECT_START) continue;
        row = end;
      } else {
        if (bytes[row] !== OBJECT_START) break;
        let at = row + 1;
        let productId = '';
        let salesVolume = 0;
        let salesQuantity = 0;
        let lastChangedDate = '';
        let lastChangedTime = '';
        let seen = 0;
        let inChanged = false;
        for (;;) {
          at = behindSpace(bytes, view, at);
          const key = view.getInt32(at, true);
          let field: number;
          if (key === PRODUCT_1) {
            if (view.getInt32(at + 4, true) !== PRODUCT_2 || view.getInt32(at + 7, true) !== PRODUCT_3)
              break reading;
            at += 11;
            field = inChanged ? COMPLETE : PRODUCT_ID;
          } else if (key === SALES) {
            const second = view.getInt32(at + 4, true);
            if (second === VOLUME_2) {
              if (view.getInt32(at + 8, true) !== VOLUME_3 || view.getInt32(at + 9, true) !== VOLUME_4)
                break reading;
              at += 13;
              field = inChanged ? COMPLETE : VOLUME;
            } else {
              if (
                second !== QUANTITY_2 ||
                view.getInt32(at + 8, true) !== QUANTITY_3 ||
                view.getInt32(at + 11, true) !== QUANTITY_4
              )
                break reading;
              at += 15;
              field = inChanged ? COMPLETE : QUANTITY;
            }
          } else if (key === CHANGED_1) {
            if (
              view.getInt32(at + 4, true) !== CHANGED_2 ||
              view.getInt32(at + 8, true) !== CHANGED_3 ||
              view.getInt32(at + 9, true) !== CHANGED_4
            )
              break reading;
            at += 13;
            field = inChanged ? COMPLETE : CHANGED;
          } else if (key === DATE_1) {
            if (view.getInt32(at + 2, true) !== DATE_2) break reading;
            at += 6;
            field = inChanged ? DATE : COMPLETE;
          } else if (key === TIME_1) {
            if (view.getInt32(at + 2, true) !== TIME_2) break reading;
            at += 6;
            field = inChanged ? TIME : COMPLETE;
          } else break reading;
          if ((seen & field) !== 0 || field === COMPLETE) break reading;
          seen |= field;

          at = behindSpace(bytes, view, at);
          if (bytes[at] !== COLON) break reading;
          at = behindSpace(bytes, view, at + 1);
          let byte = bytes[at] ?? 0;

          if (field === CHANGED) {
            if (byte !== OBJECT_START) break reading;
            at += 1;
            inChanged = true;
            continue;
          }

          if (field === VOLUME || field === QUANTITY) {
            const value = this.#number(bytes, at);
            at = this.#numberEnd;
            if (at === 0) break reading;
            if (field === VOLUME) salesVolume = value;
            else salesQuantity = value;
          } else {
            if (byte !== QUOTE) break reading;
            at += 1;
            if (field === TIME) {
              lastChangedTime = this.#time(bytes, view, at);
              if (lastChangedTime !== '') {
                at += 9;
              } else {
                const end = endOfText(bytes, at);
                if (end < 0) break reading;
                lastChangedTime = texts.text(bytes, at, end);
                at = end + 1;
              }
            } else if (field === DATE) {
              if (
                view.getInt32(at, true) === this.#dateWord1 &&
                view.getInt32(at + 4, true) === this.#dateWord2 &&
                view.getInt32(at + 7, true) === this.#dateWord3
              ) {
                at += 11;
              } else {
                const end = endOfText(bytes, at);
                if (end < 0) break reading;
                this.#keepDate(bytes, view, at, end);
                at = end + 1;
              }
              lastChangedDate = this.#date;
            } else {
              const first = at;
              let number = 0;
              byte = bytes[at] ?? 0;
              if (byte !== ZERO) {
                while (byte >= ZERO && byte <= NINE && at - first < MOST_DIGITS) {
                  number = Math.imul(number, 10) + (byte - ZERO);
                  at += 1;
                  byte = bytes[at] ?? 0;
                }
              }
              if (byte === QUOTE && at > first) {
                productId = texts.id(number);
                at += 1;
              } else {
                const end = endOfText(bytes, first);
                if (end < 0) break reading;
                productId = texts.text(bytes, first, end);
                at = end + 1;
              }
            }
          }

          at = behindSpace(bytes, view, at);
          byte = bytes[at] ?? 0;
          if (byte === OBJECT_END && inChanged) {
            inChanged = false;
            at = behindSpace(bytes, view, at + 1);
            byte = bytes[at] ?? 0;
          }
          at += 1;
          if (byte === COMMA) continue;
          if (byte !== OBJECT_END || inChanged || seen !== COMPLETE) break reading;
          break;
        }
        rows.push({
          salesDate,
          storeId,
          productId,
          salesVolume,
          salesQuantity,
          lastChangedDate,
          lastChangedTime,
        });
        row = at;
      }
      const comma = behindSpace(bytes, view, row);
      if (bytes[comma] !== COMMA) {
        this.atRow = false;
        return row;
      }
      row = behindSpace(bytes, view, comma + 1);
    }
    this.atRow = true;
    return row;
  }

  /**
   * Appends the usual row, compact and with its keys in the interface's order, in one straight line. Gives the place
   * behind it; 0 for any other row.
   */
  #compact(
    bytes: Uint8Array,
    view: DataView,
    row: number,
    salesDate: string,
    storeId: string,
    rows: SalesRow[],
  ): number {
    if (
      view.getInt32(row, true) !== ROW_1 ||
      view.getInt32(row + 4, true) !== ROW_2 ||
      view.getInt32(row + 8, true) !== ROW_3 ||
      view.getInt32(row + 10, true) !== ROW_4
    )
      return 0;
    let place = row + 14;
    let id = 0;
    let digit = bytes[place] ?? 0;
    if (digit === ZERO || digit === QUOTE) return 0;
    while (digit >= ZERO && digit <= NINE && place - row < 14 + MOST_DIGITS) {
      id = Math.imul(id, 10) + (digit - ZERO);
      place += 1;
      digit = bytes[place] ?? 0;
    }
    if (
      digit !== QUOTE ||
      view.getInt32(place + 1, true) !== TO_VOLUME_1 ||
      view.getInt32(place + 5, true) !== TO_VOLUME_2 ||
      view.getInt32(place + 9, true) !== TO_VOLUME_3 ||
      view.getInt32(place + 12, true) !== TO_VOLUME_4
    )
      return 0;
    const salesVolume = this.#number(bytes, place + 16);
    place = this.#numberEnd;
    if (
      place === 0 ||
      view.getInt32(place, true) !== TO_QUANTITY_1 ||
      view.getInt32(place + 4, true) !== TO_QUANTITY_2 ||
      view.getInt32(place + 8, true) !== TO_QUANTITY_3 ||
      view.getInt32(place + 12, true) !== TO_QUANTITY_4 ||
      bytes[place + 16] !== COLON
    )
      return 0;
    const salesQuantity = this.#number(bytes, place + 17);
    place = this.#numberEnd;
    if (
      place === 0 ||
      view.getInt32(place, true) !== TO_DATE_1 ||
      view.getInt32(place + 4, true) !== TO_DATE_2 ||
      view.getInt32(place + 8, true) !== TO_DATE_3 ||
      view.getInt32(place + 12, true) !== TO_DATE_4 ||
      view.getInt32(place + 16, true) !== TO_DATE_5 ||
      view.getInt32(place + 20, true) !== TO_DATE_6 ||
      view.getInt32(place + 24, true) !== this.#dateWord1 ||
      view.getInt32(place + 28, true) !== this.#dateWord2 ||
      view.getInt32(place + 31, true) !== this.#dateWord3 ||
      view.getInt32(place + 35, true) !== TO_TIME_1 ||
      view.getInt32(place + 39, true) !== TO_TIME_2 ||
      bytes[place + 43] !== QUOTE
    )
      return 0;
    const lastChangedTime = this.#time(bytes, view, place + 44);
    if (lastChangedTime === '' || bytes[place + 53] !== OBJECT_END || bytes[place + 54] !== OBJECT_END)
      return 0;
    const lastChangedDate = this.#date;
    const productId = this.#texts.id(id);
    rows.push({
      salesDate,
      storeId,
      productId,
      salesVolume,
      salesQuantity,
      lastChangedDate,
      lastChangedTime,
    });
    return place + 55;
  }

  /** A decimal of at most nine digits without an exponent; `#numberEnd` is the place behind it, 0 for any other. */
  #number(bytes: Uint8Array, from: number): number {
    this.#numberEnd = 0;
    let at = from;
    let byte = bytes[at] ?? 0;
    const negative = byte === MINUS;
    if (negative) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    const first = at;
    let mantissa = 0;
    if (byte === ZERO) {
      at += 1;
      byte = bytes[at] ?? 0;
    } else {
      while (byte >= ZERO && byte <= NINE && at - first < MOST_DIGITS) {
        mantissa = Math.imul(mantissa, 10) + (byte - ZERO);
        at += 1;
        byte = bytes[at] ?? 0;
      }
      if (at === first) return 0;
    }
    let value = mantissa;
    if (byte === POINT) {
      const point = at;
      at += 1;
      byte = bytes[at] ?? 0;
      while (byte >= ZERO && byte <= NINE && at - first <= MOST_DIGITS) {
        mantissa = Math.imul(mantissa, 10) + (byte - ZERO);
        at += 1;
        byte = bytes[at] ?? 0;
      }
      const decimals = at - point - 1;
      if (decimals === 0) return 0;
      value = mantissa / (POWERS[decimals] ?? 1);
    }
    this.#numberEnd = at;
    return negative ? -value : value;
  }

  /** A time HH:MM:SS and the quote behind it; empty for any other. */
  #time(bytes: Uint8Array, view: DataView, at: number): string {
    const hours = view.getInt32(at, true) ^ HOURS;
    const seconds = view.getInt32(at + 4, true) ^ SECONDS;
    const isTime =
      bytes[at + 8] === QUOTE &&
      ((hours | (hours + SIX_HOURS)) & NOT_HOURS) === 0 &&
      ((seconds | (seconds + SIX_SECONDS)) & NOT_SECONDS) === 0;
    const hour = (hours & 15) * 10 + ((hours >> 8) & 15);
    const tenMinutes = (hours >> 24) & 15;
    const tenSeconds = (seconds >> 16) & 15;
    if (!isTime || hour >= 24 || tenMinutes >= 6 || tenSeconds >= 6) return '';
    return this.#texts.time(
      hour * 3600 + (tenMinutes * 10 + (seconds & 15)) * 60 + tenSeconds * 10 + ((seconds >> 24) & 15),
    );
  }

  /**
   * Reads samples that end at every byte. The engine compiles `read` for what it has seen happen; without this, the end
   * of a chunk would come upon a new place again and again, and each time the compiled code is thrown away.
   */
  #warmUp(): void {
    const rows: SalesRow[] = [];
    for (const sample of SAMPLES) {
      for (let length = 0; length <= sample.length; length += 1) {
        const bytes = new Uint8Array(sample.length + 64);
        bytes.set(sample.subarray(0, length));
        this.read(bytes, new DataView(bytes.buffer), 0, '', '', rows);
      }
    }
  }

  /** A date of ten characters is recognised by them and its closing quote; another is read anew each time. */
  #keepDate(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    this.#date = this.#texts.text(bytes, from, to);
    const isUsual = to - from === 10;
    this.#dateWord1 = isUsual ? view.getInt32(from, true) : NO_DATE_1;
    this.#dateWord2 = isUsual ? view.getInt32(from + 4, true) : NO_DATE_1;
    this.#dateWord3 = isUsual ? view.getInt32(from + 7, true) : NO_DATE_2;
  }
}

/** The first three words of a text, and the one that begins at `last`. */
function words(text: string, last: number): readonly [number, number, number, number] {
  return [word(text), word(text.slice(4)), word(text.slice(8)), word(text.slice(last))];
}

function word(text: string): number {
  let bits = 0;
  for (let at = 0; at < 4; at += 1) bits |= text.charCodeAt(at) << (8 * at);
  return bits;
}
