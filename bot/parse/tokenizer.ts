import { fold } from '../text/normalize.ts';
import { MONTHS, WEEKDAYS } from './dates/words.ts';
import { KEYS, type Keys } from './vocabulary.ts';

/** A word of a command, or several in quotes. */
export interface Token {
  /** As it could be typed again. */
  readonly text: string;
  /** The key before the colon, such as `product` in `product:1101`, in any language. */
  readonly key?: string;
  /** The text before the colon if it isn't a known key. */
  readonly unknownKey?: string;
  /** Without key and quotes. */
  readonly value: string;
  /** The value as words are compared. */
  readonly folded: string;
  /** A value in quotes is a name or a number, never one of the command's own words. */
  readonly quoted: boolean;
  /** True if a comma or semicolon follows: the next word begins another name. */
  readonly endsPart: boolean;
}

const TOKEN = /([\p{L}_-]{1,20}[:=](?=["\p{L}\d-]|\s|$))?(?:"([^"]*)(?:"|$)|([^\s"]+)|(?<=:))/gu;

/** Marks that separate names or end a sentence. A lone "?" stays, since it asks for help. */
const TRAILING_MARKS = /[,;]+$|(?<=.)[,;!?]+$/;

/**
 * Splits a normalized command into words. `keys` are those of the command. An unclosed double quote runs to the end. A
 * single quote is a letter.
 */
export function tokenize(text: string, keys: Keys = KEYS): Token[] {
  const tokens: Token[] = [];
  for (const [, key = '', quotedPart, bare] of withoutStyle(text).matchAll(TOKEN)) {
    const isQuoted = quotedPart !== undefined;
    const marks = bare === undefined ? '' : (TRAILING_MARKS.exec(bare)?.[0] ?? '');
    const word = bare?.slice(0, bare.length - marks.length);
    // The bot writes the number in brackets after a name. People write #1101.
    const value = (quotedPart ?? word?.replace(/^(?:\((\d+)\)|#(\d+))$/, '$1$2') ?? '').trim();
    if (key === '' && value === '') continue;
    const said = key.slice(0, -1);
    // In "last 7 days: 13 Nov - 19 Nov" the colon ends a part, as a comma does.
    const isColon = value === '' && !isQuoted && !keys.has(fold(said));
    const token = isColon ? tokenOf('', said, false, keys) : tokenOf(said, value, isQuoted, keys);
    const endsPart = isColon || /[,;]/.test(marks);
    // Between words the comma separates two names, so it must be in the text that can be typed again.
    tokens.push({
      ...token,
      text: endsPart && !/^\d+$/.test(token.value) ? `${token.text},` : token.text,
      endsPart,
    });
  }
  return tokens;
}

/** Removes Slack's marks of bold, italic, struck and code text, outside quotes. */
function withoutStyle(text: string): string {
  return text
    .split('"')
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<=^|\s)[*_~`]+|[*_~`]+(?=$|[\s,;])/g, '')))
    .join('"');
}

/** A minus before a name or number. Not that of a per cent, of a range (`1 -7 november`, `mon -fri`) or of `-h`. */
const MINUS = /(?<=^|\s)-(?=[\p{L}\d]|$)(?!\d+(?:[.,]\d+)? ?(?:%|p(?:ros|erc|ct))|h(?:\s|$))/gu;

/** Writes "-gin" as "minus gin", outside quotes, in a normalized command; nothing for nothing but dashes. */
export function minusAsWord(text: string): string {
  if (/^[\s-]*$/.test(text)) return '';
  const parts = text.split('"');
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part;
      return part.replace(MINUS, (minus, place: number) => {
        const behind = part.slice(place + 1);
        const before = /\S+(?=\s*$)/.exec(part.slice(0, place))?.[0] ?? '';
        // At the end of a part, a quoted name follows.
        if (behind === '') return at < parts.length - 1 ? 'minus ' : minus;
        const isRange = /\d\W*$/.test(before) ? /^\d/.test(behind) : isDayWord(before) && isDayWord(behind);
        return isRange ? minus : 'minus ';
      });
    })
    .join('"');
}

function isDayWord(text: string): boolean {
  const word = fold(/^[\p{L}]+/u.exec(text)?.[0] ?? '');
  return WEEKDAYS.has(word) || MONTHS.has(word);
}

function tokenOf(typedKey: string, value: string, isQuoted: boolean, keys: Keys): Omit<Token, 'endsPart'> {
  const key = typedKey === '' ? undefined : keys.get(fold(typedKey));
  const written = isQuoted ? inQuotes(value) : value;
  return {
    text: typedKey === '' ? written : `${key ?? typedKey}:${written}`,
    ...(key === undefined ? {} : { key }),
    ...(key === undefined && typedKey !== '' ? { unknownKey: typedKey } : {}),
    value,
    folded: fold(value),
    quoted: isQuoted,
  };
}

/** Splits names separated by a comma without a space, such as "gin,cider", into one token each. */
export function namesApart(keys: Keys): (token: Token) => Token[] {
  return (token) => {
    const parted = token.text.replace(COMMA_BETWEEN, '$& ');
    return parted === token.text || !isPlain(token) ? [token] : tokenize(parted, keys);
  };
}

/** Not between two digits, where it may be a decimal comma. */
const COMMA_BETWEEN = /(?<=[\p{L}\p{N}])[,;](?=\p{L})|(?<=\p{L})[,;](?=\p{N})/gu;

/** Splits numbers separated by other marks than spaces, such as "1101;1102", into one token each. */
export function numbersApart(numbers: RegExp): (token: Token) => Token[] {
  return (token) =>
    isPlain(token) && numbers.test(token.value)
      ? token.value.split(/\D/).flatMap((number) => tokenize(number))
      : [token];
}

/**
 * Removes "no" and "nr" before a number, so that "store no 143" is "store 143": after a key, or if no name starts with
 * them. In "no gin", "no" means "without".
 */
export function withoutNumberSigns(
  tokens: readonly Token[],
  signs: ReadonlySet<string>,
  beginsName: (words: string) => boolean = () => false,
): Token[] {
  return tokens.filter((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (!isOneOf(signs, token) || next === undefined || !isPlain(next) || !/^\d/.test(next.value))
      return true;
    return !isOneOf(KEYS, before) && beginsName(phraseOf([token, next]));
  });
}

/** Without a key and without quotes. */
export function isPlain(token: Token): boolean {
  return token.key === undefined && token.unknownKey === undefined && !token.quoted;
}

/** The value of a key as a plain word, which a longer name can continue. */
export function asPlain({ value, folded, endsPart }: Token): Token {
  return { text: value, value, folded, quoted: false, endsPart };
}

/** True for a plain word that is in `words`. */
export function isOneOf(words: { has(word: string): boolean }, token: Token | undefined): token is Token {
  return token !== undefined && isPlain(token) && words.has(token.folded);
}

/** The text in quotes, so that it is parsed as one name. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '').trim()}"`;
}

/** The words without keys and quotes. */
export function phraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ value }) => value).join(' ');
}

/** The words as they could be typed. */
export function format(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** The words as they could be typed, with `instead` in the place of the `gone` tokens. */
export function formatWith(tokens: readonly Token[], gone: readonly Token[], instead = ''): string {
  const at = tokens.findIndex((token) => gone.includes(token));
  return tokens
    .flatMap((token, index) => (gone.includes(token) ? (index === at ? [instead] : []) : [token.text]))
    .filter((text) => text !== '')
    .join(' ');
}
