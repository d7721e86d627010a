import { numberOf } from '../parse/names.ts';
import { parseCommand, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  formatWith,
  isOneOf,
  isPlain,
  type Token,
  tokenize,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import { HELP_WORDS, NUMBER_SIGNS, STORE_WORDS } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { readOpen } from './parse/openAt.ts';
import { readNear } from './parse/place.ts';
import { LONGEST_SEARCH, NEAR_WORDS, saysAll, withoutFillers } from './parse/words.ts';
import type { StoresQuestion } from './question.ts';
import { storesWords } from './words/words.ts';

/** Reads the text after `/stores`; words that mean nothing else are searched for. @throws ParseError */
export function parseStores(text: string): StoresQuestion | WithoutWords<'stores'> {
  return parseCommand('stores', text, readStores);
}

const DECIMAL = '-?\\d{1,3}\\.\\d{2,12}';

const BARE_PLACE = new RegExp(`(^|^.* )(?<!near )(${DECIMAL}[,;] ?${DECIMAL})($| .*$)`, 'i');

/** Adds "near" to coordinates as people paste them: in brackets, after "near:", or alone. */
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
    throw new ParseError((t) => storesWords(t).mistakes.nothingToSearch, 'help');
  }
  if (words.length > LONGEST_SEARCH) {
    throw new ParseError((t) => storesWords(t).mistakes.longSearch(LONGEST_SEARCH), '');
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

/** @throws ParseError for a question of all stores, or of several numbers */
function refuseUnanswerable(rest: readonly Token[], tokens: readonly Token[]): void {
  const [first, second] = rest;
  if (first === undefined) return;
  if (second === undefined && saysAll(first)) {
    throw new ParseError((t) => storesWords(t).mistakes.everyStore, formatWith(tokens, rest));
  }
  const [number = '', ...numbers] = rest.flatMap((token) => (isPlain(token) ? token.value.split(',') : ['']));
  if (numbers.length > 0 && [number, ...numbers].every((value) => numberOf(value) !== undefined)) {
    throw new ParseError((t) => storesWords(t).mistakes.oneAtATime, number, numbers, { leavesOut: true });
  }
}

/** Reads `143`, `store:143` or `store 143`; undefined for anything else, such as a number in quotes. */
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
