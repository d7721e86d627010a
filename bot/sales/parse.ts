import type { Catalog } from '../language/language.ts';
import { dateContextOf, formatDays } from '../parse/dates/period.ts';
import { withGroupsJoined } from '../parse/groupTokens.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { beginsName, candidates, numberOf, withNumbersJoined } from '../parse/names.ts';
import { parseCommand, rememberingReading, type WithoutWords } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  format,
  formatWith,
  isOneOf,
  isPlain,
  minusAsWord,
  namesApart,
  numbersApart,
  type Token,
  tokenize,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import { FILLERS, HELP_WORDS, NUMBER_SIGNS, VERSUS_WORDS } from '../parse/vocabulary.ts';
import { flagsOfOnePeriod } from './filters.ts';
import { defaultGroup, meaningNextTo, selectionIn } from './parse/narrowed.ts';
import { readPeriods } from './parse/periods.ts';
import type { Problem } from './parse/problems.ts';
import { readSalesWords, type SalesReading, type SalesWords } from './parse/wordReader.ts';
import { NUMBER_KEYS, SALES_KEYS } from './parse/words.ts';
import type { SalesQuestion } from './question.ts';
import { salesWords } from './words/words.ts';

/** Reads the text after `/sales`. @throws ParseError */
export function parseSales(
  text: string,
  { vocabulary, calendar, now }: Reading,
): SalesQuestion | WithoutWords<'sales'> {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return parseCommand('sales', withNumbersJoined(text, vocabulary), (plain) => readSales(plain, reading));
}

/** What the words after `/sales` say, without what a question has when nothing is said. */
export function wordsOfSales(text: string, { vocabulary, calendar, now }: Reading): SalesWords {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return readSalesWords(tokensOf(text, reading), reading);
}

/** The words after `/sales`, as `readSalesWords` reads them. */
export function tokensOf(text: string, reading: SalesReading): readonly Token[] {
  const typed = tokenize(minusAsWord(text), SALES_KEYS)
    .flatMap(namesApart(SALES_KEYS))
    .flatMap(numbersApart(NUMBERS))
    .flatMap(numberFilterApart)
    .map(asSpring);
  const begins = (words: string) => beginsName(words, reading.names);
  return withGroupsJoined(withoutNumberSigns(typed, NUMBER_SIGNS, begins), reading.names);
}

function readSales(text: string, reading: SalesReading): SalesQuestion | WithoutWords<'sales'> {
  const tokens = tokensOf(text, reading);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'sales', kind: 'form' };
  if (second === undefined && first.quoted && first.key === undefined && !isName(first.value, reading)) {
    return readSales(first.value, reading);
  }
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'sales', kind: 'help' };
  const said = readSalesWords(tokens, reading);
  const periods = readPeriods(said, reading.context);
  const { selection, problems: tooMany } = selectionIn(said.items);
  const problems = [
    ...said.problems,
    ...tooMany,
    ...periods.problems,
    ...(periods.against === undefined ? [] : notCompared(said)),
  ];
  if (problems.length > 0) throw errorOf(problems, tokens);

  const { days, against } = periods;
  const question = {
    command: 'sales',
    selection,
    by: said.by ?? meaningNextTo(said.items) ?? defaultGroup(selection, days),
    ...said.filter,
  } as const;
  if (against === undefined) {
    const and = said.and === undefined ? {} : { and: said.and.group };
    return { ...question, kind: 'sales', days, ...and };
  }
  if (formatDays(against) === formatDays(days)) {
    const [first = '', ...others] = periods.instead.map((each) => formatWith(tokens, periods.beside, each));
    throw new ParseError((t) => salesWords(t).mistakes.withItself(days), first, others, {
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

/** Problems of a comparison: it allows neither a second grouping nor a flag of one period. */
function notCompared({ by, and, filter, filterTokens }: SalesWords): Problem[] {
  const pairs: Problem = {
    sentence: (t) => salesWords(t).mistakes.pairsNotCompared,
    tokens: and?.tokens ?? [],
    instead: [`by:${by}`],
  };
  // The answer refuses returns: it suggests their question of one period.
  const flags = flagsOfOnePeriod(filter).filter((name) => name !== 'returns');
  return [
    ...(and === undefined ? [] : [pairs]),
    ...flags.map((name) => ({
      sentence: (t: Catalog) => salesWords(t).filters[name].notCompared,
      tokens: filterTokens.get(name) ?? [],
      instead: [''],
    })),
  ];
}

/** Numbers joined by commas. "0,5" isn't: it's one number. */
const NUMBERS = /^\d{2,}(?:[,;]\d{2,})+$/;

/** Reads "våren" as spring: folded, it would be "varen", "the product". "Vår" is "our" unless a season is meant. */
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
function numberFilterApart(token: Token): Token[] {
  const [, word = '', number] =
    (isPlain(token) ? /^(\p{L}+)(\d{1,4})$/u.exec(token.folded) : undefined) ?? [];
  const name = NUMBER_KEYS.get(word);
  return name === undefined ? [token] : tokenize(`${name}:${number}${token.endsPart ? ',' : ''}`, SALES_KEYS);
}

/** Whether words in quotes are a product's or store's name; otherwise the quotes are around the whole command. */
function isName(words: string, { names }: SalesReading): boolean {
  if (words === '' || numberOf(words) !== undefined) return true;
  return candidates(words, names.products).length > 0 || candidates(words, names.stores).length > 0;
}

/** The first problem's sentence, with the command as it would read with each fix. */
export function errorOf(problems: readonly Problem[], tokens: readonly Token[]): ParseError {
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
    // Where a word was left out, drop one that needs it, such as the "at" of "at noon" or the "vs" of "oslo vs".
    if (fix === '' && LEADING.some((words) => isOneOf(words, tokens[at - 1]))) texts.pop();
    if (fix !== '') texts.push(fix);
  }
  return texts.join(' ');
}

const LEADING = [FILLERS, VERSUS_WORDS];
