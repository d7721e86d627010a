import {
  type CalendarDate,
  formatCalendarDate,
  readCalendarDate,
  readingOf,
} from '../parse/dates/calendarDate.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { numberOf } from '../parse/names.ts';
import { parseCommand, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  formatWith,
  isOneOf,
  isPlain,
  phraseOf,
  type Token,
  tokenize,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import { FILLERS, HELP_WORDS, NUMBER_SIGNS, STORE_WORDS, TODAY_WORDS } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import type { OpenAt, Place, StoresQuestion } from './question.ts';
import {
  ALL_WORDS,
  AT_WORDS,
  HERE_WORDS,
  NEAR_WORDS,
  NOW_WORDS,
  OPEN_WORDS,
  TOMORROW_WORDS,
} from './vocabulary.ts';

/** Characters of a name or city. */
export const LONGEST_SEARCH = 200;

/** Reads the text behind `/stores`; words that are nothing else are a search. @throws ParseError */
export function parseStores(text: string): StoresQuestion | WithoutWords<'stores'> {
  return parseCommand('stores', text, readStores);
}

const DECIMAL = '-?\\d{1,3}\\.\\d{2,12}';
const BARE_PLACE = new RegExp(`(^|^.* )(?<!near )(${DECIMAL}[,;] ?${DECIMAL})($| .*$)`, 'i');

/** Coordinates as they are pasted: in brackets, behind "near:", or with nothing before them. */
function withNear(text: string): string {
  if (text.includes('"')) return text;
  const plain = text
    .replace(/^#(?=\d+$)/, '')
    .replace(/\b(near|n\u00e6r)[:=] ?/i, '$1 ')
    .replace(/\((-?\d[^()]*)\)/, '$1');
  const hasNear = plain.split(' ').some((word) => NEAR_WORDS.has(fold(word)));
  return hasNear ? plain : plain.replace(BARE_PLACE, '$1near $2$3');
}

function readStores(typed: string): StoresQuestion | WithoutWords<'stores'> {
  const text = withNear(typed);
  const tokens = withoutNumberSigns(tokenize(text), NUMBER_SIGNS);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'stores', kind: 'form' };
  if (second === undefined && isOneOf(HELP_WORDS, first)) return { command: 'stores', kind: 'help' };
  const storeId = readNumber(tokens);
  if (storeId !== undefined) return { command: 'stores', kind: 'number', storeId };

  const open = readOpen(tokens);
  const near = readNear(tokens.filter((token) => !open.tokens.includes(token)));
  const rest = withoutFillers(
    tokens.filter((token) => !open.tokens.includes(token) && !near.tokens.includes(token)),
  );
  const [number, more] = rest;
  if (number !== undefined && more === undefined && near.near === undefined) {
    const openedId = number.key === 'product' ? undefined : numberIn(number);
    if (openedId !== undefined) {
      return {
        command: 'stores',
        kind: 'number',
        storeId: openedId,
        ...(open.open === undefined ? {} : { open: open.open }),
      };
    }
  }
  refuseUnanswerable(rest, tokens);
  const words = rest
    .map((token) => (token === rest.at(-1) ? token.text.replace(/,$/, '') : token.text))
    .join(' ')
    .replaceAll('"', '')
    .trim();
  if (words === '' && open.tokens.length === 0 && near.near === undefined) {
    throw new ParseError((t) => t.parser.stores.nothingToSearch, 'help');
  }
  if (words.length > LONGEST_SEARCH) {
    throw new ParseError((t) => t.parser.stores.longSearch(LONGEST_SEARCH), '');
  }
  return {
    command: 'stores',
    kind: 'search',
    words,
    openNow: open.tokens.length > 0 && open.open === undefined,
    ...(open.open === undefined ? {} : { open: open.open }),
    ...(near.near === undefined ? {} : { near: near.near }),
  };
}

/** "In oslo" and "all stores in oslo" say no more than "oslo". */
function withoutFillers(rest: readonly Token[]): readonly Token[] {
  const says = rest.findIndex((token) => !isOneOf(FILLERS, token) && !saysAll(token));
  return says === -1 ? rest.slice(0, 1) : rest.slice(says);
}

function saysAll(token: Token): boolean {
  return isOneOf(ALL_WORDS, token) || isOneOf(STORE_WORDS, token);
}

/** @throws ParseError for what no answer of this command holds */
function refuseUnanswerable(rest: readonly Token[], tokens: readonly Token[]): void {
  const [first, second] = rest;
  if (first === undefined) return;
  if (second === undefined && saysAll(first)) {
    throw new ParseError((t) => t.parser.stores.everyStore, formatWith(tokens, rest));
  }
  const [number = '', ...numbers] = rest.flatMap((token) => (isPlain(token) ? token.value.split(',') : ['']));
  if (numbers.length > 0 && [number, ...numbers].every((value) => numberOf(value) !== undefined)) {
    throw new ParseError((t) => t.parser.stores.oneAtATime, number, numbers, { leavesOut: true });
  }
}

/** `143`, `store:143`, `store 143`; a number in quotes is searched for. */
function readNumber(tokens: readonly Token[]): string | undefined {
  const [first, second, third] = tokens;
  if (first === undefined || third !== undefined) return undefined;
  const isStore = first.key === 'store' || isOneOf(STORE_WORDS, first);
  if (second === undefined) return first.quoted || first.key === 'product' ? undefined : numberIn(first);
  return isStore && (first.value === '' || first.key === undefined) ? numberIn(second) : undefined;
}

function numberIn({ value, unknownKey, key, quoted: isQuoted }: Token): string | undefined {
  const isStore = unknownKey === undefined && (key === undefined || key === 'store' || key === 'product');
  return isStore && !isQuoted ? numberOf(value) : undefined;
}

interface Open {
  /** Undefined for this moment. */
  readonly open: OpenAt | undefined;
  /** The words that say so; none when nobody asked for what is open. */
  readonly tokens: readonly Token[];
}

/**
 * "Open now" anywhere, "open" as the first or the last word, or with a day or a time behind it: "open today", "open at
 * 18", "åpent søndag kl 18".
 */
function readOpen(tokens: readonly Token[]): Open {
  for (const [at, token] of tokens.entries()) {
    if (!isOneOf(OPEN_WORDS, token)) continue;
    const next = tokens[at + 1];
    // "Nå" behind it is this moment; "i dag" is the day.
    if (isOneOf(NOW_WORDS, next)) return { open: undefined, tokens: [token, next] };
    const said = openAt(tokens.slice(at + 1), tokens);
    if (said.open !== undefined) return { open: said.open, tokens: [token, ...said.tokens] };
    if (at === 0 || at === tokens.length - 1) return { open: undefined, tokens: [token] };
  }
  return { open: undefined, tokens: [] };
}

/** A day, a time, or both, with little words before them. */
function openAt(behind: readonly Token[], tokens: readonly Token[]): Open {
  const used: Token[] = [];
  let day: OpenAt['day'] | undefined;
  let time: string | undefined;
  for (let at = 0; at < behind.length; ) {
    const [first, second, third] = behind.slice(at);
    const found = day === undefined ? dayAt(behind.slice(at), tokens) : undefined;
    if (found !== undefined) {
      day = found.day;
      used.push(...behind.slice(at, at + found.many));
      at += found.many;
      continue;
    }
    const said = isOneOf(AT_WORDS, first) ? second : isTime(first) ? first : undefined;
    const half = said === first ? second : third;
    const isHalf = half !== undefined && /^[ap]m$/.test(half.folded);
    const typed = isHalf ? `${said?.value} ${half.value}` : said?.value;
    const timeHere = time === undefined && typed !== undefined ? readTimeOfDay(typed) : undefined;
    if (timeHere === undefined) break;
    time = timeHere;
    const taken = (said === first ? 1 : 2) + (isHalf ? 1 : 0);
    used.push(...behind.slice(at, at + taken));
    at += taken;
  }
  const isSaid = day !== undefined || time !== undefined;
  return {
    open: isSaid ? { day: day ?? 'today', ...(time === undefined ? {} : { time }) } : undefined,
    tokens: used,
  };
}

/** No day is said in more words. */
const MOST_DAY_WORDS = 5;

/** The longest day that begins there, with a little word before it. */
function dayAt(
  behind: readonly Token[],
  tokens: readonly Token[],
): { readonly day: OpenAt['day']; readonly many: number } | undefined {
  const lead = isOneOf(FILLERS, behind[0]) ? 1 : 0;
  const end = behind.findIndex((token, at) => at >= lead && !isPlain(token));
  const run = behind.slice(lead, Math.min(end === -1 ? behind.length : end, lead + MOST_DAY_WORDS));
  for (let many = run.length; many > 0; many -= 1) {
    const words = run.slice(0, many);
    const day = dayOf(phraseOf(words)) ?? dateOf(words, tokens);
    if (day !== undefined) return { day, many: lead + many };
  }
  return undefined;
}

/** @throws ParseError with the day or the time that may be meant in its place */
function dateOf(words: readonly Token[], tokens: readonly Token[]): CalendarDate | undefined {
  const text = phraseOf(words);
  try {
    const date = readCalendarDate(text);
    const time = words.length === 1 ? readTimeOfDay(text) : undefined;
    if (date === undefined || time === undefined) return date;
    // 17.05 is a day and a time; 8.30 is a time alone, and 24.12 a day.
    throw new ParseError((t) => t.parser.canBe(text, [readingOf(date), { time }]), formatCalendarDate(date), [
      `at ${time}`,
    ]);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (words.length === 1 && error.fixes.length === 0 && readTimeOfDay(text) !== undefined) return undefined;
    const [first = '', ...others] = error.fixes.map((fix) => formatWith(tokens, words, fix));
    throw new ParseError(error.sentence, first, others);
  }
}

/** "Open 18" and "open 18:30"; a store of three digits or more is a store. */
function isTime(token: Token | undefined): boolean {
  return (
    token !== undefined && isPlain(token) && /^(?:kl\.?)?\d{1,2}(?:[:.]\d{2})?(?:am|pm)?$/i.test(token.value)
  );
}

/** "Today", "i morgen", "on sunday"; undefined for anything else. */
function dayOf(words: string): OpenAt['day'] | undefined {
  const word = fold(words).replace(/^(?:this|denne) (?=\S+day$|\S+dag(?:en)?$)/, '');
  if (word === 'dag' || (TODAY_WORDS.has(word) && !NOW_WORDS.has(word))) return 'today';
  if (TOMORROW_WORDS.has(word) || /^morg[eo]n$/.test(word)) return 'tomorrow';
  return WEEKDAYS.get(word);
}

const DEGREES = '([+-]?\\d{1,3}(?:\\.\\d{1,12})?) ?°? ?';
const WITH_POINTS = new RegExp(`^${DEGREES}n?(?:[,;] ?| )${DEGREES}[e\\u00f8]?[,;]?(?= |$)`, 'i');
const WITH_COMMAS = /^([+-]?\d{1,3},\d{1,12})(?:[,;] ?| )([+-]?\d{1,3},\d{1,12})[,;]?(?= |$)/;

interface Near {
  readonly near: Place | { readonly words: string } | undefined;
  readonly tokens: readonly Token[];
}

/** `near 59.91,10.75`, also with commas for points, or near the stores of a city or a name: `near oslo`. */
function readNear(rest: readonly Token[]): Near {
  const at = rest.findIndex((token) => isOneOf(NEAR_WORDS, token));
  const near = rest[at];
  if (near === undefined) return { near: undefined, tokens: [] };
  const behind = rest.slice(at + 1);
  for (let many = Math.min(behind.length, MOST_WORDS); many > 0; many -= 1) {
    const used = behind.slice(0, many);
    const text = used.map((token) => token.text).join(' ');
    const found = WITH_COMMAS.exec(text) ?? WITH_POINTS.exec(text);
    if (found !== null && found[0].length === text.length) {
      if (/^\d+,\d+$/.test(text)) {
        throw new ParseError((t) => t.parser.stores.decimalComma(text), '');
      }
      return { near: placeOf(found), tokens: [near, ...used] };
    }
  }
  if (at > 0 && behind.length === 0) return { near: undefined, tokens: [] };
  const [first] = behind;
  const saysNothing = behind.every((token) => isOneOf(FILLERS, token) || saysAll(token));
  const named = first?.quoted === true ? [first] : withoutFillers(behind);
  const words = phraseOf(named).replace(/,$/, '').trim();
  if (named.length === 1 && isOneOf(HERE_WORDS, named[0])) {
    throw new ParseError((t) => t.parser.stores.nearMe, '');
  }
  if (
    !saysNothing &&
    /\p{L}/u.test(words) &&
    words.length <= LONGEST_SEARCH &&
    named.every(isPlainOrQuoted)
  ) {
    return { near: { words }, tokens: [near, ...(first?.quoted === true ? [first] : behind)] };
  }
  throw new ParseError((t) => t.parser.stores.noPlace(near.value), '');
}

function isPlainOrQuoted({ key, unknownKey }: Token): boolean {
  return key === undefined && unknownKey === undefined;
}

const MOST_WORDS = 6;

function placeOf([whole, north = '', east = '']: RegExpExecArray): Place {
  const [latitude, longitude] = [north, east].map(degrees) as [number, number];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new ParseError((t) => t.parser.stores.outOfRange(whole), '');
}

/** To a tenth of a metre, so that it can be written in few digits. */
function degrees(text: string): number {
  return Math.round(Number(text.replace(',', '.')) * 1e6) / 1e6 + 0;
}
