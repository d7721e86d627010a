import { parseAlert, phraseAt } from '../../alerts/parse.ts';
import { errorOf, leftOut } from '../../ask/mistakes.ts';
import { readSlots, type SlotReading, tokensOf } from '../../ask/readSlots.ts';
import { type Item, type Mistake, selectionOf } from '../../ask/said.ts';
import type { Catalog } from '../../language/language.ts';
import { dateContextOf } from '../../parse/dates/period.ts';
import type { Reading } from '../../parse/nameLookup.ts';
import { withNumbersJoined } from '../../parse/names.ts';
import { rememberingReading } from '../../parse/parseCommand.ts';
import type { FindPeriod } from '../../parse/periodTokens.ts';
import { format, isOneOf, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { wordList } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { fold } from '../../text/normalize.ts';
import { SALES, SALES_WORDS, type SaidOfSales } from '../slots.ts';
import { salesWords } from '../words/words.ts';
import { isPercent, MOST_FALL, MOST_RISE, type SalesAlertRule, writePercent } from './rule.ts';

/** The words of changes. */
const WORDS = {
  down: fold(
    '(?:(?:is|are|goes|går|er) )?(?:down|ned|minus)|falls?|falling|drops?|decreases?|declines?|faller|synker|fall på|nedgang på',
  ),
  up: fold(
    '(?:(?:is|are|goes|går|er) )?(?:up|opp|plus|pluss)|rises?|rising|grows?|increases?|stiger|øker|aukar|vokser|vekst på|oppgang på',
  ),
  little:
    '(?:by )?(?:more than|at least)|by|with|below|under|over|above|(?:med )?(?:mer enn|meir enn|minst)|med',
  week: 'week|uke|veke',
  on: fold('on|over|by|for|mot|på'),
  than: 'vs|versus|against|compared (?:to|with)|from|than|since|mot|sammenlignet med|fra|enn|siden',
  before: fold(
    '(?:the )?(?:last week|previous week|week (?:before|earlier))|forrige (?:uke|veke)|(?:uk(?:a|en)|veka) før',
  ),
  unit: fold('day|month|quarter|year|dag|måned|månad|kvartal|år'),
  units: fold(
    '(?:(?:is|are|er|goes|falls|går|faller) )?(?:below|under|over|above|(?:less|fewer|more) than|(?:mindre|færre|mer|meir|flere) enn|[<>]) ?\\d[\\d ]*(?: (?:units?|enhet(?:er)?|stk))?',
  ),
};
const CHANGE = new RegExp(
  `^(?:(?:(?<down>${WORDS.down})|(?<up>${WORDS.up})) )?(?:(?:${WORDS.little}) )?(?<sign>[+-] ?)?(?<number>\\d{1,9}(?:[.,]\\d+)?)(?<cent> ?(?:%|percent|per cent|pct|prosent))?(?: (?:or more|eller mer|eller meir))?(?= |$)`,
);
/** The only comparison. */
const WEEK_ON_WEEK = new RegExp(
  `^(?:(?:${WORDS.week})[ -](?:${WORDS.on})[ -](?:${WORDS.week})|wow|w/w|(?:${WORDS.than}) (?:${WORDS.before}))(?= |$)`,
);
const OTHER_COMPARISON = new RegExp(
  `^(?:(?:${WORDS.unit})[ -](?:${WORDS.on})[ -](?:${WORDS.unit})|[myqd]o[myqd]|[myqd]/[myqd])(?= |$)`,
);
/** A number of units, as alerts on stock have. */
const UNITS = new RegExp(`^(?:${WORDS.units})(?= |$)`);
/** "When gin falls by 30%". */
const BEGINNING = wordList('when if når hvis dersom om');

/** Suggested changes. */
const [USUAL_FALL, USUAL_RISE] = [-30, 50];

type SaidChange =
  | { readonly percent: number }
  /** What is wrong with it, and changes to suggest. */
  | { readonly reason: 'unsigned' | 'wrong'; readonly instead: readonly number[] };

/** What stands where a question has its periods. */
type Found =
  | ({ readonly of: 'change' } & SaidChange)
  | { readonly of: 'weeks' | 'comparison' | 'units' | 'period' };

/** Reads the words after `/sales alert`. The fixes of an error stand in the same place. @throws ParseError */
export function parseSalesAlert(words: string, { vocabulary, calendar, now }: Reading): SalesAlertRule {
  const reading = rememberingReading(vocabulary, dateContextOf(calendar, now));
  return parseAlert('sales', withNumbersJoined(words, vocabulary), (text) => readRule(text, reading));
}

function readRule(text: string, reading: SlotReading): SalesAlertRule {
  const typed = tokensOf(text, SALES_WORDS, reading.names);
  const tokens = isOneOf(BEGINNING, typed[0]) ? typed.slice(1) : typed;
  const change = lastChange(tokens);
  const said = readSlots(
    tokens,
    { ...reading, periods: findParts(change, reading.periods) },
    SALES,
    SALES_WORDS,
  );
  const { mistakes, selection: named } = selectionOf(said.items);
  const { sides, ...selection } = named;
  const all = [
    ...wrongChange(change, tokens, said.items),
    ...said.mistakes,
    ...mistakes,
    ...moreThanNames(said, sides !== undefined),
  ];
  if (all.length > 0 || change === undefined || !('percent' in change.found)) throw errorOf(all, tokens);
  return { percent: change.found.percent, selection };
}

/** Words that say more than products and stores: a period, a filter, a grouping. */
function moreThanNames(
  { items, compare, counts, flags, rows, implied }: SaidOfSales<Found>,
  hasSides: boolean,
): readonly Mistake[] {
  const more = items.flatMap((item) => {
    if (item.kind === 'period') return item.found.of === 'period' ? [item.tokens] : [];
    return item.kind === 'beside' && !hasSides ? [item.tokens] : [];
  });
  const sides = items.flatMap((item) => (item.kind === 'beside' && hasSides ? [item.tokens] : []));
  const isUsed = items.some(({ tokens }) => compare !== undefined && tokens.includes(compare));
  const said = [
    ...more,
    ...(compare === undefined || isUsed ? [] : [[compare]]),
    ...[...counts.values()].map(({ tokens }) => tokens),
    ...flags.values(),
  ];
  const grouped: Mistake['sentence'] = (t) => salesWords(t).alert.mistakes.grouped;
  return [
    ...sides.map((tokens) => leftOut(tokens, (t) => parseWords(t).noSides(phraseOf(tokens)))),
    ...said.map((tokens) => leftOut(tokens, (t) => salesWords(t).alert.mistakes.otherDays(phraseOf(tokens)))),
    ...rows.map(({ tokens }) => leftOut(tokens, grouped)),
    ...(implied === undefined ? [] : [leftOut([], grouped)]),
  ];
}

/** The last change of a text, such as "falls by 30%". */
function lastChange(tokens: readonly Token[]) {
  let last: { readonly tokens: readonly Token[]; readonly found: SaidChange } | undefined;
  let at = 0;
  while (at < tokens.length) {
    const phrase = phraseAt(tokens.slice(at), CHANGE);
    const { down, up, sign, number = '', cent } = phrase?.said ?? {};
    const many = phrase?.many ?? 1;
    if ([down, up, sign, cent].some((part) => part !== undefined)) {
      const isFall = down !== undefined || sign?.[0] === '-';
      const isRise = up !== undefined || sign?.[0] === '+';
      const found = changeOf(Number(number.replace(',', '.')), isFall, isRise);
      last = { tokens: tokens.slice(at, at + many), found };
    }
    at += many;
  }
  return last;
}

function changeOf(size: number, isFall: boolean, isRise: boolean): SaidChange {
  if (isFall === isRise) return { reason: 'unsigned', instead: [-size, size].filter(isPercent) };
  const percent = isFall ? -size : size;
  return isPercent(percent) ? { percent } : { reason: 'wrong', instead: [isFall ? USUAL_FALL : USUAL_RISE] };
}

/** Finds the change, the comparisons, and periods, of which an alert has none. */
function findParts(change: ReturnType<typeof lastChange>, periods: FindPeriod): FindPeriod<Found> {
  return (tokens, isComparison) => {
    if (change !== undefined && tokens[0] === change.tokens[0]) {
      return { many: change.tokens.length, found: { of: 'change', ...change.found } };
    }
    const phrases = [
      ['weeks', WEEK_ON_WEEK],
      ['comparison', OTHER_COMPARISON],
      ...(change === undefined ? ([['units', UNITS]] as const) : []),
    ] as const;
    for (const [kind, pattern] of phrases) {
      const phrase = phraseAt(tokens, pattern);
      if (phrase !== undefined) return { many: phrase.many, found: { of: kind } };
    }
    const period = periods(tokens, isComparison);
    return period && { many: period.many, found: { of: 'period' } };
  };
}

/** What is wrong with the change, or where one is missing. */
function wrongChange(
  change: ReturnType<typeof lastChange>,
  tokens: readonly Token[],
  items: readonly Item<Found>[],
): readonly Mistake[] {
  const partsOf = (of: Found['of']) =>
    items.flatMap((item) => (item.kind === 'period' && item.found.of === of ? item.tokens : []));
  const [comparison, units, weeks] = [partsOf('comparison'), partsOf('units'), partsOf('weeks')];
  const words = (t: Catalog) => salesWords(t).alert.mistakes;
  if (comparison.length > 0) return [leftOut(comparison, (t) => words(t).otherDays(phraseOf(comparison)))];
  if (change === undefined) {
    const rest = format(tokens.filter((token) => !units.includes(token) && !weeks.includes(token)));
    const instead = [USUAL_FALL, USUAL_RISE].map((each) => `${rest} ${writePercent(each)}`.trim());
    return [
      { sentence: (t) => (units.length > 0 ? words(t).ofUnits : words(t).noChange()), tokens, instead },
    ];
  }
  const { found, tokens: used } = change;
  if ('percent' in found) return [];
  return [
    {
      sentence: (t) => words(t)[found.reason](phraseOf(used), MOST_FALL, MOST_RISE),
      tokens: used,
      instead: found.instead.map(writePercent),
    },
  ];
}
