import {
  comparedAlone,
  cutAlike,
  type DateContext,
  dateContextOf,
  daysWithSales,
  formatDays,
  oneDay,
  type ParsedPeriod,
  yearBefore,
} from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { withGroupsJoined } from '../parse/groupTokens.ts';
import { type Reading, rememberingNames } from '../parse/nameLookup.ts';
import { asNamed, beginsName, candidates, isOne, MEANINGS, type Meaning, numberOf } from '../parse/names.ts';
import { MOST_CHOSEN } from '../parse/narrowing.ts';
import { commandBudget, parseCommand, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import { rememberingPeriods } from '../parse/periodTokens.ts';
import {
  format,
  formatWith,
  isOneOf,
  isPlain,
  namesApart,
  numbersApart,
  type Token,
  tokenize,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import { FILLERS, HELP_WORDS, NUMBER_SIGNS } from '../parse/vocabulary.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { Group } from './groupings.ts';
import type { Item } from './parse/items.ts';
import type { Problem } from './parse/problems.ts';
import { readSalesWords, type SalesReading, type SalesWords } from './parse/words.ts';
import type { Narrowing, SalesQuestion, Sides } from './question.ts';
import { VERSUS_WORDS } from './vocabulary.ts';

/** Reads the text behind `/sales`. @throws ParseError */
export function parseSales(
  text: string,
  { vocabulary, calendar, now }: Reading,
): SalesQuestion | WithoutWords<'sales'> {
  const budget = commandBudget();
  const context = dateContextOf(calendar, now);
  const reading = {
    names: rememberingNames(vocabulary, budget),
    periods: rememberingPeriods(context, budget),
    context,
    budget,
  };
  return parseCommand('sales', text, (plain) => readSales(plain, reading));
}

function readSales(text: string, reading: SalesReading): SalesQuestion | WithoutWords<'sales'> {
  const typed = tokenize(text)
    .flatMap(namesApart)
    .flatMap(numbersApart(NUMBERS))
    .flatMap(topApart)
    .map(asSpring);
  const begins = (words: string) => beginsName(words, reading.names);
  const tokens = withGroupsJoined(withoutNumberSigns(typed, NUMBER_SIGNS, begins), reading.names);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'sales', kind: 'form' };
  if (second === undefined && first.quoted && first.key === undefined && !isName(first.value, reading)) {
    return readSales(first.value, reading);
  }
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'sales', kind: 'help' };
  const said = readSalesWords(tokens, reading);
  const periods = readPeriods(said, reading.context);
  const narrowed = narrowedBy(said.items);
  const problems = [
    ...said.problems,
    ...narrowed.problems,
    ...periods.problems,
    ...(periods.against === undefined ? [] : notCompared(said)),
  ];
  if (problems.length > 0) throw errorOf(problems, tokens);

  const { days, against } = periods;
  const { productIds, storeIds, names, without, sides } = narrowed;
  const question = {
    command: 'sales',
    productIds,
    storeIds,
    ...(names === undefined ? {} : { names }),
    by: said.by ?? defaultGroup(said, narrowed, days),
    ...(without === undefined ? {} : { without }),
    ...said.cut,
    ...(said.returns ? { returns: true as const } : {}),
  } as const;
  if (against === undefined) {
    const and = {
      ...(said.and === undefined ? {} : { and: said.and.group }),
      ...(said.share.length === 0 ? {} : { share: true as const }),
    };
    return { ...question, kind: 'sales', days, ...(sides === undefined ? {} : { sides }), ...and };
  }
  if (formatDays(against) === formatDays(days)) {
    const [first = '', ...others] = periods.instead.map((each) => formatWith(tokens, periods.beside, each));
    throw new ParseError((t) => t.parser.sales.withItself(days), first, others, {
      leavesOut: true,
    });
  }
  const isEarlier = against.from < days.from || (against.from === days.from && against.to < days.to);
  return {
    ...question,
    kind: 'compare',
    ...(isEarlier ? { days, against } : { days: against, against: days }),
  };
}

/** What an answer of two periods does not have. */
function notCompared({ by, and, share }: SalesWords): Problem[] {
  const pairs: Problem = {
    sentence: (t) => t.parser.sales.pairsNotCompared,
    tokens: and?.tokens ?? [],
    instead: [`by:${by}`],
  };
  const shares: Problem = { sentence: (t) => t.parser.sales.sharesNotCompared, tokens: share, instead: [''] };
  return [pairs, shares].filter(({ tokens }) => tokens.length > 0);
}

/** "0,5" is one number. */
const NUMBERS = /^\d{2,}(?:[,;]\d{2,})+$/;

/** Without its ring "våren" is "the product", and "vår" also means "our". */
function asSpring(token: Token, at: number, all: readonly Token[]): Token {
  const [before, word, next] = [
    all[at - 1]?.folded ?? '',
    token.value.toLowerCase(),
    all[at + 1]?.folded ?? '',
  ];
  const isSeason = /^(?:i|fjor|forrige|siste|sist)$/.test(before) || /^(?:19|20)\d\d$/.test(next);
  return isPlain(token) && (word === 'våren' || (word === 'vår' && isSeason))
    ? { ...token, folded: 'spring' }
    : token;
}

/** "Top10" is "top 10". */
function topApart(token: Token): Token[] {
  const [, end, rows] = (isPlain(token) ? /^(top|bottom)p?(\d{1,4})$/.exec(token.folded) : undefined) ?? [];
  return rows === undefined ? [token] : tokenize(`${end}:${rows}${token.endsPart ? ',' : ''}`);
}

/** Words in quotes around the whole command are a name where there is such a one. */
function isName(words: string, { names }: SalesReading): boolean {
  if (words === '' || numberOf(words) !== undefined) return true;
  return candidates(words, names.products).length > 0 || candidates(words, names.stores).length > 0;
}

/** The sentence of the first problem, and the text with something readable in its place. */
function errorOf(problems: readonly Problem[], tokens: readonly Token[]): ParseError {
  const [main] = problems as [Problem, ...Problem[]];
  const [first = '', ...rest] = main.instead.map((fix) => textWith(tokens, new Map([[main, fix]])));
  return new ParseError(main.sentence, first, rest, {
    elsewhere: main.isForStock ? [`/stock ${format(tokens)}`] : [],
    understood: textWith(tokens, new Map(problems.map((each) => [each, '']))),
    leavesOut: main.leavesOut === true,
  });
}

function textWith(tokens: readonly Token[], fixes: ReadonlyMap<Problem, string>): string {
  const written = new Set<Problem>();
  const texts: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const problem = [...fixes.keys()].find((each) => each.tokens.includes(token));
    const fix = problem === undefined ? token.text : (fixes.get(problem) ?? '');
    if (problem !== undefined && written.has(problem)) continue;
    // What stood before "at 8" is gone, and nothing can begin with "at".
    if (problem === undefined && texts.length === 0 && written.size > 0 && isOneOf(FILLERS, token)) continue;
    if (problem !== undefined) written.add(problem);
    // "At noon" without "noon" is nothing, and "oslo vs" has nothing beside it.
    if (fix === '' && LEADING.some((words) => isOneOf(words, tokens[at - 1]))) texts.pop();
    if (fix !== '') texts.push(fix);
  }
  return texts.join(' ');
}

const LEADING = [FILLERS, VERSUS_WORDS];

/** Products and stores that the question is narrowed to, and those that are left out. */
function narrowedBy(items: readonly Item[]) {
  const problems: Problem[] = [];
  const beside = besideEachOther(items);
  const chosenOf = (isLeftOut: boolean): Narrowing => {
    const named = items.filter((item) => item.kind === 'name').filter((item) => item.isLeftOut === isLeftOut);
    const chosen = MEANINGS.map((meaning) => {
      const ofMeaning =
        beside?.of === meaning && !isLeftOut
          ? beside.each.flat()
          : named.filter((item) => item.meaning === meaning);
      const found = asNamed(ofMeaning);
      if (found.ids.length > MOST_CHOSEN) {
        problems.push({
          sentence: (t) => t.parser.names.tooMany(meaning, MOST_CHOSEN),
          tokens: ofMeaning.flatMap(({ tokens }) => tokens),
          instead: [],
        });
      }
      return { meaning, ...found };
    });
    const idsOf = (wanted: Meaning) => chosen.find(({ meaning }) => meaning === wanted)?.ids ?? [];
    const names = chosen.flatMap((each) => each.names);
    return {
      productIds: idsOf('product'),
      storeIds: idsOf('store'),
      ...(names.length === 0 ? {} : { names }),
    };
  };
  const without = chosenOf(true);
  const isAnyLeftOut = without.productIds.length + without.storeIds.length + (without.names?.length ?? 0) > 0;
  return {
    ...chosenOf(false),
    ...(isAnyLeftOut ? { without } : {}),
    sides: beside && { of: beside.of, each: beside.each.map(asNamed) },
    problems,
  };
}

type NameItem = Extract<Item, { kind: 'name' }>;

interface BesideEachOther {
  readonly of: Sides['of'];
  /** In each, what stands for one before what stands for several, as a command is written. */
  readonly each: readonly (readonly NameItem[])[];
}

/** "Oslo vs bergen", "gin vs vodka vs rum"; undefined where something else of their kind is named apart from them. */
function besideEachOther(items: readonly Item[]): BesideEachOther | undefined {
  const of = meaningBeside(items);
  if (of === undefined) return undefined;
  const isNamed = (item: Item): item is NameItem =>
    item.kind === 'name' && item.meaning === of && !item.isLeftOut;
  const sides: NameItem[][] = [[]];
  for (const item of items.slice(items.findIndex(isNamed), items.findLastIndex(isNamed) + 1)) {
    if (isNamed(item)) sides.at(-1)?.push(item);
    else if (item.kind === 'beside') sides.push([]);
    else return undefined;
  }
  if (sides.some((side) => side.length === 0)) return undefined;
  return { of, each: sides.map((side) => side.toSorted((a, b) => Number(isOne(b)) - Number(isOne(a)))) };
}

/** What is not narrowed to one is shown; when both are, the days are. */
function defaultGroup(
  { items }: SalesWords,
  { productIds, storeIds, names = [] }: Narrowing,
  days: DayRange,
): Group {
  const beside = meaningBeside(items);
  if (beside !== undefined) return beside;
  const isMany = (wanted: Meaning) => names.some(({ meaning }) => meaning === wanted);
  if (productIds.length > 1 || isMany('product')) return 'product';
  if (storeIds.length > 1 || isMany('store')) return 'store';
  if (productIds.length === 0) return 'product';
  return storeIds.length === 1 && days.from !== days.to ? 'day' : 'store';
}

/** "Oslo vs bergen": what two names are that stand beside each other. */
function meaningBeside(items: readonly Item[]): 'product' | 'store' | undefined {
  for (const [at, item] of items.entries()) {
    const [before, after] = [items[at - 1], items[at + 1]];
    if (item.kind !== 'beside' || before?.kind !== 'name' || after?.kind !== 'name') continue;
    if (before.isLeftOut || after.isLeftOut) continue;
    if (before.meaning === after.meaning) return before.meaning;
  }
  return undefined;
}

interface Periods {
  readonly days: DayRange;
  /** Undefined when nothing is compared. */
  readonly against: DayRange | undefined;
  /** The words of the second period. */
  readonly beside: readonly Token[];
  /** Other periods in their place, for a period that is compared with itself. */
  readonly instead: readonly string[];
  readonly problems: readonly Problem[];
}

type Said = Extract<Item, { kind: 'period' }>;

/** The period that was said, and the one it is compared with; the newest day when there is none. */
function readPeriods(said: SalesWords, context: DateContext): Periods {
  const problems: Problem[] = [];
  const newest = { from: context.newest, to: context.newest };
  const orProblem = <T>(item: Said, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const { sentence, fixes, leavesOut } = error;
      problems.push({ sentence, tokens: item.tokens, instead: fixes, leavesOut });
      return undefined;
    }
  };
  const read = (item: Said): DayRange | undefined =>
    orProblem(item, () => {
      const period = item.found.read(context);
      return period === undefined ? undefined : daysWithSales(period, context);
    });

  const periods = said.items
    .filter((item) => item.kind === 'period')
    .flatMap((item): Said[] => {
      const { ends } = item.found;
      if (ends === undefined || !areCompared(item.found, context)) return [item];
      return [ends.first, ends.last].map((found) => ({ ...item, found }));
    });
  const besideWord = said.items.find((item) => item.kind === 'beside');
  const areNamesCompared = periods.length < 2 && meaningBeside(said.items) !== undefined;
  const isComparison =
    !areNamesCompared && (said.compare !== undefined || besideWord !== undefined || isPair(periods));
  const [first, second, ...more] = mainFirst(periods);
  const surplus = isComparison ? more : second === undefined ? [] : [second, ...more];
  // "Last 7 days: 13 Nov - 19 Nov" says the same twice.
  const tooMany = surplus.filter((each) => first === undefined || !isSame(read(first), read(each)));
  if (tooMany.length > 0) {
    const both = isComparison || first === undefined ? [] : [first, ...tooMany];
    const range = fromFirstToLast(both.map((each) => read(each)));
    const surplusTokens = tooMany.flatMap(({ tokens }) => tokens);
    const isTwo = both.length === 2;
    problems.push({
      sentence: ({ parser: { sales } }) => (isTwo ? sales.twoPeriods : sales.manyPeriods),
      tokens: range === undefined ? surplusTokens : both.flatMap(({ tokens }) => tokens),
      instead: range !== undefined ? [range] : isTwo ? [`vs ${format(surplusTokens)}`] : [],
    });
  }
  const main = first?.found.isRelative === true ? undefined : first;
  const other = main === undefined ? first : second;
  const whole: ParsedPeriod | undefined =
    main === undefined ? oneDay(context.newest) : orProblem(main, () => main.found.read(context));
  const days =
    whole === undefined || main === undefined ? whole : orProblem(main, () => daysWithSales(whole, context));
  if (!isComparison || days === undefined || whole === undefined) {
    return { days: dayRangeOf(days ?? newest), against: undefined, beside: [], instead: [], problems };
  }
  const alone = comparedAlone(whole, days, context);
  const asked: ParsedPeriod = {
    ...whole,
    ...days,
    isNamed: true,
    ...(whole.yearEarlier === undefined ? {} : { yearEarlier: alone }),
  };
  const both =
    other === undefined
      ? { days, against: alone }
      : orProblem(other, () => {
          const said = other.found.read(context, asked);
          if (said === undefined) return undefined;
          const alike = cutAlike(whole, said, context);
          return {
            days: daysWithSales(alike.one, context),
            against: daysWithSales(alike.other, context),
          };
        });
  return {
    days: dayRangeOf(both?.days ?? days),
    against: dayRangeOf(both?.against ?? newest),
    beside: other?.tokens ?? [],
    instead: [alone, whole.yearEarlier === undefined ? yearBefore(days, context, whole.unit) : alone].map(
      (each) => `${isPair(periods) ? `${formatDays(days)} vs ` : ''}${formatDays(each)}`,
    ),
    problems,
  };
}

/** Two days in their order, such as two cells of a sheet, are the ends of a range. */
function fromFirstToLast([first, last, more]: readonly (DayRange | undefined)[]): string | undefined {
  if (first === undefined || last === undefined || more !== undefined) return undefined;
  const areDays = first.from === first.to && last.from === last.to;
  return areDays && first.from < last.from ? `${first.from}..${last.to}` : undefined;
}

function isSame(one: DayRange | undefined, other: DayRange | undefined): boolean {
  return one !== undefined && other !== undefined && formatDays(one) === formatDays(other);
}

function areCompared({ ends }: FoundPeriod, context: DateContext): boolean {
  try {
    return ends?.areCompared(context) === true;
  } catch (error) {
    // What is wrong with one of them is told where it is read.
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** Two halves of one stretch of words, such as "week 46 vs 45". */
function isPair([first, second]: readonly Said[]): boolean {
  return first !== undefined && second !== undefined && first.tokens === second.tokens;
}

/** "Last year with this week" is this week beside its days of last year. */
function mainFirst(periods: readonly Said[]): readonly Said[] {
  const [first, second, ...more] = periods;
  if (first === undefined || second === undefined) return periods;
  const isOther = ({ found }: Said) => found.isLastYear || found.isRelative;
  return isOther(first) && !isOther(second) ? [second, first, ...more] : periods;
}

function dayRangeOf({ from, to }: DayRange): DayRange {
  return { from, to };
}
