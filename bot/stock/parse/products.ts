import { nearestWord } from '../../parse/didYouMean.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import {
  asChosen,
  candidates,
  type Found,
  findGroup,
  findNamed,
  groupLike,
  isCloser,
  likeThem,
  listedIds,
  manyLeftOut,
  noSides,
  readNamed,
} from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { EVERYTHING, MAX_CHOSEN, type Selection } from '../../parse/selection.ts';
import {
  format,
  formatWith,
  inQuotes,
  isOneOf,
  isPlain,
  phraseOf,
  type Token,
} from '../../parse/tokenizer.ts';
import { FILLERS, TODAY_WORDS, VERSUS_WORDS, WITHOUT_WORDS } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { fold } from '../../text/normalize.ts';
import { idKey } from '../../text/numbers.ts';
import { stockWords } from '../words/words.ts';
import { refusePeriod } from './periods.ts';
import { OWN_WORDS, type StockReading, withoutWords } from './words.ts';

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
  const idsIn = (words: readonly Token[]) =>
    readNamed(words, (name) => readProduct(name, tokens, reading, listedIds)).flatMap(({ ids }) => ids);
  const { named, leftOut } = leftOutApart(rest, reading.names);
  const gone = new Set(idsIn(leftOut).map(idKey));
  const ids = new Set(idsIn(named).filter((id) => !gone.has(idKey(id))));
  if (ids.size === 0) throw new ParseError((t) => stockWords(t).mistakes.noProduct(format(rest)), '');
  return listed([...ids]);
}

/** The words before and after "without". */
interface Said {
  readonly named: readonly Token[];
  readonly leftOut: readonly Token[];
}

/** What follows "without" is left out, after a minus only the next name. @throws ParseError where nothing follows */
export function leftOutApart(rest: readonly Token[], { products }: NameLookup): Said {
  const [named, leftOut]: [Token[], Token[]] = [[], []];
  const left = rest.filter((token, at) => !saysToday(token, at, rest));
  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    if (!isOneOf(WITHOUT_WORDS, token)) {
      named.push(token);
      continue;
    }
    const word = token;
    const next = left.findIndex((each) => isOneOf(WITHOUT_WORDS, each));
    const run = left.slice(0, next === -1 ? left.length : next);
    if (run.length === 0) throw new ParseError((t) => parseWords(t).unknown(word.value, '/stock'), '');
    const gone = left.splice(
      0,
      manyLeftOut(word, run, (name) => candidates(name, products)),
    );
    leftOut.push(...gone.map((each) => (each === gone.at(-1) ? { ...each, endsPart: true } : each)));
  }
  return { named, leftOut };
}

/** Reads what a list is narrowed to and what it leaves out: numbers, and names and groups of any size. */
export function readSelection(
  { named, leftOut }: Said,
  tokens: readonly Token[],
  reading: StockReading,
): Selection {
  const chosenIn = (words: readonly Token[]) => {
    const chosen = asChosen(readNamed(words, (name) => readProduct(name, tokens, reading)));
    listed(chosen.ids);
    return chosen;
  };
  return {
    ...EVERYTHING,
    product: chosenIn(named),
    without: { ...EVERYTHING.without, product: chosenIn(leftOut) },
  };
}

/** Drops the "for" of "changes for gin", unless a name begins with it. */
function withoutFillers(words: string, { products }: NameLookup): string {
  const [first = '', ...others] = words.split(' ');
  const isFiller = others.length > 0 && FILLERS.has(fold(first)) && candidates(words, products).length === 0;
  return isFiller ? others.join(' ') : words;
}

/** Whether the last words mean today: "1101 today", "1101 i dag". */
function saysToday(token: Token, at: number, rest: readonly Token[]): boolean {
  const { folded } = token;
  const [last, behind] = [at === rest.length - 1, rest[at + 1]];
  if (at === 0 || !isPlain(token)) return false;
  if (last && folded === 'dag') return rest[at - 1]?.folded === 'i';
  if (folded === 'i') return behind?.folded === 'dag' && at === rest.length - 2;
  return last && TODAY_WORDS.has(folded);
}

const NO_PRODUCT = ['by', 'top', 'bottom'] as const;

function readProduct(
  name: readonly Token[],
  tokens: readonly Token[],
  reading: StockReading,
  idsOf?: (found: Found) => readonly string[],
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
    const isGroup = first?.key === 'group';
    const found = isGroup
      ? findGroup(words, names)
      : findNamed('product', idsOf === undefined ? withoutFillers(words, names) : words, names);
    return idsOf === undefined ? found : { ...found, ids: idsOf(found) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    refusePeriod(name, tokens, reading);
    const versus = name.find((token) => isOneOf(VERSUS_WORDS, token));
    if (versus !== undefined) throw noSides(versus, formatWith(tokens, [versus], 'and'));
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
