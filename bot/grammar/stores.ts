import { fold, quoted } from '../text/normalize.ts';
import { WEEKDAYS } from './daywords.ts';
import { ALL_WORDS, FILLERS, HELP_WORDS, NEAR_WORDS, NOW_WORDS, OPEN_WORDS, TODAY_WORDS } from './lexicon.ts';
import { Misread, readWith } from './misread.ts';
import { numberOf } from './names.ts';
import type { Place, StoresQuestion } from './question.ts';
import { inQuotes, isPlain, type Token, tokensOf, writtenWith } from './tokens.ts';
import { beginningOf, plainly } from './words.ts';

export const STORES_HELP = [
  '`/stores oslo` – stores with that in their name or city',
  '`/stores 143` – one store with address and hours',
  '`/stores open now` – those that are open at this moment; `/stores open now oslo` – those of them in Oslo',
  '`/stores near 59.91,10.75` – the nearest first, also with `open now`',
  '`/stores` alone opens a form',
].join('\n');

const LONGEST_SEARCH = 200;

/** Reads the text behind `/stores`; words that are nothing else are a search. @throws CommandMistake */
export function parseStores(text: string): StoresQuestion {
  return readWith('stores', plainly(text), readStores);
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

function readStores(typed: string): StoresQuestion {
  const text = withNear(typed);
  const tokens = tokensOf(text);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'stores', kind: 'form' };
  if (second === undefined && !first.quoted && HELP_WORDS.has(first.folded)) {
    return { command: 'stores', kind: 'help' };
  }
  const storeId = readNumber(tokens);
  if (storeId !== undefined) return { command: 'stores', kind: 'number', storeId };

  const open = openWords(tokens);
  const near = readNear(
    tokens.filter((token) => !open.includes(token)),
    tokens,
  );
  const rest = withoutFillers(
    tokens.filter((token) => !open.includes(token) && !near.tokens.includes(token)),
    open.length > 0,
  );
  const [number, more] = rest;
  if (number !== undefined && more === undefined && near.place === undefined) {
    const openedId = number.key === 'product' ? undefined : numberIn(number);
    if (openedId !== undefined) return { command: 'stores', kind: 'number', storeId: openedId };
  }
  refuseUnanswerable(rest, open, tokens);
  const words = rest
    .map((token) => (token === rest.at(-1) ? token.text.replace(/,$/, '') : token.text))
    .join(' ')
    .replaceAll('"', '')
    .trim();
  if (words === '' && open.length === 0 && near.place === undefined) {
    throw new Misread(`${quoted(text)} has no words to search for.`, ['help']);
  }
  if (words.length > LONGEST_SEARCH) {
    throw new Misread(`No name or city has more than ${LONGEST_SEARCH} characters.`, [
      writtenWith(tokens, rest, inQuotes(beginningOf(words, LONGEST_SEARCH))),
    ]);
  }
  return {
    command: 'stores',
    kind: 'search',
    words,
    openNow: open.length > 0,
    ...(near.place === undefined ? {} : { near: near.place }),
  };
}

/** "in oslo" and, behind "open", "today" say nothing more. */
function withoutFillers(rest: readonly Token[], isOpen: boolean): readonly Token[] {
  const [first, second] = rest;
  const plain = first !== undefined && second !== undefined && isPlain(first) && FILLERS.has(first.folded);
  const said = plain ? rest.slice(1) : rest;
  return isOpen
    ? said.filter(
        (token, at) => !(isOf(TODAY_WORDS, token) || (token.folded === 'dag' && said.length - at === 1)),
      )
    : said;
}

/** @throws Misread for what no answer of this command holds */
function refuseUnanswerable(rest: readonly Token[], open: readonly Token[], tokens: readonly Token[]): void {
  const [first, second] = rest;
  if (first === undefined) return;
  const day = rest.find(
    (token) =>
      isPlain(token) && (WEEKDAYS.has(token.folded) || /^(?:tomorrow|i?morgen|i?morgon)$/.test(token.folded)),
  );
  if (open.length > 0 && day !== undefined) {
    const others = rest.filter((token) => token !== day && !FILLERS.has(token.folded));
    throw new Misread('Only the stores that are open at this moment can be asked for.', [
      ['open now', ...others.map(({ text }) => text)].join(' '),
    ]);
  }
  if (second === undefined && isOf(ALL_WORDS, first)) {
    throw new Misread('That would be every store of the chain; a name, a city or a place narrows them.', [
      writtenWith(tokens, rest),
      'open now',
    ]);
  }
  const numbers = rest.flatMap((token) => (isPlain(token) ? token.value.split(',') : ['']));
  if (numbers.length > 1 && numbers.every((value) => numberOf(value) !== undefined)) {
    throw new Misread('One store in full at a time.', numbers);
  }
}

/** `143`, `store:143`, `store 143`; a number in quotes is searched for. */
function readNumber(tokens: readonly Token[]): string | undefined {
  const [first, second, third] = tokens;
  if (first === undefined || third !== undefined) return undefined;
  const isStore = first.key === 'store' || (first.key === undefined && STORE_WORDS.test(first.folded));
  if (second === undefined) return first.quoted || first.key === 'product' ? undefined : numberIn(first);
  return isStore && (first.value === '' || first.key === undefined) ? numberIn(second) : undefined;
}

const STORE_WORDS = /^(?:store|shop|butikk|utsalg)$/;

function numberIn({ value, unknownKey, key, quoted: isQuoted }: Token): string | undefined {
  return unknownKey === undefined && key !== 'by' && !isQuoted ? numberOf(value) : undefined;
}

/** "open now" anywhere, or "open" as the first or the last word. */
function openWords(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(OPEN_WORDS, token) &&
      (index === 0 || index === tokens.length - 1 || isOf(NOW_WORDS, tokens[index + 1])),
  );
  const open = tokens[at];
  const now = tokens[at + 1];
  if (open !== undefined) return now !== undefined && isOf(NOW_WORDS, now) ? [open, now] : [open];
  return [];
}

function isOf(words: ReadonlySet<string>, token: Token | undefined): boolean {
  return (
    token !== undefined &&
    !token.quoted &&
    token.key === undefined &&
    token.unknownKey === undefined &&
    words.has(token.folded)
  );
}

const DEGREES = '([+-]?\\d{1,3}(?:\\.\\d{1,12})?) ?°? ?';
const WITH_POINTS = new RegExp(`^${DEGREES}n?(?:[,;] ?| )${DEGREES}[e\\u00f8]?[,;]?(?= |$)`, 'i');
const WITH_COMMAS = /^([+-]?\d{1,3},\d{1,12})(?:[,;] ?| )([+-]?\d{1,3},\d{1,12})[,;]?(?= |$)/;

interface Near {
  readonly place: Place | undefined;
  readonly tokens: readonly Token[];
}

/** `near 59.91,10.75`, also with commas for points; other words behind "near" are not a place that can be measured from. */
function readNear(rest: readonly Token[], tokens: readonly Token[]): Near {
  const at = rest.findIndex((token) => isOf(NEAR_WORDS, token));
  const near = rest[at];
  if (near === undefined) return { place: undefined, tokens: [] };
  const behind = rest.slice(at + 1);
  for (let many = Math.min(behind.length, MOST_WORDS); many > 0; many -= 1) {
    const used = behind.slice(0, many);
    const text = used.map((token) => token.text).join(' ');
    const found = WITH_COMMAS.exec(text) ?? WITH_POINTS.exec(text);
    if (found !== null && found[0].length === text.length) {
      return { place: placeOf(found, near, tokens), tokens: [near, ...used] };
    }
  }
  if (at > 0 && behind.length === 0) return { place: undefined, tokens: [] };
  throw new Misread(
    `"${near.value}" takes a place in degrees, latitude before longitude; for a city its name alone is enough.`,
    [writtenWith(tokens, [near]), 'near 59.91,10.75'].filter((fix) => fix !== ''),
  );
}

const MOST_WORDS = 6;

function placeOf(
  [whole, north = '', east = '']: RegExpExecArray,
  near: Token,
  tokens: readonly Token[],
): Place {
  const [latitude, longitude] = [north, east].map(degrees) as [number, number];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new Misread(`${quoted(whole)} is no place: latitude is at most 90 degrees, longitude at most 180.`, [
    writtenWith(tokens, tokens.slice(tokens.indexOf(near)), 'near 59.91,10.75'),
  ]);
}

/** To a tenth of a metre, so that it can be written in few digits. */
function degrees(text: string): number {
  return Math.round(Number(text.replace(',', '.')) * 1e6) / 1e6 + 0;
}
