import { fold, quoted } from '../text/normalize.ts';
import { JOINTS, KEYS, type Key, SALES_FILLERS, STOCK_WORDS } from './lexicon.ts';
import { Misread } from './misread.ts';
import { candidates, isCloser, listed, type Meaning, numberOf, readName } from './names.ts';
import { dayOrYearIn } from './periodNumbers.ts';
import { MOST_CHOSEN } from './question.ts';
import { inQuotes, isPlain, type Token, writtenWith } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { nearestOwn } from './words.ts';

/** The products and stores that sales are narrowed to. */
export interface Filter {
  readonly productIds: Set<string>;
  readonly storeIds: Set<string>;
}

/** Reads what has `product:` or `store:` before it. @throws Misread */
export function readFilter(rest: readonly Token[], tokens: readonly Token[], vocabulary: Vocabulary): Filter {
  const filter: Filter = { productIds: new Set(), storeIds: new Set() };
  for (const token of rest) {
    if (token.unknownKey !== undefined) throw unknownKey(token, tokens);
    if (token.key !== 'product' && token.key !== 'store') continue;
    for (const words of valuesOf(token))
      add(filter, token.key, nameIn(words, token.key, token, tokens, vocabulary));
  }
  return filter;
}

const MOST_NAME_WORDS = 6;

/** A name behind `store:` goes on in the words that follow, as long as there is such a name. */
export function withNamesJoined(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const more = wordsBehind(token, tokens.slice(at + 1, at + MOST_NAME_WORDS), vocabulary);
    const value = [token, ...more].map((part) => part.value).join(' ');
    joined.push(
      more.length === 0
        ? token
        : { ...token, value, folded: fold(value), quoted: true, text: `${token.key}:${inQuotes(value)}` },
    );
    at += more.length;
  }
  return joined;
}

function wordsBehind(
  { key, value, quoted: isQuoted, endsPart }: Token,
  next: Token[],
  vocabulary: Vocabulary,
) {
  if ((key !== 'product' && key !== 'store') || isQuoted || endsPart || !/\p{L}/u.test(value)) return [];
  const end = next.findIndex((token) => !isPlain(token));
  const plain = end === -1 ? next : next.slice(0, end);
  const comma = plain.findIndex((token) => token.endsPart);
  for (let many = comma === -1 ? plain.length : comma + 1; many > 0; many -= 1) {
    const more = plain.slice(0, many);
    const words = [value, ...more.map((token) => token.value)].join(' ');
    if (candidates(words, namesOf(key, vocabulary)).length > 0) return more;
  }
  return [];
}

/** Several numbers are parted by commas. */
function valuesOf({ value, quoted: isQuoted }: Token): string[] {
  return isQuoted ? [value] : value.split(',').filter((part, _, parts) => part !== '' || parts.length === 1);
}

function nameIn(
  words: string,
  meaning: Meaning,
  token: Token,
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): string {
  try {
    return readName(meaning, words, namesOf(meaning, vocabulary));
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const fixes = error.fixes.map((fix) => writtenWith(tokens, [token], `${meaning}:${fix.split(' ')[0]}`));
    throw new Misread(error.message, fixes, { otherwise: [writtenWith(tokens, [token])] });
  }
}

function namesOf(meaning: Meaning, vocabulary: Vocabulary) {
  return meaning === 'product' ? vocabulary.products : vocabulary.stores;
}

function add(filter: Filter, meaning: Meaning, id: string): void {
  const ids = meaning === 'product' ? filter.productIds : filter.storeIds;
  ids.add(id);
  if (ids.size <= MOST_CHOSEN) return;
  const kept = [...ids].slice(0, MOST_CHOSEN).join(',');
  throw new Misread(`That is more than ${MOST_CHOSEN} ${meaning}s, which is what one question takes.`, [
    `${meaning}:${kept}`,
  ]);
}

function unknownKey(token: Token, tokens: readonly Token[]): Misread {
  const near = nearestOwn(token.unknownKey ?? '', [...KEYS.keys()]);
  const key: Key | undefined = near === undefined ? undefined : KEYS.get(near);
  const value = token.quoted ? inQuotes(token.value) : token.value;
  return new Misread(
    `${quoted(token.text)} is not something /sales knows.`,
    key === undefined ? [] : [writtenWith(tokens, [token], `${key}:${value}`)],
    { otherwise: [writtenWith(tokens, [token])] },
  );
}

/**
 * Reads words without a key as the name or number of a product or store, if only one thing can be meant.
 * @param near what of the command's own words is spelled much like it
 * @throws Misread
 */
export function readUnnamed(
  name: readonly Token[],
  filter: Filter,
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  near?: string,
): void {
  const words = name.map(({ value }) => value).join(' ');
  const inPlace = (fix: string) => writtenWith(tokens, name, fix);
  const found = [...meant('product', words, vocabulary), ...meant('store', words, vocabulary)];
  const [only, second] = found;
  if (only !== undefined && second === undefined) {
    add(filter, only.meaning, only.id);
    return;
  }
  if (found.length > 1) {
    throw new Misread(
      `${quoted(words)} can be ${found
        .slice(0, MOST_OFFERED)
        .map(({ meaning, ...named }) => `the ${meaning} ${listed([named])}`)
        .join(', ')}${found.length > MOST_OFFERED ? ' and more' : ''}.`,
      found.map(({ meaning, id }) => inPlace(`${meaning}:${id}`)),
    );
  }
  const number = numberOf(words);
  if (number !== undefined) {
    const time = dayOrYearIn(number);
    throw new Misread(
      `"${number}" could be ${time === undefined ? '' : `${time.meaning}, `}a product or a store.`,
      [
        ...(time === undefined ? [] : [inPlace(time.typed)]),
        inPlace(`product:${number}`),
        inPlace(`store:${number}`),
      ],
    );
  }
  if (name.every((token) => isPlain(token) && SALES_FILLERS.has(token.folded))) return;
  const several = partsOf(name, vocabulary);
  if (several !== undefined) {
    for (const part of several) readUnnamed(part, filter, tokens, vocabulary);
    return;
  }
  refuseStockWords(name, inPlace);
  throw notKnown(words, inPlace, vocabulary, near);
}

const MOST_OFFERED = 5;

/** Several names have no more words; each way to part them is looked up. */
const MOST_WORDS = 12;

/** Whether words are the name of something, or of several things. */
export function isKnownName(name: readonly Token[], vocabulary: Vocabulary): boolean {
  return meaningsOf(name, vocabulary).length > 0 || partsOf(name, vocabulary) !== undefined;
}

function meaningsOf(name: readonly Token[], vocabulary: Vocabulary) {
  const words = name.map(({ value }) => value).join(' ');
  return [...meant('product', words, vocabulary), ...meant('store', words, vocabulary)];
}

/**
 * Several names in one go: parted by commas and little words ("red apple in oslo city"), or a product and a store beside
 * each other when there is one way only to part them. Undefined when not all of it is known.
 */
function partsOf(name: readonly Token[], vocabulary: Vocabulary): readonly (readonly Token[])[] | undefined {
  if (name.length > MOST_WORDS || !name.every(isPlain)) return undefined;
  const parts: Token[][] = [[]];
  for (const token of name) {
    if (!JOINTS.has(token.folded)) parts.at(-1)?.push(token);
    if (JOINTS.has(token.folded) || token.endsPart) parts.push([]);
  }
  const named = parts.filter((part) => part.length > 0);
  const isParted = named.length > 1 || (named[0] !== undefined && named[0].length < name.length);
  if (isParted && named.length > 0 && named.every((part) => meaningsOf(part, vocabulary).length > 0))
    return named;
  const pairs = name.slice(1).flatMap((_, at) => {
    const pair = [name.slice(0, at + 1), name.slice(at + 1)];
    const [first, second] = pair.map((part) => meaningsOf(part, vocabulary));
    const isPair = first?.length === 1 && second?.length === 1 && first[0]?.meaning !== second[0]?.meaning;
    return isPair ? [pair] : [];
  });
  return pairs.length === 1 ? pairs[0] : undefined;
}

/** "out" and "low" are asked of /stock. */
function refuseStockWords([first, second]: readonly Token[], inPlace: (fix: string) => string): void {
  const word = first === undefined || !isPlain(first) ? undefined : STOCK_WORDS.get(first.folded);
  if (word !== 'out' && word !== 'low' && word !== 'changes') return;
  const days = second !== undefined && /^[1-9]\d?$/.test(second.value) ? ` ${second.value}` : '';
  throw new Misread(`${quoted(first?.value ?? word)} is a question to /stock.`, [inPlace('')], {
    otherwise: ['yesterday'],
    elsewhere: [`/stock ${word}${word === 'low' ? days : ''}`],
  });
}

function meant(meaning: Meaning, words: string, vocabulary: Vocabulary) {
  const names = namesOf(meaning, vocabulary);
  const number = numberOf(words);
  if (number === undefined) return candidates(words, names).map((named) => ({ ...named, meaning }));
  const name = names.nameOf(number);
  return name === undefined ? [] : [{ id: number, name, meaning }];
}

function notKnown(
  words: string,
  inPlace: (fix: string) => string,
  vocabulary: Vocabulary,
  near: string | undefined,
): Misread {
  const like = (['product', 'store'] as const).flatMap((meaning) =>
    namesOf(meaning, vocabulary)
      .like(words, 2)
      .map((named) => ({ ...named, meaning })),
  );
  const offered = like.map(({ meaning, id }) => inPlace(`${meaning}:${id}`));
  if (like.length === 0 || (near !== undefined && isCloser(near, words, like))) {
    return new Misread(
      `${quoted(words)} is not something /sales knows.`,
      near === undefined ? [] : [inPlace(near), ...offered],
      { otherwise: [...(near === undefined ? [] : [near]), inPlace('yesterday'), inPlace(''), 'yesterday'] },
    );
  }
  return new Misread(
    `${quoted(words)} is no product or store; did you mean ${like.map(({ meaning, ...named }) => `the ${meaning} ${listed([named])}`).join(', ')}?`,
    offered,
  );
}
