import { daysAfterIn, type Following } from '../ask/follow.ts';
import { errorOf, isLacking, leftOut } from '../ask/mistakes.ts';
import { parseCommand, rememberingReading, type WithoutWords } from '../ask/parseCommand.ts';
import { readSlots, type SlotReading, tokensOf } from '../ask/readSlots.ts';
import { type Item, type Mistake, type NameItem, type Said, selectionOf } from '../ask/said.ts';
import { type DateContext, daysWithStock, stockContextOf } from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import type { Named, NameLookup, Reading, Search } from '../parse/nameLookup.ts';
import { candidates, isNumber, listedIds, withNumbersJoined } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { MAX_CHOSEN, type Meaning, ofProducts } from '../parse/selection.ts';
import { format, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, EACH_WORDS, FILLERS, HELP_WORDS, TODAY_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import type { DayRange } from '../text/dayRange.ts';
import { idKey } from '../text/numbers.ts';
import type { StockQuestion } from './question.ts';
import { type Count, type SaidOfStock, STOCK, STOCK_LEXICON, type Verb } from './slots.ts';
import { stockWords } from './words/words.ts';

/** Reads the text after `/stock`. @throws ParseError */
export function parseStock(
  text: string,
  { vocabulary, calendar, now }: Reading,
): StockQuestion | WithoutWords<'stock'> {
  const reading = readingOfStock({ vocabulary, calendar, now });
  return parseCommand('stock', withNumbersJoined(text, vocabulary), (plain) => readStock(plain, reading));
}

/** How what follows one of its questions is read. */
export function followingStock(reading: Reading): Following<FoundPeriod> {
  const ofStock = readingOfStock(reading);
  return {
    slots: STOCK,
    lexicon: STOCK_LEXICON,
    names: ofStock.names,
    budget: ofStock.budget,
    read(text) {
      const tokens = tokensOf(text, STOCK_LEXICON, ofStock.names);
      return { tokens, said: saidIn(tokens, ofStock) };
    },
    slotsOf: () => ['period'],
    daysAfter: daysAfterIn(ofStock.context),
  };
}

function readingOfStock({ vocabulary, calendar, now }: Reading): SlotReading {
  const reading = rememberingReading(vocabulary, stockContextOf(calendar, now));
  return { ...reading, names: productsFirst(reading.names) };
}

function saidIn(tokens: readonly Token[], reading: SlotReading): SaidOfStock {
  return readSlots(tokens, { ...reading, periods: daysIn(tokens, reading) }, STOCK, STOCK_LEXICON);
}

/** A number is a product, and a name is a store's only where it is whole and no product has it. */
function productsFirst({ products, stores }: NameLookup): NameLookup {
  const unlessProduct = (words: string, found: readonly Named[]) =>
    found.length > 0 && products.named(words, 1).length > 0 ? [] : found;
  return {
    products: { ...products, nameOf: (id) => products.nameOf(id) ?? '' },
    stores: {
      nameOf: () => undefined,
      called: (words, most) => unlessProduct(words, stores.called(words, most)),
      named: (words, most) => unlessProduct(words, stores.named(words, most, WHOLE)),
      like: () => [],
    },
  };
}

const WHOLE: Search = { isWhole: () => true };

/** Finds periods whose words can be days: a number alone is a product, and so are words in a product's name. */
function daysIn(all: readonly Token[], { names, periods }: SlotReading): FindPeriod {
  const isOfName = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && !isNumber(token) && !AND_WORDS.has(token.folded);
  return (tokens, isComparison) => {
    const period = periods(tokens, isComparison);
    const many = period?.many ?? 0;
    if (!/\p{L}|\d{4}[-./]|[-./]\d{4}|\d\/\d/u.test(phraseOf(tokens.slice(0, many)))) return undefined;
    let from = all.length - tokens.length;
    let to = from + many;
    while (isOfName(all[from - 1]) && all[from - 1]?.endsPart === false) from -= 1;
    while (isOfName(all[to]) && all[to - 1]?.endsPart === false) to += 1;
    return candidates(phraseOf(all.slice(from, to)), names.products).length > 0 ? undefined : period;
  };
}

function readStock(text: string, reading: SlotReading): StockQuestion | WithoutWords<'stock'> {
  const tokens = tokensOf(text, STOCK_LEXICON, reading.names);
  if (tokens.length === 0) return { command: 'stock', kind: 'form' };
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'stock', kind: 'help' };
  const said = saidIn(tokens, reading);
  const verbs = verbsIn(said, tokens);
  const verb = verbs[0]?.name ?? 'overview';
  const named = namesIn(said, 'product');
  const isOfProducts = named.some(({ isLeftOut }) => !isLeftOut);
  const period = periodIn(said, verb, isOfProducts, tokens, reading.context);
  const { selection, mistakes } = selectionOf(named);
  const all = [
    // No stock has a price, of a store or of the chain.
    ...(isLacking(tokens, STOCK_LEXICON) ? [] : ofStores(said, tokens, verb === 'overview')),
    ...said.mistakes,
    ...notAnswered(said, verb),
    ...twoQuestions(verbs),
    ...period.mistakes,
    ...mistakes,
  ];
  if (all.length > 0) {
    throw errorOf(all, tokens, { elsewhere: asSales(tokens, said, named), isUnderstood: named.length > 0 });
  }
  const isAsked = said.items.length + said.counts.size + said.flags.size > 0;
  if (
    !isAsked &&
    !tokens.some((token) => isOneOf(STOCK_LEXICON.nouns, token) || isOneOf(TODAY_WORDS, token))
  ) {
    throw new ParseError((t) => stockWords(t).mistakes.noProduct(format(tokens)), '');
  }
  const scope = said.flags.has('all') ? 'all' : 'mine';
  const list = { command: 'stock', scope, selection } as const;
  const units = said.counts.get('fewer')?.number;
  if (verb === 'low' && units !== undefined) return { ...list, kind: 'fewer', units };
  if (verb === 'low' || verb === 'over') {
    return { ...list, kind: verb, days: said.counts.get(verb)?.number ?? STOCK.counts[verb].usual };
  }
  // Of a group by its name, which may have more products than a question for each.
  const isOfList = !isOfProducts || (said.flags.has('overview') && selection.product.names.length > 0);
  if (verb !== 'overview' || isOfList) return { ...list, kind: verb };
  const question = { command: 'stock', selection: ofProducts(idsIn(named)) } as const;
  return period.days === undefined
    ? { ...question, kind: 'products' }
    : { ...question, kind: 'history', days: period.days };
}

interface SaidVerb {
  readonly name: Verb;
  readonly tokens: readonly Token[];
}

/** What is asked for, in the order of the text. "Low over 30 days" is one question. */
function verbsIn({ counts, flags }: SaidOfStock, tokens: readonly Token[]): readonly SaidVerb[] {
  const verbs = [
    ...(['low', 'over'] as const).map((name) => ({ name, tokens: counts.get(name)?.tokens ?? [] })),
    ...(['out', 'changes', 'overview'] as const).map((name) => ({ name, tokens: flags.get(name) ?? [] })),
  ].filter((verb) => verb.tokens.length > 0 && !(isOnlyWord(verb) && counts.has('over')));
  const placeOf = ({ tokens: [first] }: SaidVerb) => (first === undefined ? 0 : tokens.indexOf(first));
  return verbs.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function isOnlyWord({ name, tokens }: SaidVerb): boolean {
  return name === 'low' && tokens.length === 1;
}

function namesIn(
  { items }: { readonly items: readonly Item<unknown>[] },
  meaning: Meaning,
): readonly NameItem[] {
  return items.filter((item) => item.kind === 'name').filter((item) => item.meaning === meaning);
}

/** The numbers of products, without those left out. @throws ParseError for none, or more than an answer can have */
function idsIn(named: readonly NameItem[]): readonly string[] {
  const gone = new Set(
    named
      .filter(({ isLeftOut }) => isLeftOut)
      .flatMap(listedIds)
      .map(idKey),
  );
  const chosen = named.filter(({ isLeftOut }) => !isLeftOut);
  const ids = new Set(chosen.flatMap(listedIds).filter((id) => !gone.has(idKey(id))));
  if (ids.size > 0 && ids.size <= MAX_CHOSEN) return [...ids];
  const words = format(chosen.flatMap(({ tokens }) => tokens));
  throw new ParseError(
    (t) =>
      ids.size === 0
        ? stockWords(t).mistakes.noProduct(words)
        : parseWords(t).names.tooMany('product', MAX_CHOSEN),
    '',
  );
}

/** The days of a question of products, and the mistake in a period that stock can't be asked for. */
function periodIn(
  { items }: SaidOfStock,
  verb: Verb,
  isOfProducts: boolean,
  tokens: readonly Token[],
  context: DateContext,
): { readonly days?: DayRange; readonly mistakes: readonly Mistake[] } {
  const isToday = ({ folded }: Token) => folded === 'i' || folded === 'dag' || TODAY_WORDS.has(folded);
  // Stock is compared with yesterday's anyway.
  const addsNothing = verb === 'changes' ? isFiller : isToday;
  const [period, second] = items
    .filter((item) => item.kind === 'period')
    .filter((item) => !item.tokens.every(isToday) && !item.tokens.every(addsNothing));
  if (period === undefined) return { mistakes: [] };
  const words = phraseOf(period.tokens);
  if (verb !== 'overview') {
    return { mistakes: [leftOut(period.tokens, (t) => stockWords(t).mistakes.latestOnly(verb, words))] };
  }
  if (second !== undefined && isOfProducts) {
    const more = phraseOf(second.tokens);
    return { mistakes: [leftOut(second.tokens, (t) => stockWords(t).mistakes.onePeriod(more))] };
  }
  try {
    const read = isOfProducts ? period.found.read(context) : undefined;
    if (read !== undefined) return { days: daysWithStock(read, context), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { sentence, fixes, leavesOut } = error;
    return { mistakes: [{ sentence, tokens: period.tokens, instead: fixes, leavesOut }] };
  }
  const sentence: Mistake['sentence'] = (t) => stockWords(t).mistakes.noPeriods(words);
  return { mistakes: [{ ...withoutThem(period.tokens, tokens), sentence, elsewhere: toSales }] };
}

/** Stock per store, which the service doesn't give. */
export function ofStores(
  said: Pick<Said<string, never, never, unknown>, 'items' | 'rows'>,
  tokens: readonly Token[],
  isOfAll: boolean,
): readonly Mistake[] {
  const named = said.items.flatMap((item) => (item.kind === 'name' ? item.tokens : []));
  const rows = tokens.filter((token) => isOneOf(STOCK_LEXICON.rows, token) && !named.includes(token));
  const grouping = tokens.filter(
    (token, at) =>
      said.rows.some((row) => row.tokens.includes(token)) ||
      rows.includes(token) ||
      (isOneOf(EACH_WORDS, token) && rows.some((row) => row === tokens[at + 1])),
  );
  const stores = namesIn(said, 'store');
  const gone = grouping.length > 0 ? grouping : stores.flatMap((store) => store.tokens);
  if (gone.length === 0) return [];
  const [id, second] = stores.flatMap(({ ids }) => ids);
  const sentence: Mistake['sentence'] = (t) => {
    const { each, one, some } = stockWords(t).mistakes.noStores;
    return grouping.length > 0 ? each : id === undefined || second !== undefined ? some : one(id);
  };
  const mistake = { ...withoutThem(gone, tokens), sentence, leavesOut: true };
  return [isOfAll ? { ...mistake, elsewhere: toSales } : mistake];
}

/** Rankings, more than some units, and "red apple vs 1102". */
export function notAnswered(
  { items, counts }: Pick<Said<never, Count, never, unknown>, 'items' | 'counts'>,
  verb: Verb,
): readonly Mistake[] {
  const ranking = [counts.get('top'), counts.get('bottom')].flatMap((count) => count?.tokens ?? []);
  const units = verb === 'over' ? counts.get('fewer')?.tokens : undefined;
  const versus = items.find((item) => item.kind === 'beside')?.tokens ?? [];
  const unknown: Mistake['sentence'] = (t) => parseWords(t).unknown(format(ranking), '/stock');
  return [
    ...(ranking.length === 0 ? [] : [{ sentence: unknown, tokens: ranking, instead: [] }]),
    ...(units === undefined
      ? []
      : [{ ...leftOut(units, (t) => stockWords(t).mistakes.overUnits), instead: ['over'] }]),
    ...(versus.length === 0
      ? []
      : [{ ...leftOut(versus, (t) => parseWords(t).noSides(phraseOf(versus))), instead: ['and'] }]),
  ];
}

function twoQuestions([verb, second]: readonly SaidVerb[]): readonly Mistake[] {
  if (verb === undefined || second === undefined) return [];
  return [
    {
      sentence: (t) => stockWords(t).mistakes.twoQuestions(verb.name, second.name),
      tokens: [...verb.tokens, ...second.tokens],
      instead: [format(verb.tokens), format(second.tokens)],
      leavesOut: true,
    },
  ];
}

/** Leaves out words; the supplier's own products are meant where nothing else is said. */
function withoutThem(gone: readonly Token[], tokens: readonly Token[]): Pick<Mistake, 'tokens' | 'instead'> {
  const isAll = tokens.every((token) => gone.includes(token) || isFiller(token));
  return isAll ? { tokens, instead: ['mine'] } : { tokens: gone, instead: [''] };
}

function isFiller(token: Token): boolean {
  const { fillers, nouns } = STOCK_LEXICON;
  return [fillers, nouns, FILLERS].some((words) => isOneOf(words, token));
}

const toSales = (words: string) => `/sales ${words}`;

/** The words as `/sales` takes them. */
function asSales(tokens: readonly Token[], { flags }: SaidOfStock, named: readonly NameItem[]): string {
  const own = [...flags.values()].flat();
  return tokens
    .filter((token) => !own.includes(token) && !STOCK_LEXICON.nouns.has(token.folded))
    .map((token) => {
      const isOfProduct = named.some((each) => each.tokens.includes(token));
      return isOfProduct && /^\d+$/.test(token.text) ? `product:${token.text}` : token.text;
    })
    .join(' ');
}
