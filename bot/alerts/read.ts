import { errorOf, leftOut } from '../ask/mistakes.ts';
import { parseCommand } from '../ask/parseCommand.ts';
import { readSlots, type SlotReading, tokensOf } from '../ask/readSlots.ts';
import { type Mistake, type Said, selectionOf } from '../ask/said.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { withNumbersJoined } from '../parse/names.ts';
import { ParseError, withFixes } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { format, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, EITHER_WORDS, wordList } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { fold } from '../text/normalize.ts';
import type { Comparison, Items, Line, Measure, Side } from './line.ts';
import { type AlertRule, type AlertSubject, ruleOf } from './subject.ts';
import { alertWords } from './words/words.ts';

/** Add nothing around a line: "when gin is below 100", "mindre enn 100". */
export const LITTLE =
  'when whenever once if når hvis dersom om is are er goes go gets get falls drops runs går faller blir kommer than enn of av for stock cover dekning lagerdekning has have har we vi there it det den on about anything something noko';
const LITTLE_WORDS = wordList(LITTLE);

/** The words of lines, of whatever is measured. */
const WORDS = {
  below: fold('below|under|less|fewer|mindre|færre|<'),
  above: 'above|over|more|exceeds|>|mer|meir|flere|fleire',
  out: fold('out|utsolgt|utselt|tom|tomt|tomme|sold[ -]out|sells? out|runs? out|running out|selling out'),
  back: fold('back in stock|in stock again|back|på lager igjen|tilbake på lager|tilbake'),
  low: fold(
    'running low|(?:snart|nesten) (?:utsolgt|tom|tomt|tomme)|(?:almost|nearly|soon) (?:sold )?out|low|lav|lavt|lave|låg|lågt|låge',
  ),
  down: fold(
    '(?:(?:is|are|goes|går|er) )?(?:down|ned|minus)|falls?|falling|drops?|decreases?|declines?|faller|synker|fall på|nedgang på',
  ),
  up: fold(
    '(?:(?:is|are|goes|går|er) )?(?:up|opp|plus|pluss)|rises?|rising|grows?|increases?|stiger|øker|aukar|vokser|vekst på|oppgang på',
  ),
  by: '(?:by )?(?:more than|at least)|by|with|below|under|over|above|(?:med )?(?:mer enn|meir enn|minst)|med',
  within: 'in|within|om|innen',
  percent: '%|percent|per cent|pct|prosent',
  rest: fold('left|igjen|remaining|(?:or|eller) (?:less|fewer|mindre|færre|more|mer|meir)'),
  little: fold(LITTLE).replaceAll(' ', '|'),
};
const NUMBER = '(?:\\d{1,3}(?!\\d)(?: \\d{3}(?!\\d))*|\\d{4,}(?: 000(?!\\d))*)\\S*';
const END = `(?: (?:${WORDS.rest}|${WORDS.little}))*(?= |$)`;
const LINE_WORDS = wordList(`${WORDS.below} ${WORDS.out}`.replaceAll('|', ' '));

/** The days of cover that "low" stands for, as in `/stock low`. */
const LOW = { number: '7', unit: 'days' };

type Words = Readonly<Record<string, string | undefined>>;

type SaidLine =
  /** Said again, as the first of "out, and below 5"; or the days that are compared anyway. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'days' | 'otherDays' }
  | ({ readonly kind: 'line'; readonly measure: string } & Line)
  /** What is wrong with it; `instead` are lines to suggest. */
  | { readonly kind: 'wrong'; readonly sentence: Mistake['sentence']; readonly instead: readonly string[] };

/** The cost of looking for a line. */
const LOOK = 30;

/**
 * Reads a question with a line behind or before it: "gin when under 7 days", "below 100 1101", "torggata down 30%".
 * `lead` stands between the command and the text. The fixes of an error stand in the same place. @throws ParseError
 */
export function readRule(subject: AlertSubject, text: string, reading: Reading, lead = ''): AlertRule {
  const whole = `${subject.command} ${lead}`.trim();
  const slotReading = subject.reads.reading(reading);
  return withFixes(
    () =>
      parseCommand(whole, withNumbersJoined(text, reading.vocabulary), (words) => ({
        kind: 'rule',
        rule: ruleIn(subject, words, slotReading, reading),
      })).rule,
    (fixes) => fixes.map((fix) => fix.slice(whole.length + 2)).filter((fix) => fix !== 'help'),
  );
}

function ruleIn(subject: AlertSubject, text: string, slotReading: SlotReading, reading: Reading): AlertRule {
  const { reads } = subject;
  // Folded, "noe" would be "no", without.
  const all = tokensOf(text, reads.lexicon, slotReading.names).map((token) =>
    isPlain(token) && token.value.toLowerCase() === 'noe' ? { ...token, folded: 'noko' } : token,
  );
  const start = all.findIndex((token) => !isOneOf(LITTLE_WORDS, token));
  const tokens = start === -1 ? [] : all.slice(start);
  const periods = linesIn(subject, slotReading);
  const said = readSlots(tokens, { ...slotReading, periods }, reads.slots, reads.lexicon);
  const { selection, mistakes } = selectionOf(said.items);
  const lines = said.items.flatMap(({ tokens: used, ...item }) =>
    item.kind === 'period' && (item.found.kind === 'line' || item.found.kind === 'wrong')
      ? [{ tokens: used, found: item.found }]
      : [],
  );
  const line = lines[0]?.found.kind === 'line' ? lines[0].found : undefined;
  const measure = line && subject.measures[line.measure];
  const days = daysIn(said, tokens, measure, subject, reading);
  const items = itemsIn(said, selection.sides !== undefined, measure, subject);
  const wrong = [
    ...wrongLines(lines, tokens, subject),
    ...(reads.mistakes?.(said, tokens) ?? []),
    ...said.mistakes,
    ...mistakes,
    ...days.mistakes,
    ...items.mistakes,
  ];
  if (wrong.length > 0 || line === undefined || measure === undefined) {
    throw errorOf(wrong, tokens, { isUnderstood: false });
  }
  const { sides: _, ...chosen } = selection;
  return ruleOf(
    subject,
    { measure: line.measure, is: line.is, line: line.line, by: items.by, days: days.said, selection: chosen },
    measure,
  );
}

/** Finds lines, and where a subject has days, those. */
function linesIn(subject: AlertSubject, { budget, periods }: SlotReading): FindPeriod<SaidLine> {
  const { usualDays, otherDays, days } = subject.reads;
  const patterns = patternsOf(subject);
  return (tokens, isComparison) => {
    budget.spend(LOOK);
    const line = lineAt(tokens, patterns, subject);
    if (line !== undefined) return line;
    const usual = usualDays && phraseAt(tokens, usualDays);
    if (usual !== undefined) return { many: usual.many, found: { kind: 'nothing' } };
    const other = otherDays && phraseAt(tokens, otherDays);
    if (other !== undefined) return { many: other.many, found: { kind: 'otherDays' } };
    const period = days && periods(tokens, isComparison);
    return period && { many: period.many, found: { kind: 'days' } };
  };
}

type Patterns = ReturnType<typeof patternsOf>;

/** A figure that passes a line, and one that falls or rises by some. */
function patternsOf({ measures }: AlertSubject) {
  const all = Object.values(measures);
  const units = all.flatMap((measure) => Object.values(measure.units ?? {})).join(' ');
  const unit = `${WORDS.percent}|${fold(units).replaceAll(' ', '|')}`;
  const counted = (name: string) => `(?<${name}>${NUMBER})(?: (?<${name}Unit>${unit})(?= |$))?`;
  const within = `(?:${WORDS.out})(?: of stock)? (?:${WORDS.within}) ${counted('within')}`;
  const side = `(?:(?<below>${WORDS.below})|(?<above>${WORDS.above}))(?: (?:${WORDS.little}))*`;
  const passes = [
    `(?<low>${WORDS.low})(?: (?<few>\\d+))?`,
    within,
    `(?<back>${WORDS.back})`,
    `(?<out>${WORDS.out})`,
    `${side}(?:(?: |(?<=[<>]))(?:${counted('number')}|(?<noNumber>\\S+)))?`,
  ].join('|');
  const direction = `(?:(?<down>${WORDS.down})|(?<up>${WORDS.up})) `;
  return {
    passes: new RegExp(`^(?:(?:${WORDS.little}) )*(?:${passes})${END}`),
    changes: new RegExp(`^(?:${direction})?(?:(?:${WORDS.by}) )?(?<sign>[+-] ?)?${counted('number')}${END}`),
    unit: new RegExp(`^(.*?\\d)(${unit})$`),
    isOfChanges: all.some(({ said }) => said.down !== undefined),
  };
}

function lineAt(
  tokens: readonly Token[],
  patterns: Patterns,
  subject: AlertSubject,
): ReturnType<FindPeriod<SaidLine>> {
  const change = phraseAt(tokens, patterns.changes);
  const found = change && changeOf(change, tokens, patterns, subject);
  const changed = change && found && { many: change.many, found };
  const passed = phraseAt(tokens, patterns.passes);
  if (passed === undefined || found?.kind === 'line') return changed;
  const { many, said } = passed;
  const rest = tokens.slice(many);
  // Only at an end is a line before another one itself: "Tom Collins below 5".
  const isFirst = rest.some((token) => isOneOf(LINE_WORDS, token));
  if (isFirst && said.below !== undefined && said.number === undefined) return undefined;
  const isEnd = tokens[many - 1]?.endsPart === true || isJoin(rest[0]);
  if (isFirst && !isEnd && said.out !== undefined) return { many, found: { kind: 'nothing' } };
  return { many, found: passOf(said, patterns, subject) };
}

function isJoin(token: Token | undefined): boolean {
  return isOneOf(AND_WORDS, token) || isOneOf(EITHER_WORDS, token);
}

/** "Falls by 30%", "-30%", and what is like it but has no sign; undefined for a number that is none. */
function changeOf(
  { many, said }: Phrase,
  tokens: readonly Token[],
  patterns: Patterns,
  subject: AlertSubject,
): SaidLine | undefined {
  const { down, up, sign, number = '', numberUnit } = said;
  const [digits, unit] = unitOf(number, numberUnit, patterns);
  const isPercent = new RegExp(`^(?:${WORDS.percent})$`).test(unit ?? '');
  const [isFall, isRise] = [down !== undefined || sign?.[0] === '-', up !== undefined || sign?.[0] === '+'];
  if (!isPercent && (!patterns.isOfChanges || isFall === isRise)) return undefined;
  // In "gin -1101 -30%" the first leaves a product out.
  const isPercentBehind = tokens.slice(many).some(({ folded }) => /%|^p(?:er|ro)/.test(folded));
  if (!isPercent && down === 'minus' && isPercentBehind) return undefined;
  if (isFall !== isRise) return countedLine(isFall ? 'down' : 'up', digits, unit, subject);
  if (!patterns.isOfChanges) return elsewhere(subject, false);
  const instead = ['-', '+'].map((each) => `${each}${digits}%`);
  const typed = phraseOf(tokens.slice(0, many));
  return { kind: 'wrong', sentence: (t) => alertWords(t).mistakes.noSign(typed), instead };
}

/** "Below 100", "out in 2 weeks", "low": what the groups of a phrase say. */
function passOf(said: Words, patterns: Patterns, subject: AlertSubject): SaidLine {
  const { low, few = LOW.number, within, withinUnit, above, number, numberUnit } = said;
  if (low !== undefined) return countedLine('below', few, LOW.unit, subject);
  if (within !== undefined) {
    const [digits, unit = LOW.unit] = unitOf(within, withinUnit, patterns);
    return countedLine('below', digits, unit, subject);
  }
  for (const comparison of ['back', 'out'] as const) {
    if (said[comparison] === undefined) continue;
    const [measure, is] = saying(comparison, subject);
    return is === undefined ? elsewhere(subject, true) : { kind: 'line', measure, is, line: 0 };
  }
  const comparison = above === undefined ? 'below' : 'above';
  if (number === undefined) {
    const word = said[comparison] ?? '';
    const instead = subject.reads.examples.filter((each) => /\d/.test(each));
    return { kind: 'wrong', sentence: (t) => alertWords(t).mistakes.noNumber(word), instead };
  }
  const [digits, unit] = unitOf(number, numberUnit, patterns);
  return countedLine(comparison, digits, unit, subject);
}

/** A number and its unit, which may stand in one word. */
function unitOf(
  typed: string,
  unit: string | undefined,
  patterns: Patterns,
): readonly [string, string | undefined] {
  const [, digits = typed, glued = unit] = patterns.unit.exec(typed) ?? [];
  return [digits, glued];
}

/** The measure that has lines without a number, said so. */
function saying(comparison: Comparison, { measures }: AlertSubject): readonly [string, Side?] {
  for (const [name, { said }] of Object.entries(measures)) {
    if (said[comparison] !== undefined) return [name, said[comparison]];
  }
  return [''];
}

function countedLine(
  comparison: Comparison,
  digits: string,
  unit: string | undefined,
  subject: AlertSubject,
): SaidLine {
  const eachIn = ({ units = {} }: Measure) =>
    Number(Object.entries(units).find(([, words]) => wordList(words).has(unit ?? ''))?.[0] ?? 0);
  const [name, measure] =
    Object.entries(subject.measures).find(([, each]) =>
      unit === undefined ? each.isUsual === true : eachIn(each) > 0,
    ) ?? [];
  const is = measure?.said[comparison];
  if (name === undefined || measure === undefined || is === undefined)
    return elsewhere(subject, unit === undefined);
  const number = Number(digits.replace(/[., ]/g, '')) * (unit === undefined ? 1 : eachIn(measure));
  if (/^(?:\d{1,3}(?:[., ]\d{3})+|\d+)$/.test(digits) && number >= 1 && number <= measure.most[is]) {
    return { kind: 'line', measure: name, is, line: comparison === 'down' ? -number : number };
  }
  const instead = (measure.lines[is] ?? '').replace('#', String(measure.example));
  const typed = comparison === 'down' ? `-${digits}` : digits;
  return {
    kind: 'wrong',
    sentence: (t) => measure.words(t).wrong(typed, measure.most),
    instead: [instead],
  };
}

/** A line that only another command has. */
function elsewhere(subject: AlertSubject, isPlain: boolean): SaidLine {
  const instead = isPlain ? subject.reads.examples : [];
  return { kind: 'wrong', sentence: (t) => subject.words(t).mistakes.elsewhere, instead };
}

interface UsedLine {
  readonly tokens: readonly Token[];
  readonly found: Extract<SaidLine, { readonly kind: 'line' | 'wrong' }>;
}

/** What is wrong with lines: there is none, or there are two, or the one is no line. */
function wrongLines(
  lines: readonly UsedLine[],
  tokens: readonly Token[],
  subject: AlertSubject,
): readonly Mistake[] {
  const [first, second] = lines;
  if (first === undefined) return [withoutLine(tokens, subject)];
  if (second === undefined) {
    const { tokens: used, found } = first;
    return found.kind === 'wrong' ? [{ ...found, tokens: used, leavesOut: found.instead.length === 0 }] : [];
  }
  const end = first.tokens.length + tokens.indexOf(first.tokens[0] as Token);
  const join = tokens.findIndex(
    (token, at) => at >= end && (isJoin(token) || tokens[at - 1]?.endsPart === true),
  );
  const kept = format(tokens.slice(0, join === -1 ? end : join)).replace(/,$/, '');
  const sentence: Mistake['sentence'] = (t) => alertWords(t).mistakes.twoLines;
  return [{ sentence, tokens, instead: [kept], leavesOut: true }];
}

const AT = wordList('at on to på ved til = er is');

/** Where no line is said: a word that is spelled much like one, or a number that may be its number. */
function withoutLine(tokens: readonly Token[], subject: AlertSubject): Mistake {
  const { examples } = subject.reads;
  const isCount = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && /^\d/.test(token.value);
  for (const [at, token] of tokens.entries()) {
    const meant = isPlain(token) ? nearestWord(token.value, LINE_WORDS) : undefined;
    if (meant === undefined || !(WORDS.out.split('|').includes(meant) || isCount(tokens[at + 1]))) continue;
    const sentence: Mistake['sentence'] = (t) =>
      parseWords(t).unknown(token.value, `/${subject.command} alert`);
    return { sentence, tokens: [token], instead: [meant] };
  }
  const at = tokens.findLastIndex((token, index) => isOneOf(AT, token) && isCount(tokens[index + 1]));
  const counted = at !== -1 ? at + 1 : tokens.length > 1 && isCount(tokens.at(-1)) ? tokens.length - 1 : -1;
  const products = format(tokens.slice(0, at === -1 ? tokens.length : at));
  const before = format(tokens.slice(0, at === -1 ? counted : at));
  const below =
    counted === -1 ? undefined : countedLine('below', phraseOf(tokens.slice(counted)), undefined, subject);
  return {
    sentence: (t) => subject.words(t).mistakes.noLine,
    tokens,
    instead: [
      ...(below?.kind === 'line' ? [`${before} below ${format(tokens.slice(counted))}`] : []),
      ...examples.map((each) => `${products} ${each}`),
    ].map((each) => each.trim()),
  };
}

type SaidOfAlert = Said<string, string, string, SaidLine>;

/** The days of the figure, as they were typed. */
function daysIn(
  { items, compare }: SaidOfAlert,
  tokens: readonly Token[],
  measure: Measure | undefined,
  subject: AlertSubject,
  reading: Reading,
): { readonly said?: string | undefined; readonly mistakes: readonly Mistake[] } {
  const { days } = subject.reads;
  const of = (kind: SaidLine['kind']) =>
    items.flatMap((item) => (item.kind === 'period' && item.found.kind === kind ? item.tokens : []));
  const other = of('otherDays');
  if (other.length > 0) {
    return { mistakes: [leftOut(other, (t) => subject.words(t).mistakes.otherDays(phraseOf(other)))] };
  }
  const periods = of('days');
  const versus = items.flatMap((item) => (item.kind === 'beside' ? item.tokens : []));
  const used = tokens.filter(
    (token) => periods.includes(token) || token === compare || (periods.length > 0 && versus.includes(token)),
  );
  if (days === undefined || measure === undefined || periods.length === 0) return { mistakes: [] };
  try {
    return { said: days(format(used), measure, reading), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { mistakes: [leftOut(used, error.sentence)] };
  }
}

/** What there is a figure of, and what a question with a line can't be told. */
function itemsIn(
  { items, counts, flags, rows, implied }: SaidOfAlert,
  hasSides: boolean,
  measure: Measure | undefined,
  subject: AlertSubject,
): { readonly by: Items | undefined; readonly mistakes: readonly Mistake[] } {
  const { usualBy, rows: known, idle } = subject.reads;
  const versus = items.flatMap((item) => (item.kind === 'beside' && hasSides ? item.tokens : []));
  const total = flags.get('total');
  const [first, ...others] = rows.map(({ name }) => known[name]);
  const by = total !== undefined ? undefined : (first ?? known[implied ?? ''] ?? usualBy);
  const isUnknown = rows.length > 0 && (first === undefined || others.length > 0);
  const extra = [
    ...[...counts.values()].map(({ tokens }) => tokens),
    ...[...flags].flatMap(([name, tokens]) => (name === 'total' || idle.includes(name) ? [] : [tokens])),
  ];
  return {
    by,
    mistakes: [
      ...(versus.length === 0 ? [] : [leftOut(versus, (t) => parseWords(t).noSides(phraseOf(versus)))]),
      ...extra.map((tokens) => leftOut(tokens, (t) => subject.words(t).mistakes.otherDays(phraseOf(tokens)))),
      ...(isUnknown || (implied !== undefined && known[implied] === undefined)
        ? [
            leftOut(
              rows.flatMap(({ tokens }) => tokens),
              (t) => alertWords(t).mistakes.grouped,
            ),
          ]
        : []),
      ...(total !== undefined && measure !== undefined && measure.isSum !== true
        ? [leftOut(total, (t) => alertWords(t).mistakes.noTotal)]
        : []),
    ],
  };
}

/** No phrase has more words. */
const MAX_WORDS = 16;

interface Phrase {
  readonly many: number;
  readonly said: Words;
}

/** What a folded pattern finds in the plain words that `tokens` begin with, up to a comma; `said` are its groups. */
function phraseAt(tokens: readonly Token[], pattern: RegExp): Phrase | undefined {
  const end = tokens.findIndex(
    (token, at) => at === MAX_WORDS || !isPlain(token) || tokens[at - 1]?.endsPart === true,
  );
  const run = end === -1 ? tokens : tokens.slice(0, end);
  const match = pattern.exec(run.map(({ folded }) => folded).join(' '));
  const many = match?.[0].split(' ').filter((word) => word !== '').length ?? 0;
  return many === 0 ? undefined : { many, said: match?.groups ?? {} };
}
