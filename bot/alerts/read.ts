import type { Askable } from '../ask/asking.ts';
import type { Following, ReadWords } from '../ask/follow.ts';
import { errorOf, leftOut } from '../ask/mistakes.ts';
import { parseCommand } from '../ask/parseCommand.ts';
import { type Mistake, selectionOf } from '../ask/said.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { candidates, withNumbersJoined } from '../parse/names.ts';
import { ifParsed, ParseError, withFixes } from '../parse/parseError.ts';
import { EVERYTHING } from '../parse/selection.ts';
import { format, isOneOf, isPlain, minusAsWord, phraseOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { AND_WORDS, EITHER_WORDS, wordList } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { fold } from '../text/normalize.ts';
import type { AskedOfAlert, Comparison, Items, Line, Measure, Side } from './line.ts';
import { type AlertRule, type AlertSlots, type AlertSubject, ruleOf } from './subject.ts';
import { alertWords } from './words/words.ts';

/** Add nothing around a line: "when gin is below 100", "mindre enn 100". */
const LITTLE =
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
const NUMBER = '(?:\\d{1,3}(?!\\d)(?: \\d{3}(?!\\d))*|\\d{4,}(?: 000(?!\\d))*)[\\d.,]*';
const END = `(?: (?:${WORDS.rest}|${WORDS.little}))*(?= |$)`;
const LINE_WORDS = wordList(`${WORDS.below} ${WORDS.out}`.replaceAll('|', ' '));

/** The days of cover that "low" stands for, as in `/stock low`. */
const LOW = { number: '7', unit: 'days' };

type Words = Readonly<Record<string, string | undefined>>;

type SaidLine =
  | ({ readonly kind: 'line'; readonly measure: string } & Line)
  /** What is wrong with it; `instead` are lines to suggest. */
  | { readonly kind: 'wrong'; readonly sentence: Mistake['sentence']; readonly instead: readonly string[] };

/** A line in a text. */
interface FoundLine {
  readonly at: number;
  readonly tokens: readonly Token[];
  readonly found: SaidLine;
}

/**
 * Reads a question with a line behind or before it: "gin when under 7 days", "below 100 1101", "torggata down 30%". The
 * question is read as its command reads it. `lead` stands between the command and the text; the fixes of an error stand
 * in its place. @throws ParseError
 */
export function readRule(subject: AlertSubject, text: string, reading: Reading, lead = ''): AlertRule {
  const whole = `${subject.command} ${lead}`.trim();
  const following = subject.following(reading);
  return withFixes(
    () =>
      parseCommand(whole, withNumbersJoined(text, reading.vocabulary), (words) => ({
        kind: 'rule',
        rule: ruleIn(subject, words, following, reading),
      })).rule,
    (fixes) => fixes.map((fix) => fix.slice(whole.length + 2)).filter((fix) => fix !== 'help'),
  );
}

function ruleIn(subject: AlertSubject, text: string, following: Following, reading: Reading): AlertRule {
  const all = tokenize(minusAsWord(text));
  const tokens = all.slice(all.length - withoutLittle(all, 'start').length);
  const lines = linesIn(tokens, subject, reading);
  const wrong = wrongLines(lines, tokens, subject);
  const [line] = lines;
  const measure = line?.found.kind === 'line' ? subject.measures[line.found.measure] : undefined;
  if (wrong.length > 0 || line?.found.kind !== 'line' || measure === undefined) {
    throw errorOf(wrong, tokens, { isUnderstood: false });
  }
  const { at, found, tokens: said } = line;
  const before = withoutLittle(tokens.slice(0, at), 'end');
  const behind = withoutLittle(withoutLittle(tokens.slice(at + said.length), 'start'), 'end');
  const question = format([...before, ...behind]);
  const typed = format(tokens.slice(before.length, at + said.length));
  try {
    const asked = questionIn(subject, question, following, reading);
    return ruleOf(subject, { measure: found.measure, is: found.is, line: found.line, ...asked }, measure);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { sentence, corrected, others, leavesOut } = error;
    const withLine = (fix: string) => `${fix} ${typed}`.trim();
    const first = corrected === '' && !leavesOut ? '' : withLine(corrected);
    throw new ParseError(sentence, first, others.map(withLine), { leavesOut });
  }
}

/** Without the words at an end that only lead to a line. */
function withoutLittle(tokens: readonly Token[], end: 'start' | 'end'): readonly Token[] {
  // Folded, "noe" is "no".
  const isKept = (token: Token) => token.value.toLowerCase() !== 'noe' && !isOneOf(LITTLE_WORDS, token);
  const first = end === 'start' ? tokens.findIndex(isKept) : 0;
  return first === -1
    ? []
    : tokens.slice(first, end === 'end' ? tokens.findLastIndex(isKept) + 1 : undefined);
}

/** What the words of a question say: what is chosen, of which days, and what there is a figure of. @throws ParseError */
export function questionIn(
  subject: AlertSubject,
  question: string,
  following: Following,
  reading: Reading,
): AskedOfAlert {
  const { reads } = subject;
  const all = tokenize(question);
  const usual = reads.usualDays && phraseIn(all, reads.usualDays);
  const other = reads.otherDays && phraseIn(all, reads.otherDays);
  if (other !== undefined) throw errorOf([notTold(other, subject)], all);
  const words = format(all.filter((token) => usual?.includes(token) !== true));
  if (words === '') return { by: reads.usualBy, selection: EVERYTHING };
  const { tokens, said } = following.read(words);
  const { selection, mistakes } = selectionOf(said.items);
  const days = daysIn({ tokens, said }, reads, reading);
  const items = itemsIn(said, selection.sides !== undefined, subject);
  const wrong = [
    ...(reads.mistakes?.(said, tokens) ?? []),
    ...said.mistakes,
    ...mistakes,
    ...days.mistakes,
    ...items.mistakes,
  ];
  if (wrong.length > 0) throw errorOf(wrong, tokens, { isUnderstood: false });
  const { sides: _, ...chosen } = selection;
  return { by: items.by, days: days.said, selection: chosen };
}

/** What an alert made of an answer is about; of another command's answer, its products and stores. */
export function askedOf(
  subject: AlertSubject,
  question: Pick<Askable, 'about' | 'feature'>,
  command: string,
  reading: Reading,
): AskedOfAlert {
  const { products, stores } = question.about;
  const about = subject.reads.meanings.includes('store') ? `${products} ${stores}` : products;
  const own = question.feature.command === subject.command ? [command.replace(/^\/\w+ ?/, '')] : [];
  for (const words of [...own, about.trim()]) {
    const asked = ifParsed(() => questionIn(subject, words, subject.following(reading), reading));
    if (asked !== undefined) return asked;
  }
  return { by: subject.reads.usualBy, selection: EVERYTHING };
}

/** The lines of a text. A word for one in the name of a product isn't one. */
function linesIn(tokens: readonly Token[], subject: AlertSubject, reading: Reading): readonly FoundLine[] {
  const patterns = patternsOf(subject);
  const lines: FoundLine[] = [];
  let at = 0;
  while (at < tokens.length) {
    const line = lineAt(tokens.slice(at), patterns, subject);
    const used = tokens.slice(at, at + (line?.many ?? 1));
    if (line !== undefined && !isInName(tokens, at, used, reading)) {
      lines.push({ at, tokens: used, found: line.found });
    }
    at += used.length;
  }
  return lines;
}

/** "Tom Collins" is no sold out Collins. */
function isInName(
  tokens: readonly Token[],
  at: number,
  used: readonly Token[],
  { vocabulary }: Reading,
): boolean {
  if (used.some(({ value }) => /\d/.test(value))) return false;
  const isOfRun = (token: Token | undefined): token is Token =>
    token !== undefined && isPlain(token) && !isJoin(token);
  const [before, behind] = [tokens[at - 1], tokens[at + used.length]];
  const runs = [
    ...(isOfRun(before) && !before.endsPart ? [[before, ...used]] : []),
    ...(isOfRun(behind) && used.at(-1)?.endsPart === false ? [[...used, behind]] : []),
  ];
  return runs.some((run) => candidates(phraseOf(run), vocabulary.products).length > 0);
}

type Patterns = ReturnType<typeof patternsOf>;

/** A figure that passes a line, and one that falls or rises by some. */
function patternsOf({ measures }: AlertSubject) {
  const all = Object.values(measures);
  const units = all.flatMap((measure) => Object.values(measure.units ?? {})).join(' ');
  const unit = `${WORDS.percent}|${fold(units).replaceAll(' ', '|')}`;
  const counted = (name: string) => `(?<${name}>${NUMBER})(?: ?(?<${name}Unit>${unit})(?= |$))?`;
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
    isOfChanges: all.some(({ said }) => said.down !== undefined),
  };
}

function lineAt(
  tokens: readonly Token[],
  patterns: Patterns,
  subject: AlertSubject,
): { readonly many: number; readonly found: SaidLine } | undefined {
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
  if (isFirst && !isEnd && said.out !== undefined) return undefined;
  return { many, found: passOf(said, subject) };
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
  const { down, up, sign, number: digits = '', numberUnit: unit } = said;
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
function passOf(said: Words, subject: AlertSubject): SaidLine {
  const { low, few = LOW.number, within, withinUnit = LOW.unit, above, number, numberUnit } = said;
  if (low !== undefined) return countedLine('below', few, LOW.unit, subject);
  if (within !== undefined) return countedLine('below', within, withinUnit, subject);
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
  return countedLine(comparison, number, numberUnit, subject);
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

/** What is wrong with lines: there is none, or there are two, or the one is no line. */
function wrongLines(
  lines: readonly FoundLine[],
  tokens: readonly Token[],
  subject: AlertSubject,
): readonly Mistake[] {
  const [first, second] = lines;
  if (first === undefined) return [withoutLine(tokens, subject)];
  if (second === undefined) {
    const { tokens: used, found } = first;
    return found.kind === 'wrong' ? [{ ...found, tokens: used, leavesOut: found.instead.length === 0 }] : [];
  }
  const kept = format(tokens.slice(0, first.at + first.tokens.length)).replace(/,$/, '');
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

function notTold(tokens: readonly Token[], { words }: Pick<AlertSubject, 'words'>): Mistake {
  return leftOut(tokens, (t) => words(t).mistakes.otherDays(phraseOf(tokens)));
}

/** The days of the figure, as they were typed. */
function daysIn(
  { tokens, said: { items, compare } }: ReadWords,
  { days }: AlertSlots,
  reading: Reading,
): { readonly said?: string | undefined; readonly mistakes: readonly Mistake[] } {
  const periods = items.flatMap((item) => (item.kind === 'period' ? item.tokens : []));
  const versus = items.flatMap((item) => (item.kind === 'beside' ? item.tokens : []));
  if (days === undefined || periods.length === 0) return { mistakes: [] };
  const used = tokens.filter(
    (token) => periods.includes(token) || token === compare || versus.includes(token),
  );
  try {
    return { said: days(format(used), reading), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { mistakes: [leftOut(used, error.sentence)] };
  }
}

/** What there is a figure of, and what a question with a line can't be told. */
function itemsIn(
  { items, counts, flags, rows, implied }: ReadWords['said'],
  hasSides: boolean,
  { reads, words }: Pick<AlertSubject, 'reads' | 'words'>,
): { readonly by: Items | undefined; readonly mistakes: readonly Mistake[] } {
  const { usualBy, rows: known, idle, total: sum = '' } = reads;
  const versus = items.flatMap((item) => (item.kind === 'beside' && hasSides ? item.tokens : []));
  const total = flags.get(sum);
  const [first, ...others] = rows.map(({ name }) => known[name]);
  const by = total !== undefined ? undefined : (first ?? known[implied ?? ''] ?? usualBy);
  const isUnknown = rows.length > 0 && (first === undefined || others.length > 0);
  const days = reads.days === undefined ? items.filter(({ kind }) => kind === 'period') : [];
  const extra = [
    ...days.map(({ tokens }) => tokens),
    ...[...counts.values()].map(({ tokens }) => tokens),
    ...[...flags].flatMap(([name, tokens]) => (name === sum || idle.includes(name) ? [] : [tokens])),
  ];
  return {
    by,
    mistakes: [
      ...(versus.length === 0 ? [] : [leftOut(versus, (t) => parseWords(t).noSides(phraseOf(versus)))]),
      ...extra.map((tokens) => notTold(tokens, { words })),
      ...(isUnknown || (implied !== undefined && known[implied] === undefined)
        ? [
            leftOut(
              rows.flatMap(({ tokens }) => tokens),
              (t) => alertWords(t).mistakes.grouped,
            ),
          ]
        : []),
    ],
  };
}

/** The tokens of a phrase, wherever it stands. */
function phraseIn(tokens: readonly Token[], pattern: RegExp): readonly Token[] | undefined {
  for (const at of tokens.keys()) {
    const phrase = phraseAt(tokens.slice(at), pattern);
    if (phrase !== undefined) return tokens.slice(at, at + phrase.many);
  }
  return undefined;
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
