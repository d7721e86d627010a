import { fold } from '../text/normalize.ts';
import { KEYS, type Key } from './vocabulary.ts';

/** A word of a command, or several in quotes. */
export interface Token {
  /** As it could be typed again. */
  readonly text: string;
  /** What stands before the colon, such as the product of `product:1101`, in whichever language. */
  readonly key?: Key;
  /** What stands before the colon when that is not a word we know. */
  readonly unknownKey?: string;
  /** Without key and quotes. */
  readonly value: string;
  /** The value as words are compared. */
  readonly folded: string;
  /** A value in quotes is a name or a number, never one of the command's own words. */
  readonly quoted: boolean;
  /** A comma or semicolon stands behind it: what follows is another name. */
  readonly endsPart: boolean;
}

const TOKEN = /([\p{L}_-]{1,20}[:=](?=["\p{L}\d-]|\s|$))?(?:"([^"]*)(?:"|$)|([^\s"]+)|(?<=:))/gu;

/** What parts names, and what ends a sentence; "?" alone asks for help. */
const MARKS_BEHIND = /[,;]+$|(?<=.)[,;!?]+$/;

/** The words of a command (see `normalize`). A quote that is never closed goes to the end; a single quote is a letter. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [, key = '', quotedPart, bare] of withoutStyle(text).matchAll(TOKEN)) {
    const isQuoted = quotedPart !== undefined;
    const marks = bare === undefined ? '' : (MARKS_BEHIND.exec(bare)?.[0] ?? '');
    const word = bare?.slice(0, bare.length - marks.length);
    // The bot writes a name with its number behind it in brackets; people write #1101.
    const value = (quotedPart ?? word?.replace(/^(?:\((\d+)\)|#(\d+))$/, '$1$2') ?? '').trim();
    if (key === '' && value === '') continue;
    const said = key.slice(0, -1);
    // In "last 7 days: 13 Nov - 19 Nov" the colon ends a part, as a comma does.
    const isColon = value === '' && !isQuoted && !KEYS.has(fold(said));
    const token = isColon ? tokenOf('', said, false) : tokenOf(said, value, isQuoted);
    const endsPart = isColon || /[,;]/.test(marks);
    // Between words the comma parts two names, so it has to be there when they are typed again.
    tokens.push({
      ...token,
      text: endsPart && !/^\d+$/.test(token.value) ? `${token.text},` : token.text,
      endsPart,
    });
  }
  return tokens;
}

/** Slack's marks of bold, italic, struck and code text, outside quotes. */
function withoutStyle(text: string): string {
  return text
    .split('"')
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<=^|\s)[*_~`]+|[*_~`]+(?=$|[\s,;])/g, '')))
    .join('"');
}

function tokenOf(typedKey: string, value: string, isQuoted: boolean): Omit<Token, 'endsPart'> {
  const key = typedKey === '' ? undefined : KEYS.get(fold(typedKey));
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

/** Names parted by a comma alone, such as "gin,cider", are a token each. */
export function namesApart(token: Token): Token[] {
  const parted = token.text.replace(COMMA_BETWEEN, '$& ');
  return parted === token.text || !isPlain(token) ? [token] : tokenize(parted);
}

/** Numbers on both sides may be one with a decimal comma. */
const COMMA_BETWEEN = /(?<=[\p{L}\p{N}])[,;](?=\p{L})|(?<=\p{L})[,;](?=\p{N})/gu;

/** Numbers parted by another mark than a blank are a token each, such as those of "1101;1102". */
export function numbersApart(numbers: RegExp): (token: Token) => Token[] {
  return (token) =>
    isPlain(token) && numbers.test(token.value)
      ? token.value.split(/\D/).flatMap((number) => tokenize(number))
      : [token];
}

/**
 * "Store no 143" is "store 143": leaves out the words for "number" before one, behind a key or where no name begins so.
 * In "no gin" it is another word.
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

/** The value of a key, as a word that a name goes on from. */
export function asPlain({ value, folded, endsPart }: Token): Token {
  return { text: value, value, folded, quoted: false, endsPart };
}

/** A plain word of that list. */
export function isOneOf(words: { has(word: string): boolean }, token: Token | undefined): token is Token {
  return token !== undefined && isPlain(token) && words.has(token.folded);
}

/** The text in quotes, so that it is read as one name. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '').trim()}"`;
}

/** The words as they were said, without keys and quotes. */
export function phraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ value }) => value).join(' ');
}

/** The words as they could be typed. */
export function format(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** The words as they could be typed, with other text in the place of some of them. */
export function formatWith(tokens: readonly Token[], gone: readonly Token[], instead = ''): string {
  const at = tokens.findIndex((token) => gone.includes(token));
  return tokens
    .flatMap((token, index) => (gone.includes(token) ? (index === at ? [instead] : []) : [token.text]))
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * A key and its value are also typed apart: `store 143`, `by week`. Little words before them (`in store 143`) say
 * nothing more.
 */
export function withKeysJoined(tokens: readonly Token[], fillers: ReadonlySet<string>): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const next = tokens[at + 1];
    const key = isPlain(token) ? KEYS.get(token.folded) : token.value === '' ? token.key : undefined;
    if (key !== undefined && next !== undefined && next.key === undefined && next.unknownKey === undefined) {
      if (isOneOf(fillers, joined.at(-1))) joined.pop();
      joined.push({ ...next, key, text: `${key}:${next.text}` });
      at += 1;
    } else {
      if (token.key !== undefined && isOneOf(fillers, joined.at(-1))) joined.pop();
      joined.push(token);
    }
  }
  return joined;
}
