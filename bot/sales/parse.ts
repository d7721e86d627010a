import { daysAfterIn, type Following } from '../ask/follow.ts';
import { errorOf, leftOut } from '../ask/mistakes.ts';
import { parseCommand, rememberingReading, type WithoutWords } from '../ask/parseCommand.ts';
import { readSlots, type SlotReading, tokensOf } from '../ask/readSlots.ts';
import { type Mistake, meaningBeside, selectionOf } from '../ask/said.ts';
import type { Group } from '../figures/rows.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { candidates, numberOf, withNumbersJoined } from '../parse/names.ts';
import { type Chosen, isNone, type Selection } from '../parse/selection.ts';
import { isOneOf, type Token } from '../parse/tokenizer.ts';
import { HELP_WORDS, VERSUS_WORDS } from '../parse/vocabulary.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { type Filters, FLAG_NAMES } from './filters.ts';
import type { SalesAsked } from './question.ts';
import { inOrder, readPeriods } from './saidPeriods.ts';
import { isWeekday, SALES, SALES_WORDS, type SaidOfSales } from './slots.ts';
import { salesWords } from './words/words.ts';

/** Reads the text after `/sales`. @throws ParseError */
export function parseSales(
  text: string,
  { vocabulary, calendar, now }: Reading,
): SalesAsked | WithoutWords<'sales'> {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return parseCommand('sales', withNumbersJoined(text, vocabulary), (plain) => readSales(plain, reading));
}

/** What the words after `/sales` say, without what a question has when nothing is said. */
export function wordsOfSales(text: string, reading: SlotReading) {
  const tokens = tokensOf(text, SALES_WORDS, reading.names);
  return { tokens, said: readSlots(tokens, reading, SALES, SALES_WORDS) };
}

/** How what follows one of its questions is read. */
export function followingSales({ vocabulary, calendar, now }: Reading): Following<FoundPeriod> {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return {
    slots: SALES,
    lexicon: SALES_WORDS,
    names: reading.names,
    budget: reading.budget,
    read: (text) => wordsOfSales(text, reading),
    slotsOf: () => ['period'],
    daysAfter: daysAfterIn(reading.context),
  };
}

function readSales(text: string, reading: SlotReading): SalesAsked | WithoutWords<'sales'> {
  const tokens = tokensOf(text, SALES_WORDS, reading.names);
  const [first, second] = tokens;
  if (first === undefined) return { command: 'sales', kind: 'form' };
  if (second === undefined && first.quoted && first.key === undefined && !isName(first.value, reading)) {
    return readSales(first.value, reading);
  }
  if (tokens.some((token) => isOneOf(HELP_WORDS, token))) return { command: 'sales', kind: 'help' };
  const said = readSlots(tokens, reading, SALES, SALES_WORDS);
  const why = said.flags.get('why');
  const periods = readPeriods({ ...said, compare: said.compare ?? why?.[0] }, reading.context);
  const { selection, mistakes } = selectionOf(said.items);
  const all = [
    ...said.mistakes,
    ...mistakes,
    ...manyRows(said),
    ...periods.mistakes,
    ...(periods.against === undefined ? [] : notCompared(said)),
    ...(daysIn(periods.days).length > 0 ? [] : noSuchWeekday(said, periods.days)),
    ...weekdaysBeside(said, tokens),
    ...(why === undefined ? [] : besideWhy(said)),
  ];
  if (all.length > 0) throw errorOf(all, tokens);

  const { days, against } = periods;
  // The mean of an open day is what a chart of days shows, and each of several stores has its own.
  const averaged = isMany(selection.store) ? 'store' : 'day';
  const implied = said.implied ?? (said.flags.has('average') ? averaged : undefined);
  const [rows = implied ?? meaningBeside(said.items), and] = said.rows.map(({ name }) => name);
  const filters = filtersIn(said);
  if (why !== undefined && against !== undefined)
    return { command: 'sales', kind: 'reasons', selection, ...inOrder(days, against) };
  if (
    rows === undefined &&
    against === undefined &&
    days.weekdays === undefined &&
    isOverview(selection, filters)
  ) {
    return { command: 'sales', kind: 'overview', days, selection };
  }
  const by = rows ?? defaultGroup(selection, days);
  const question = { command: 'sales', selection, by, ...filters } as const;
  if (against === undefined) {
    return { ...question, kind: 'sales', days, ...(and === undefined ? {} : { and }) };
  }
  return { ...question, kind: 'compare', ...inOrder(days, against) };
}

/** Whether a question without rows is for all of a period. One product in one store has nothing to rank. */
function isOverview({ product, store }: Selection, filters: Filters): boolean {
  return Object.keys(filters).length === 0 && !(isOne(product) && isOne(store));
}

function isOne({ ids, names }: Chosen): boolean {
  return ids.length === 1 && names.length === 0;
}

function filtersIn({ counts, flags }: SaidOfSales): Filters {
  return Object.fromEntries([
    ...[...counts].map(([name, { number }]) => [name, number] as const),
    ...FLAG_NAMES.filter((name) => flags.has(name)).map((name) => [name, true] as const),
  ]);
}

function isMany({ ids, names }: Chosen): boolean {
  return ids.length > 1 || names.length > 0;
}

/** Groups by what isn't narrowed to one product or store; by day where both are, or the days. */
function defaultGroup({ product, store }: Selection, days: DayRange): Group {
  if (days.weekdays !== undefined) return 'day';
  if (isMany(product)) return 'product';
  if (isMany(store)) return 'store';
  if (isNone(product)) return 'product';
  return !isNone(store) && days.from !== days.to ? 'day' : 'store';
}

/** Weekdays that the period doesn't have. */
function noSuchWeekday(said: SaidOfSales, days: DayRange): Mistake[] {
  return [leftOut(weekdaysOf(said), (t) => salesWords(t).mistakes.noSuchWeekday(days))];
}

/** The words for weekdays. */
function weekdaysOf({ flags }: SaidOfSales): readonly Token[] {
  return [...flags].flatMap(([name, used]) => (isWeekday(name) ? used : []));
}

/** "Fridays vs saturdays": a question has one list of weekdays. */
function weekdaysBeside(said: SaidOfSales, all: readonly Token[]): Mistake[] {
  const weekdays = weekdaysOf(said);
  const places = weekdays.map((token) => all.indexOf(token));
  const between = said.items.find(({ kind, tokens: [token] }) => {
    const at = token === undefined ? -1 : all.indexOf(token);
    return (
      kind === 'beside' &&
      isOneOf(VERSUS_WORDS, token) &&
      places.some((place) => place < at) &&
      places.some((place) => place > at)
    );
  });
  if (between === undefined) return [];
  const sentence: Mistake['sentence'] = (t) => salesWords(t).mistakes.weekdaysBeside;
  return [{ sentence, tokens: [...between.tokens, ...weekdays], instead: ['by:weekday'] }];
}

/** A third grouping. */
function manyRows({ rows }: SaidOfSales): Mistake[] {
  const [first, second, third] = rows;
  if (third === undefined) return [];
  const instead = `by:${first?.name} by:${second?.name}`;
  return [onlyRows(rows, (t) => salesWords(t).mistakes.manyGroupings, instead)];
}

function onlyRows(rows: SaidOfSales['rows'], sentence: Mistake['sentence'], instead: string): Mistake {
  return {
    sentence,
    tokens: rows.flatMap(({ tokens }) => tokens),
    instead: [instead],
    leavesOut: true,
    isOfRows: true,
  };
}

/** "Why" gives what changed by product and by store, so it takes no rows, sides or filters. */
function besideWhy({ rows, counts, flags, items }: SaidOfSales): Mistake[] {
  const sentence: Mistake['sentence'] = (t) => salesWords(t).reasons.alone;
  // Sides without what stands between them are one sum: another question.
  if (meaningBeside(items) !== undefined) return [leftOut(flags.get('why') ?? [], sentence)];
  const others = [
    ...rows.map(({ tokens }) => tokens),
    ...[...counts.values()].map(({ tokens }) => tokens),
    ...FLAG_NAMES.map((name) => flags.get(name) ?? []),
  ];
  const tokens = others.flat();
  return tokens.length === 0 ? [] : [leftOut(tokens, sentence)];
}

/** A comparison allows neither a second grouping nor a flag. */
function notCompared({ rows, flags }: SaidOfSales): Mistake[] {
  const pairs = onlyRows(rows, (t) => salesWords(t).mistakes.pairsNotCompared, `by:${rows[0]?.name}`);
  return [
    ...(rows.length < 2 ? [] : [pairs]),
    // The answer refuses returns: it suggests their question of one period.
    ...FLAG_NAMES.filter((name) => name !== 'returns').flatMap((name) => {
      const tokens = flags.get(name);
      return tokens === undefined ? [] : [leftOut(tokens, (t) => salesWords(t).filters[name].notCompared)];
    }),
  ];
}

/** Whether words in quotes are a product's or store's name; otherwise the quotes are around the whole command. */
function isName(words: string, { names }: SlotReading): boolean {
  if (words === '' || numberOf(words) !== undefined) return true;
  return candidates(words, names.products).length > 0 || candidates(words, names.stores).length > 0;
}
