import { quoted } from '../text/normalize.ts';
import { besides, phraseOf, type Sides, sidesOf } from './comparing.ts';
import { type EnglishDays, loadEnglishDays } from './englishDays.ts';
import { COMPARE_WORDS, FILLERS, GROUP_ADVERBS, GROUP_WORDS, HELP_WORDS } from './lexicon.ts';
import { Misread, readWith } from './misread.ts';
import { CommandMistake } from './mistake.ts';
import { type Moment, momentOf } from './moment.ts';
import { rangeBefore, readPeriod, typed } from './periods.ts';
import { type DayRange, GROUPS, type Group, type SalesQuestion } from './question.ts';
import { type Filter, isKnownName, readFilter, readUnnamed, withNamesJoined } from './salesFilter.ts';
import { isPlain, type Token, tokensOf, withKeysJoined, writtenWith } from './tokens.ts';
import { type Reading, rememberingNames } from './vocabulary.ts';
import { nearestOwn, plainly } from './words.ts';

export const SALES_HELP = [
  '`/sales yesterday`, `/sales 2026-11-03`, `/sales monday`, `/sales i går` – one day',
  '`/sales last week`, `/sales 2026-11-01..2026-11-07`, `/sales siste 30 dager`, `/sales uke 46` – a period; a date without a year is the latest one',
  '`product:1101` and `store:143` narrow it, with a name as well: `store:"oslo torggata"`',
  '`by:product`, `by:store`, `by:day`, `by:week` group it',
  '`/sales compare last week` – beside the week before; `compare last week with week 40` beside another one',
  '`/sales` alone opens a form',
].join('\n');

/** What may stand beside a period. */
const BESIDE_A_PERIOD = ['compare', 'sammenlign', 'samanlikn', 'help', 'hjelp'];
const SUGGESTED = [
  ...['help', 'compare', 'yesterday', 'last week', 'this week', 'last month', 'this month', 'last 7 days'],
  ...['i går', 'forrige uke', 'denne uken', 'forrige måned', 'denne måneden', 'siste 7 dager', 'hjelp'],
];

/**
 * Reads the text behind `/sales`. The library for days in English is loaded when something was typed that nothing else
 * understands.
 * @throws CommandMistake
 */
export async function parseSales(text: string, reading: Reading): Promise<SalesQuestion> {
  const plain = plainly(text);
  const known = rememberingNames(reading);
  const moment = momentOf(reading.calendar, reading.now);
  const readWithDays = (english: EnglishDays) =>
    readWith('sales', plain, (typedText) => readSales(typedText, known, moment, english));
  let wantsEnglish = false;
  try {
    return readWithDays(() => {
      wantsEnglish = true;
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof CommandMistake && wantsEnglish)) throw error;
  }
  return readWithDays(await loadEnglishDays());
}

function readSales(text: string, reading: Reading, moment: Moment, english: EnglishDays): SalesQuestion {
  const split = withKeysJoined(tokensOf(text), FILLERS).map(asGroup);
  const tokens = withNamesJoined(split, reading.vocabulary);
  if (tokens.length === 0) return { command: 'sales', kind: 'form' };
  const plain = tokens.filter(isPlain);
  if (plain.some(({ folded }) => HELP_WORDS.has(folded))) return { command: 'sales', kind: 'help' };
  const compare = plain.find(({ folded }) => COMPARE_WORDS.has(folded));
  const rest = tokens.filter((token) => token !== compare);

  const by = readGroup(tokens);
  const filter = readFilter(rest, tokens, reading.vocabulary);
  const spoken = rest.filter((token) => token.key === undefined);
  const parts = { tokens, reading, moment, english };
  const sides = sidesOf(spoken, compare !== undefined, (words) => quietly(words, parts));
  const main = sides?.main ?? spoken;
  const said = readSpoken(main, filter, parts);
  const days = said ?? { from: moment.newest, to: moment.newest };
  const compared = sides && readAgainst(sides, said, days, filter, parts);
  const question = {
    command: 'sales',
    productIds: [...filter.productIds],
    storeIds: [...filter.storeIds],
    by: by ?? defaultGroup(filter, days),
  } as const;
  return compared === undefined
    ? { ...question, kind: 'sales', days }
    : { ...question, kind: 'compare', ...compared };
}

/** "daily" is "by day". */
function asGroup(token: Token): Token {
  const group = isPlain(token) ? GROUP_ADVERBS.get(token.folded) : undefined;
  return group === undefined
    ? token
    : { ...token, key: 'by', text: `by:${group}`, value: group, folded: group };
}

/** The period that words are when nothing else is among them. */
function quietly(words: readonly Token[], { moment, english }: Parts): DayRange | undefined {
  if (words.length === 0 || !words.every(isPlain)) return undefined;
  try {
    return readPeriod(phraseOf(words), moment, english);
  } catch (error) {
    if (error instanceof Misread) return undefined;
    throw error;
  }
}

/** What is not narrowed to one is shown; when both are, the days are. */
function defaultGroup({ productIds, storeIds }: Filter, days: DayRange): Group {
  if (productIds.size !== 1) return 'product';
  return storeIds.size === 1 && days.from !== days.to ? 'day' : 'store';
}

function readGroup(tokens: readonly Token[]): Group | undefined {
  const keyed = tokens.filter(({ key }) => key === 'by');
  const [token, second] = keyed;
  if (token === undefined) return undefined;
  const group = GROUP_WORDS.get(token.folded);
  if (group === undefined) {
    const near = MONTHLY.test(token.folded)
      ? 'week'
      : (GROUP_WORDS.get(nearestOwn(token.folded, [...GROUP_WORDS.keys()]) ?? '') ?? 'store');
    throw new Misread(`${quoted(token.text)} is not a grouping; it can be by ${GROUPS.join(', ')}.`, [
      writtenWith(tokens, keyed, `by:${near}`),
    ]);
  }
  if (second === undefined) return group;
  throw new Misread('There are two groupings in that; one is enough.', [
    writtenWith(tokens, keyed, `by:${group}`),
  ]);
}

const MONTHLY = /^(?:month|maned|mnd)/;

interface Parts {
  readonly tokens: readonly Token[];
  readonly reading: Reading;
  readonly moment: Moment;
  readonly english: EnglishDays;
}

/**
 * Reads what has no key: a period, and names of products and stores around it, which are put into the filter. Undefined
 * when there is no period.
 */
function readSpoken(spoken: readonly Token[], filter: Filter, parts: Parts): DayRange | undefined {
  const names = spoken.filter((token) => token.quoted || token.unknownKey !== undefined);
  for (const name of names) readUnnamed([name], filter, parts.tokens, parts.reading.vocabulary);
  const words = spoken.filter((token) => !names.includes(token));
  if (words.length === 0) return undefined;
  const found = findPeriod(words, parts);
  const name = found?.name ?? words;
  if (found === undefined || name.length > 0) {
    const near = nearestOwn(phraseOf(name), found === undefined ? SUGGESTED : BESIDE_A_PERIOD);
    readUnnamed(name, filter, parts.tokens, parts.reading.vocabulary, near);
  }
  return found?.days;
}

/**
 * The longest stretch of words at the beginning or end that is a period and leaves a name that is known, else the
 * longest that leaves anything. A name can begin like a month.
 */
function findPeriod(
  words: readonly Token[],
  parts: Parts,
): { readonly days: DayRange; readonly name: readonly Token[] } | undefined {
  if (words.length > 1 && isKnownName(words, parts.reading.vocabulary)) return undefined;
  let first: { readonly said: readonly Token[]; readonly name: readonly Token[] } | undefined;
  for (let length = Math.min(words.length, MOST_WORDS); length > 0; length -= 1) {
    const splits = [[words.slice(0, length), words.slice(length)]] as [Token[], Token[]][];
    if (length < words.length) splits.push([words.slice(-length), words.slice(0, -length)]);
    for (const [said, name] of splits) {
      const days = periodOf(said, parts.tokens, parts.moment, parts.english);
      if (days === undefined) continue;
      if (name.length === 0 || isKnownName(name, parts.reading.vocabulary)) return { days, name };
      first ??= { said, name };
    }
  }
  if (first === undefined) return undefined;
  const days = periodOf(first.said, parts.tokens, parts.moment, parts.english);
  return days === undefined ? undefined : { days, name: first.name };
}

/** No period is said in more words; every stretch of them is tried. */
const MOST_WORDS = 10;

function periodOf(
  words: readonly Token[],
  tokens: readonly Token[],
  moment: Moment,
  english: EnglishDays,
): DayRange | undefined {
  try {
    return readPeriod(phraseOf(words), moment, english);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    throw new Misread(
      error.message,
      error.fixes.map((fix) => writtenWith(tokens, words, fix)),
      { otherwise: error.fixes },
    );
  }
}

/** Both ranges of a comparison; the later one is compared with the earlier one, in whichever order they were said. */
function readAgainst(
  { main, other }: Sides,
  said: DayRange | undefined,
  days: DayRange,
  filter: Filter,
  parts: Parts,
): { readonly days: DayRange; readonly against: DayRange } {
  const { calendar } = parts.moment;
  if (other === undefined) return { days, against: rangeBefore(days, calendar) };
  const { joint, phrase } = other;
  const named = filter.productIds.size + filter.storeIds.size;
  const found = besides(phrase, days, calendar) ?? readSpoken(phrase, filter, parts);
  if (said === undefined && main.length > 0 && filter.productIds.size + filter.storeIds.size > named) {
    throw besideEachOther(filter, found ?? days);
  }
  const against = found ?? rangeBefore(days, calendar);
  if (typed(against) === typed(days)) {
    const gone = parts.tokens.slice(parts.tokens.indexOf(joint)).filter(isPlain);
    throw new Misread(`${typed(days)} would be compared with itself.`, [writtenWith(parts.tokens, gone)], {
      otherwise: [`compare ${typed(days)}`],
    });
  }
  const isEarlier = against.from < days.from || (against.from === days.from && against.to < days.to);
  return isEarlier ? { days, against } : { days: against, against: days };
}

/** "compare oslo with bergen" asks for two stores of one period. */
function besideEachOther({ productIds, storeIds }: Filter, days: DayRange): Misread {
  const by = storeIds.size > 1 ? 'store' : 'product';
  const narrowed = [
    ...(productIds.size === 0 ? [] : [`product:${[...productIds].join(',')}`]),
    ...(storeIds.size === 0 ? [] : [`store:${[...storeIds].join(',')}`]),
  ];
  return new Misread(
    '"compare" sets two periods beside each other; stores and products stand beside each other in one period.',
    [`${typed(days)} ${narrowed.join(' ')} by:${by}`],
  );
}
