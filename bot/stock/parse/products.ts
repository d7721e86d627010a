import { nearestWord } from '../../parse/didYouMean.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import {
  asNamed,
  candidates,
  type Found,
  findGroup,
  findNamed,
  groupLike,
  isCloser,
  likeThem,
  readGroup,
  readNames,
} from '../../parse/names.ts';
import { MAX_CHOSEN } from '../../parse/narrowing.ts';
import { ParseError } from '../../parse/parseError.ts';
import { format, formatWith, inQuotes, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { AND_WORDS, FILLERS, TODAY_WORDS } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { fold } from '../../text/normalize.ts';
import { stockWords } from '../words/words.ts';
import { refusePeriod } from './periods.ts';
import { isNumber, OWN_WORDS, type StockReading, withoutWords } from './words.ts';

/** @throws ParseError for more products than an answer can have */
function listed(ids: readonly string[]): readonly string[] {
  if (ids.length <= MAX_CHOSEN) return ids;
  throw new ParseError((t) => stockWords(t).mistakes.tooMany(ids.length, MAX_CHOSEN), '');
}

/** Reads products by number, name or group. @throws ParseError for none, or too many */
export function readProducts(
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
): readonly string[] {
  const { products } = reading.names;
  const founds = readNamed(rest, tokens, reading, (words, isGroup) => ({
    meaning: 'product',
    ids: isGroup ? readGroup(words, reading.names) : readNames('product', words, products),
    name: undefined,
  }));
  if (founds.length === 0) throw new ParseError((t) => stockWords(t).mistakes.noProduct(format(rest)), '');
  return listed([...new Set(founds.flatMap(({ ids }) => ids))]);
}

/** Reads what a list is narrowed to: numbers, and names and groups of any size. */
export function readNarrowing(said: readonly Token[], tokens: readonly Token[], reading: StockReading) {
  const founds = readNamed(said, tokens, reading, (words, isGroup) =>
    isGroup
      ? findGroup(words, reading.names)
      : findNamed('product', withoutFillers(words, reading.names), reading.names),
  );
  if (founds.length === 0) return {};
  const of = asNamed(founds);
  listed(of.ids);
  return { of };
}

/** Drops the "for" of "changes for gin", unless a name begins with it. */
function withoutFillers(words: string, { products }: NameLookup): string {
  const [first = '', ...others] = words.split(' ');
  const isFiller = others.length > 0 && FILLERS.has(fold(first)) && candidates(words, products).length === 0;
  return isFiller ? others.join(' ') : words;
}

type FindProducts = (words: string, isGroup: boolean) => Found;

/** Reads products by number or name; adjacent words are one name. */
function readNamed(
  rest: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
  find: FindProducts,
): readonly Found[] {
  const founds: (Found & { readonly isNamed: boolean })[] = [];
  let name: Token[] = [];
  const add = (words: readonly Token[]) => {
    const found = readProduct(words, tokens, reading, find);
    // Count a number with its name, as in the bot's labels, as one product.
    const isNamed = !words.every(isNumber);
    const others = founds.filter((other) => other.isNamed !== isNamed).flatMap(({ ids }) => ids);
    const ids = found.ids.filter((id) => !others.some((other) => Number(other) === Number(id)));
    if (ids.length > 0) founds.push({ ...found, ids, isNamed });
  };
  const nameEnds = () => {
    if (name.length > 0) add(name);
    name = [];
  };
  for (const [at, token] of rest.entries()) {
    const words = isPlain(token) && !isNumber(token);
    if (words && AND_WORDS.has(token.folded)) nameEnds();
    else if (words && !saysToday(token, at, rest)) name.push(token);
    else {
      nameEnds();
      if (!words) add([token]);
    }
    if (token.endsPart) nameEnds();
  }
  nameEnds();
  return founds;
}

/** Whether the last words mean today: "1101 today", "1101 i dag". */
function saysToday({ folded }: Token, at: number, rest: readonly Token[]): boolean {
  const [last, behind] = [at === rest.length - 1, rest[at + 1]];
  if (at === 0) return false;
  if (last && folded === 'dag') return rest[at - 1]?.folded === 'i';
  if (folded === 'i') return behind?.folded === 'dag' && at === rest.length - 2;
  return last && TODAY_WORDS.has(folded);
}

const NO_PRODUCT = ['by', 'top', 'bottom'] as const;

function readProduct(
  name: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
  find: FindProducts,
): Found {
  const { names } = reading;
  const [first] = name;
  const words = phraseOf(name);
  const inPlace = (fix: string) => formatWith(tokens, name, fix);
  const understood = withoutWords(tokens, name);
  if (first?.unknownKey !== undefined || NO_PRODUCT.some((key) => key === first?.key)) {
    // The 10 of "top 10" isn't a product.
    const fix = first?.unknownKey === undefined ? '' : inPlace(first.value);
    throw new ParseError((t) => parseWords(t).unknown(first?.text ?? '', '/stock'), fix, [], { understood });
  }
  try {
    return find(words, first?.key === 'group');
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    refusePeriod(name, tokens, reading);
    const { fixes } = error;
    const near = name.every(isPlain) ? nearestWord(words, OWN_WORDS) : undefined;
    const like = likeThem(words, names.products, 2);
    const group = first?.key === undefined ? groupLike(words, names.products) : undefined;
    const groups = group === undefined ? [] : [{ meaning: 'group', name: group } as const];
    if (near !== undefined && (fixes.length === 0 || isCloser(near, words, [...groups, ...like]))) {
      throw new ParseError((t) => parseWords(t).unknown(words, '/stock'), inPlace(near), fixes.map(inPlace));
    }
    if (group !== undefined) {
      const found = like.map((each) => ({ ...each, meaning: 'product' }) as const);
      throw new ParseError(
        (t) => parseWords(t).names.notNamedInStock(words, [...groups, ...found]),
        inPlace(`group:${inQuotes(group)}`),
        like.map(({ id }) => inPlace(id)),
        { understood },
      );
    }
    const key = first?.key === 'group' ? 'group:' : '';
    const [fix = '', ...others] = fixes.map((each) => inPlace(`${key}${each}`));
    throw new ParseError(error.sentence, fix, others, { understood });
  }
}
