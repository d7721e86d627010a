import { KEYS, type Key } from './lexicon.ts';
import { Misread } from './misread.ts';
import { candidates, isCloser, listed, type Meaning, numberOf, readName } from './names.ts';
import { inQuotes, type Token, writtenWith } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { nearestOwn, quoted } from './words.ts';

/** The products and stores that sales are narrowed to. */
export interface Filter {
  readonly productIds: Set<string>;
  readonly storeIds: Set<string>;
}

/** So many numbers in one filter; more do not fit in the command that is offered for the next question. */
const MOST = 20;

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
  if (ids.size <= MOST) return;
  const kept = [...ids].slice(0, MOST).join(',');
  throw new Misread(`That is more than ${MOST} ${meaning}s, which is what one question takes.`, [
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
    throw new Misread(`"${number}" could be a product or a store.`, [
      inPlace(`product:${number}`),
      inPlace(`store:${number}`),
    ]);
  }
  throw notKnown(words, inPlace, vocabulary, near);
}

const MOST_OFFERED = 5;

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
