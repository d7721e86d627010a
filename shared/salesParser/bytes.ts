/** The bytes that JSON gives a meaning. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const ARRAY_START = 0x5b;
export const BACKSLASH = 0x5c;
export const ARRAY_END = 0x5d;
export const OBJECT_START = 0x7b;
export const OBJECT_END = 0x7d;

/** JSON's four kinds of white space. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
