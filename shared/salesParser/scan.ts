import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, QUOTE, SPACE, TAB } from './bytes.ts';

const FOUR_SPACES = 0x20202020;
const LAST_OF_ASCII = 0x7e;
/** Longer texts are no ids, dates or times. */
const LONGEST_TEXT = 40;

/** Behind white space, at the first byte that is none. */
export function behindSpace(bytes: Uint8Array, view: DataView, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte === SPACE) at += view.getInt32(at, true) === FOUR_SPACES ? 4 : 1;
    else if (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) at += 1;
    else return at;
  }
}

/** The closing quote of a short text of ASCII without escapes; -1 for any other text. */
export function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at;
    if (byte < SPACE || byte === BACKSLASH || byte > LAST_OF_ASCII || at - from >= LONGEST_TEXT) return -1;
    at += 1;
  }
}
