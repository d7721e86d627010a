import { parseAlert, phraseAt } from '../../alerts/parse.ts';
import { errorOf } from '../../ask/mistakes.ts';
import { readSlots, tokensOf } from '../../ask/readSlots.ts';
import { type Item, type Mistake, selectionOf } from '../../ask/said.ts';
import { lexiconOf, type Slots } from '../../ask/slots.ts';
import { formatterFor } from '../../language/formatter.ts';
import { nearestWord } from '../../parse/didYouMean.ts';
import type { Reading } from '../../parse/nameLookup.ts';
import { withNumbersJoined } from '../../parse/names.ts';
import type { FindPeriod } from '../../parse/periodTokens.ts';
import { format, isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { AND_WORDS, EITHER_WORDS, wordList } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import type { Budget } from '../../text/budget.ts';
import { fold } from '../../text/normalize.ts';
import { notAnswered, ofStores, readingOfStock } from '../parse.ts';
import { STOCK } from '../slots.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { MAX_ALERT_DAYS, MAX_ALERT_UNITS, type StockAlert } from './rule.ts';

/** Little words around a line and at the start: "when 1101 is below 100", "mindre enn 100". */
const LITTLE =
  'when if når hvis om is are er goes go gets get falls drops runs går faller blir kommer than enn of av for stock cover dekning lagerdekning has have har we vi there it det den on about';

const ANYTHING = 'anything something noko';

/** What an alert on stock can be told besides its line, which stands where other commands have a period. */
const ALERT: Slots<'store', never, 'mine'> = {
  ...STOCK,
  command: 'stock alert',
  counts: {},
  flags: { mine: STOCK.flags.mine },
  fillers: `- på product products produkt produkter vare varer varar varene sold today now i nå idag dag please takk what which hva kva som show me vis meg a en any ${ANYTHING} ${LITTLE}`,
  nouns: '',
  called: () => ({ rows: {}, counts: {} }),
};
const ALERT_WORDS = lexiconOf(ALERT);
const LITTLE_WORDS = wordList(LITTLE);

/** The words of lines. */
const WORDS = {
  below: fold('below|under|less|fewer|mindre|færre|<'),
  out: fold('out|utsolgt|utselt|tom|tomt|tomme|sold[ -]out|sells? out|runs? out|running out|selling out'),
  back: fold('back in stock|in stock again|på lager igjen|tilbake på lager|not in stock|ikke på lager'),
  low: fold(
    'running low|(?:snart|nesten) (?:utsolgt|tom|tomt|tomme)|(?:almost|nearly|soon) (?:sold )?out|low|lav|lavt|lave|låg|lågt|låge',
  ),
  above: 'above|over|more|exceeds|>|mer|meir|flere|fleire',
  within: 'in|within|om|innen',
  days: 'd|days?|dag|dager|dagar|dagers',
  weeks: 'weeks?|uke|uker|veke|veker',
  units: 'units?|enhet|enheter|stk|pcs|bottles?|cans?|flaske|flasker|bokser',
  rest: fold('left|igjen|remaining|(?:or|eller) (?:less|fewer|mindre|færre)'),
  little: fold(LITTLE).replaceAll(' ', '|'),
  percent: '%|prosent|percent|pct',
};
const NUMBER = '(?:\\d{1,3}(?!\\d)(?: \\d{3}(?!\\d))*|\\d{4,}(?: 000(?!\\d))*)\\S*';
const COUNTED = `${WORDS.days}|${WORDS.weeks}|${WORDS.units}`;
const LINES = [
  `(?<low>${WORDS.low})(?: (?<lowDays>\\d+))?`,
  `(?:${WORDS.out})(?: of stock)? (?:${WORDS.within}) (?<within>\\d{1,3}) ?(?<dated>${WORDS.days}|${WORDS.weeks})?`,
  `(?<out>${WORDS.back}|${WORDS.out})`,
  `(?<below>${WORDS.below})(?: (?:${WORDS.little}))*(?:(?: |(?<=<))(?<typed>${NUMBER}|\\S+))?(?: ?(?<cent>${WORDS.percent})| (?<unit>${COUNTED}))?`,
  `(?<above>${WORDS.above})`,
  `(?<percent>[+-]?(?:\\d+(?:[.,]\\d+)? ?)?(?:${WORDS.percent}))`,
];
const LINE = new RegExp(
  `^(?:(?:${WORDS.little}|${ANYTHING.replaceAll(' ', '|')}) )*(?:${LINES.join('|')})(?: (?:${WORDS.rest}|${WORDS.little}))*(?= |$)`,
);
const LINE_WORDS = wordList(`${WORDS.below} ${WORDS.out}`.replaceAll('|', ' '));

/** Said again, as the first of "out, and below 5". */
const NOTHING = { kind: 'nothing' } as const;

/** A line, or what is wrong with it; `instead` are lines to suggest. */
type SaidLine =
  | typeof NOTHING
  | Pick<StockAlert, 'kind' | 'line'>
  | { readonly kind: 'wrong'; readonly sentence: Mistake['sentence']; readonly instead: readonly string[] };

/** Reads "gin under 7 days" or "1101 out"; without products it is all of the supplier's own. @throws ParseError */
export function parseStockAlert(words: string, reading: Reading): StockAlert {
  const { names, budget } = readingOfStock(reading);
  return parseAlert('stock', withNumbersJoined(words, reading.vocabulary), (text) => {
    // Folded, "noe" would be "no", without.
    const all = tokensOf(text, ALERT_WORDS, names).map((token) =>
      isPlain(token) && token.value.toLowerCase() === 'noe' ? { ...token, folded: 'noko' } : token,
    );
    const start = all.findIndex((token) => !isOneOf(LITTLE_WORDS, token));
    const tokens = start === -1 ? [] : all.slice(start);
    const said = readSlots(tokens, { names, budget, periods: findLine(budget) }, ALERT, ALERT_WORDS);
    const lines = said.items.filter(
      (item) => item.kind === 'period' && item.found.kind !== 'nothing',
    ) as readonly LineItem[];
    const { selection, mistakes } = selectionOf(said.items);
    const [line] = lines;
    const wrong = [
      ...wrongLines(lines, tokens),
      ...ofStores(said, tokens, false),
      ...said.mistakes,
      ...notAnswered(said, 'out'),
      ...mistakes,
    ];
    if (wrong.length > 0 || line === undefined || line.found.kind === 'wrong') {
      throw errorOf(wrong, tokens, { isUnderstood: false });
    }
    return { ...line.found, selection };
  });
}

/** The cost of looking for a line. */
const LOOK = 30;

/** Finds lines, with little words around them. */
function findLine(budget: Budget): FindPeriod<SaidLine> {
  return (tokens) => {
    budget.spend(LOOK);
    const found = phraseAt(tokens, LINE);
    if (found === undefined) return undefined;
    const { many, said } = found;
    const rest = tokens.slice(many);
    // Only at an end is a line before another one itself: "Tom Collins below 5".
    const isEnd = tokens[many - 1]?.endsPart === true || isJoin(rest[0]);
    const isFirst = rest.some((token) => isOneOf(LINE_WORDS, token));
    if (isFirst && said.below !== undefined && !/^\d/.test(said.typed ?? '')) return undefined;
    return { many, found: isFirst && !isEnd && said.out !== undefined ? NOTHING : lineOf(said) };
  };
}

function isJoin(token: Token | undefined): boolean {
  return isOneOf(AND_WORDS, token) || isOneOf(EITHER_WORDS, token);
}

const isWeeks = (unit = '') => new RegExp(`^(?:${WORDS.weeks})$`).test(unit);

/** The line that the groups of LINE say. */
function lineOf(said: Readonly<Record<string, string | undefined>>): SaidLine {
  const { low, lowDays = '7', within, dated, out, below, typed = '', cent, unit } = said;
  const wrong = (sentence: Mistake['sentence'], ...instead: string[]) =>
    ({ kind: 'wrong', sentence, instead }) as const;
  if (low !== undefined) return wrong((t) => stockAlertWords(t).mistakes.noLine, `below ${lowDays} days`);
  if (within !== undefined) {
    if (dated === undefined) return wrong((t) => stockAlertWords(t).mistakes.noLine, `below ${within} days`);
    return countedLine(within, 'cover', isWeeks(dated) ? 7 : 1);
  }
  if (out !== undefined) return { kind: 'out', line: 0 };
  if (below === undefined || cent !== undefined || new RegExp(`(?:${WORDS.percent})$`).test(typed)) {
    return said.above === undefined
      ? wrong((t) => stockAlertWords(t).mistakes.percent)
      : wrong((t) => stockAlertWords(t).mistakes.onlyBelow, 'below');
  }
  if (typed === '')
    return wrong((t) => stockAlertWords(t).mistakes.noNumber(below), 'below 100', 'below 7 days');
  const [, number = typed, glued = unit] = new RegExp(`^(.*?\\d)(${COUNTED})$`).exec(typed) ?? [];
  const isUnits = glued === undefined || new RegExp(`^(?:${WORDS.units})$`).test(glued);
  return countedLine(number, isUnits ? 'units' : 'cover', isWeeks(glued) ? 7 : 1, typed);
}

/** `each`: how many one of what is typed counts. */
function countedLine(number: string, kind: 'units' | 'cover', each: number, typed = number): SaidLine {
  const isNumber = /^(?:\d{1,3}(?:[., ]\d{3})+|\d+)$/.test(number);
  const line = Number(number.replace(/[., ]/g, '')) * each;
  const isUnits = kind === 'units';
  if (isNumber && line >= 1 && line <= (isUnits ? MAX_ALERT_UNITS : MAX_ALERT_DAYS)) return { kind, line };
  return {
    kind: 'wrong',
    sentence: (t) =>
      isUnits
        ? stockAlertWords(t).mistakes.wrongUnits(typed, formatterFor(t.code).units(MAX_ALERT_UNITS))
        : stockAlertWords(t).mistakes.wrongDays(typed, MAX_ALERT_DAYS),
    instead: [isUnits ? 'below 100' : 'below 7 days'],
  };
}

type LineItem = Extract<Item<Exclude<SaidLine, typeof NOTHING>>, { kind: 'period' }>;

/** What is wrong with lines: there is none, or there are two, or the one is no line. */
function wrongLines(lines: readonly LineItem[], tokens: readonly Token[]): readonly Mistake[] {
  const [first, second] = lines;
  if (first === undefined) return [withoutLine(tokens)];
  const wrong = lines.flatMap(({ found, tokens: used }) =>
    found.kind === 'wrong' ? [{ ...found, tokens: used, leavesOut: found.instead.length === 0 }] : [],
  );
  if (second === undefined) return wrong;
  const end = first.tokens.length + tokens.indexOf(first.tokens[0] as Token);
  const join = tokens.findIndex(
    (token, at) => at >= end && (isJoin(token) || tokens[at - 1]?.endsPart === true),
  );
  const kept = tokens.slice(0, join === -1 ? end : join);
  return [
    {
      sentence: (t) => stockAlertWords(t).mistakes.twoLines,
      tokens,
      instead: [format(kept).replace(/,$/, '')],
      leavesOut: true,
    },
  ];
}

const AT = wordList('at on to på ved til = er is');

/** Where no line is said: a word that is spelled much like one, or a number that may be its number. */
function withoutLine(tokens: readonly Token[]): Mistake {
  const isCount = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && /^\d/.test(token.value);
  for (const [at, token] of tokens.entries()) {
    const meant = isPlain(token) ? nearestWord(token.value, LINE_WORDS) : undefined;
    if (meant === undefined || !(WORDS.out.split('|').includes(meant) || isCount(tokens[at + 1]))) continue;
    return {
      sentence: (t) => parseWords(t).unknown(token.value, '/stock alert'),
      tokens: [token],
      instead: [meant],
    };
  }
  const at = tokens.findLastIndex((token, index) => isOneOf(AT, token) && isCount(tokens[index + 1]));
  const counted = at !== -1 ? at + 1 : tokens.length > 1 && isCount(tokens.at(-1)) ? tokens.length - 1 : -1;
  const products = format(tokens.slice(0, at === -1 ? tokens.length : at));
  const before = format(tokens.slice(0, at === -1 ? counted : at));
  const below = lineOf({ below: 'below', typed: phraseOf(tokens.slice(counted)) });
  return {
    sentence: (t) => stockAlertWords(t).mistakes.noLine,
    tokens,
    instead: [
      ...(counted === -1 || below.kind === 'wrong'
        ? []
        : [`${before} below ${format(tokens.slice(counted))}`]),
      `${products} out`,
      `${products} below 100`,
    ].map((each) => each.trim()),
  };
}
