import type { Askable } from '../ask/asking.ts';
import type { Following, ReadWords } from '../ask/follow.ts';
import { errorOf, leftOut } from '../ask/mistakes.ts';
import { parseCommand } from '../ask/parseCommand.ts';
import { type Mistake, selectionOf } from '../ask/said.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { candidates, withNumbersJoined } from '../parse/names.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import { EVERYTHING } from '../parse/selection.ts';
import { format, isOneOf, isPlain, minusAsWord, phraseOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { AND_WORDS, EITHER_WORDS, wordList } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { fold } from '../text/normalize.ts';
import type { AskedOfAlert, Comparison, Measure, Rule } from './line.ts';
import { type AlertRule, type AlertSubject, ruleOf } from './subject.ts';
import { alertWords } from './words/alerts.ts';

/** Add nothing around a line: "when gin is below 100", "mindre enn 100". */
const LITTLE =
  'when whenever once if når hvis dersom om is are er goes go gets get falls drops runs går faller blir kommer of av for stock cover dekning lagerdekning has have har we vi there it det den on about anything something noko';
const LITTLE_WORDS = wordList(LITTLE);

/** The words of lines, of whatever is measured. */
const WORDS = {
  below: fold('below|under|less|fewer|mindre|færre|<'),
  above: 'above|over|more|exceeds|>|mer|meir|flere|fleire',
  at: 'at|to|ved|til|=',
  out: fold(
    'out|empty|utsolgt|utselt|tom|tomt|tomme|sold[ -]out|sells? out|runs? out|running out|selling out',
  ),
  back: fold('back in stock|in stock again|back|på lager igjen|tilbake på lager|tilbake'),
  low: fold(
    'running low|(?:snart|nesten|nærmer seg) (?:utsolgt|tom|tomt|tomme)|(?:almost|nearly|soon) (?:sold )?out|low|lav|lavt|lave|låg|lågt|låge',
  ),
  down: fold(
    '(?:(?:is|are|goes|går|er) )?(?:down|ned|minus)|falls?|falling|drops?|decreases?|declines?|faller|synker|fall på|nedgang på',
  ),
  up: fold(
    '(?:(?:is|are|goes|går|er) )?(?:up|opp|plus|pluss)|rises?|rising|grows?|increases?|stiger|øker|aukar|vokser|vekst på|oppgang på',
  ),
  more: fold('more|higher|mer|meir|flere|fleire|høyere'),
  fewer: fold('less|fewer|lower|mindre|færre|lavere'),
  by: '(?:by )?(?:more than|at least)|by|with|below|under|over|above|(?:med )?(?:mer enn|meir enn|minst)|med',
  within: 'in|within|om|innen',
  percent: '%|percent|per cent|pct|prosent',
  rest: fold('left|igjen|remaining|(?:or|eller) (?:less|fewer|mindre|færre|more|mer|meir)'),
  little: fold(LITTLE).replaceAll(' ', '|'),
};
const NUMBER = '(?:\\d{1,3}(?!\\d)(?: \\d{3}(?!\\d))*|\\d{4,}(?: 000(?!\\d))*)[\\d.,]*';
const END = `(?: (?:${WORDS.rest}|${WORDS.little}))*(?= |$)`;
const LINE_WORDS = wordList(`${WORDS.below} ${WORDS.out}`.replaceAll('|', ' '));
const PERCENT = new RegExp(`^(?:${WORDS.percent})$`);

/** The days of cover that "low" stands for, as in `/stock low`. */
const LOW = { number: '7', unit: 'days' };

/** What the groups of a pattern found. */
type Words = Readonly<Record<string, string | undefined>>;

type SaidLine =
  | {
      readonly kind: 'line';
      readonly rule: Pick<Rule, 'measure' | 'is' | 'line'>;
      readonly measure: Measure;
    }
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
 * question is read as its command reads it. `lead` stands between the command and the text, also in the fixes of an
 * error. @throws ParseError
 */
export function readRule(subject: AlertSubject, text: string, reading: Reading, lead = ''): AlertRule {
  const following = subject.following(reading);
  const read = (words: string) => ({ kind: 'rule', rule: ruleIn(subject, words, following, reading) });
  const joined = withNumbersJoined(text, reading.vocabulary);
  return parseCommand(`${subject.command} ${lead}`.trim(), joined, read).rule;
}

function ruleIn(subject: AlertSubject, text: string, following: Following, reading: Reading): AlertRule {
  const tokens = withoutLittle(tokenize(minusAsWord(text)), 'start');
  const { at, end, rule, measure } = theLine(linesIn(tokens, subject, reading), tokens, subject);
  const before = withoutLittle(tokens.slice(0, at), 'end');
  const behind = withoutLittle(withoutLittle(tokens.slice(end), 'start'), 'end');
  try {
    const asked = questionIn(subject, format([...before, ...behind]), following, reading);
    return ruleOf(subject, { ...rule, ...asked }, measure);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { sentence, corrected, others, leavesOut } = error;
    const withLine = (fix: string) => `${fix} ${format(tokens.slice(before.length, end))}`.trim();
    const first = corrected === '' && !leavesOut ? '' : withLine(corrected);
    throw new ParseError(sentence, first, others.map(withLine), { leavesOut });
  }
}

/** Without the words at an end that only lead to a line. */
function withoutLittle(tokens: readonly Token[], end: 'start' | 'end'): readonly Token[] {
  // Folded, "noe" is "no".
  const isKept = (token: Token, at: number) =>
    isYesterday(tokens, at) || (token.value.toLowerCase() !== 'noe' && !isOneOf(LITTLE_WORDS, token));
  if (end === 'end') return tokens.slice(0, tokens.findLastIndex(isKept) + 1);
  return tokens.some(isKept) ? tokens.slice(tokens.findIndex(isKept)) : [];
}

/** "Salget i går er ned 20 %": its "går" is no "goes". */
function isYesterday(tokens: readonly Token[], at: number): boolean {
  const [before, word] = [tokens[at - 1], tokens[at]].map((token) => token?.value.toLowerCase());
  return before === 'i' && word === 'går';
}

/** What the words of a question say: what is chosen, of which days, and what there is a figure of. @throws ParseError */
export function questionIn(
  subject: AlertSubject,
  question: string,
  following: Following,
  reading: Reading,
): AskedOfAlert {
  const { usualBy, usualDays = NEVER, otherDays = NEVER, mistakes: wrongOf } = subject.reads;
  const without = (days: RegExp) => question.replace(days, '').replace(/ +/g, ' ').trim();
  const [other] = otherDays.exec(question) ?? [];
  if (other !== undefined) {
    const sentence: Mistake['sentence'] = (t) => subject.words(t).mistakes.otherDays(other);
    throw new ParseError(sentence, without(otherDays), [], { leavesOut: true });
  }
  const words = without(usualDays);
  if (words === '') return { by: usualBy, selection: EVERYTHING };
  const read = following.read(words);
  const { tokens, said } = read;
  const { selection, mistakes } = selectionOf(said.items);
  const { sides, ...chosen } = selection;
  const figure = figureIn(read, sides !== undefined, subject, reading);
  const wrong = [...(wrongOf?.(said, tokens) ?? []), ...said.mistakes, ...mistakes, ...figure.mistakes];
  if (wrong.length > 0) throw errorOf(wrong, tokens, { isUnderstood: false });
  return { by: figure.by, days: figure.days, selection: chosen };
}

const NEVER = /(?!)/;

/**
 * What an alert made of an answer is about, with its line where the question has one: `/stock low 7`. Of another
 * command's answer, its products and stores.
 */
export function askedOf(
  subject: AlertSubject,
  question: Pick<Askable, 'about' | 'feature'>,
  command: string,
  reading: Reading,
): AskedOfAlert & Partial<Rule> {
  const { products, stores } = question.about;
  const about = subject.reads.meanings.includes('store') ? `${products} ${stores}` : products;
  const own = question.feature.command === subject.command ? [command.replace(/^\/\w+ ?/, '')] : [];
  const [ofLine] = own.flatMap((words) => ifParsed(() => readRule(subject, words, reading))?.rule ?? []);
  // A number without a unit isn't one of units there: "over 30".
  if (ofLine !== undefined && subject.measures[ofLine.measure]?.isUsual !== true) return ofLine;
  for (const words of [...own, about.trim()]) {
    const asked = ifParsed(() => questionIn(subject, words, subject.following(reading), reading));
    if (asked !== undefined) return asked;
  }
  return { by: subject.reads.usualBy, selection: EVERYTHING };
}

/** What a question says of the figure, and what an alert can't be told. */
function figureIn(
  { tokens, said: { items, counts, flags, rows, implied, compare } }: ReadWords,
  hasSides: boolean,
  { reads, words }: Pick<AlertSubject, 'reads' | 'words'>,
  reading: Reading,
): Pick<AskedOfAlert, 'by' | 'days'> & { readonly mistakes: readonly Mistake[] } {
  const { usualBy, rows: known, idle, total = '', days: daysOf } = reads;
  const ofKind = (kind: string) => items.flatMap((item) => (item.kind === kind ? item.tokens : []));
  const [periods, versus] = [ofKind('period'), ofKind('beside')];
  const mistakes = [
    ...(hasSides ? [versus] : []),
    ...(daysOf === undefined ? [periods] : []),
    ...[...counts.values()].map((count) => count.tokens),
    ...[...flags].flatMap(([name, used]) => (name === total || idle.includes(name) ? [] : [used])),
  ]
    .filter(({ length }) => length > 0)
    .map((used) => leftOut(used, (t) => words(t).mistakes.otherDays(phraseOf(used))));

  const [first, ...others] = rows.map(({ name }) => known[name]);
  const isUnknown = rows.length > 0 && (first === undefined || others.length > 0);
  if (isUnknown || (implied !== undefined && known[implied] === undefined)) {
    const grouped = rows.flatMap((row) => row.tokens);
    mistakes.push(leftOut(grouped, (t) => alertWords(t).mistakes.grouped));
  }
  const by = flags.has(total) ? undefined : (first ?? known[implied ?? ''] ?? usualBy);
  if (daysOf === undefined || periods.length === 0) return { by, mistakes };
  const used = tokens.filter((token) => [...periods, ...versus, compare].includes(token));
  try {
    return { by, days: daysOf(format(used), reading), mistakes };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { by, mistakes: [...mistakes, leftOut(used, error.sentence)] };
  }
}

/** The one line of a text. @throws ParseError where there is none, or two, or the one is no line */
function theLine(lines: readonly FoundLine[], tokens: readonly Token[], subject: AlertSubject) {
  const [first, second] = lines;
  if (first === undefined) throw errorOf([withoutLine(tokens, subject)], tokens, { isUnderstood: false });
  const { at, tokens: used, found } = first;
  const end = at + used.length;
  if (second !== undefined) {
    const kept = format(tokens.slice(0, end)).replace(/,$/, '');
    throw new ParseError((t) => alertWords(t).mistakes.twoLines, kept, [], { leavesOut: true });
  }
  if (found.kind === 'line') return { at, end, ...found };
  const mistake = { ...found, tokens: used, leavesOut: found.instead.length === 0 };
  throw errorOf([mistake], tokens, { isUnderstood: false });
}

/** Where no line is said: a word that is spelled much like one, or a number that may be its number. */
function withoutLine(tokens: readonly Token[], { command, reads, words }: AlertSubject): Mistake {
  const isCount = (token: Token | undefined) =>
    token !== undefined && isPlain(token) && /^\d/.test(token.value);
  for (const [at, token] of tokens.entries()) {
    const meant = isPlain(token) ? nearestWord(token.value, LINE_WORDS) : undefined;
    if (meant === undefined || !(WORDS.out.split('|').includes(meant) || isCount(tokens[at + 1]))) continue;
    const sentence: Mistake['sentence'] = (t) => parseWords(t).unknown(token.value, `/${command} alert`);
    return { sentence, tokens: [token], instead: [meant] };
  }
  const [before, last] = [tokens.slice(0, -1), tokens.at(-1)];
  const instead = [
    ...(before.length > 0 && isCount(last) ? [`${format(before)} below ${last?.value}`] : []),
    ...reads.examples.map((each) => `${format(tokens)} ${each}`.trim()),
  ];
  return { sentence: (t) => words(t).mistakes.noLine, tokens, instead };
}

/** The lines of a text. A word for one in the name of a product isn't one. */
function linesIn(tokens: readonly Token[], subject: AlertSubject, reading: Reading): readonly FoundLine[] {
  const patterns = patternsOf(subject);
  const lines: FoundLine[] = [];
  let at = 0;
  while (at < tokens.length) {
    const line = isYesterday(tokens, at) ? undefined : lineAt(tokens.slice(at), patterns, subject);
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

function isJoin(token: Token | undefined): boolean {
  return isOneOf(AND_WORDS, token) || isOneOf(EITHER_WORDS, token);
}

interface Patterns {
  /** Of a figure that falls or rises by some. */
  readonly changes: RegExp;
  /** Of one that passes a line. */
  readonly passes: RegExp;
}

function patternsOf({ measures }: AlertSubject): Patterns {
  const units = Object.values(measures).flatMap((measure) => Object.values(measure.units ?? {}));
  const unit = [WORDS.percent, ...fold(units.join(' ')).split(' ')].join('|');
  const counted = (name: string) => `(?<${name}>${NUMBER})(?: ?(?<${name}Unit>${unit})(?= |$))?`;
  const side = `(?:(?<below>${WORDS.below})|(?<above>${WORDS.above}))(?: (?:than|enn|${WORDS.little}))*`;
  const passes = [
    `(?<low>${WORDS.low})(?: (?<few>\\d+))?`,
    `(?:${WORDS.out})(?: of stock)? (?:${WORDS.within}) ${counted('within')}`,
    `(?<back>${WORDS.back})`,
    `(?<out>${WORDS.out})`,
    `(?:${WORDS.at}) ${counted('at')}`,
    `${side}(?:(?: |(?<=[<>]))(?:${counted('number')}|(?<noNumber>\\S+)))?`,
  ].join('|');
  const direction = `(?:(?<down>${WORDS.down})|(?<up>${WORDS.up})) `;
  return {
    changes: new RegExp(
      `^(?:${direction})?(?:(?:${WORDS.by}) )?(?<sign>[+-] ?)?${counted('number')}(?: (?:(?<more>${WORDS.more})|(?<fewer>${WORDS.fewer}))(?= |$)|${END})`,
    ),
    passes: new RegExp(`^(?:(?:${WORDS.little}) )*(?:${passes})${END}`),
  };
}

function lineAt(
  tokens: readonly Token[],
  { changes, passes }: Patterns,
  subject: AlertSubject,
): { readonly many: number; readonly found: SaidLine } | undefined {
  const change = phraseAt(tokens, changes);
  const changed = change && changeOf(change.said, tokens.slice(change.many), subject);
  if (change !== undefined && changed?.kind === 'line') return { many: change.many, found: changed };
  const pass = phraseAt(tokens, passes);
  if (pass === undefined) return change && changed && { many: change.many, found: changed };
  const found = passOf(pass.said, tokens.slice(pass.many - 1), subject);
  return found && { many: pass.many, found };
}

/** "Falls by 30%", "-30%", "30% more", and what is like it but has no sign; undefined for a number that is none. */
function changeOf(said: Words, behind: readonly Token[], subject: AlertSubject): SaidLine | undefined {
  const { down, up, more, fewer, sign = '', number = '', numberUnit: unit = '' } = said;
  const isOfChanges = Object.values(subject.measures).some((measure) => measure.said.down !== undefined);
  const isPercent = PERCENT.test(unit);
  const isFall = down !== undefined || fewer !== undefined || sign.startsWith('-');
  const isRise = up !== undefined || more !== undefined || sign.startsWith('+');
  if (!isPercent && (!isOfChanges || isFall === isRise)) return undefined;
  // In "gin -1101 -30%" the first leaves a product out.
  if (!isPercent && down === 'minus' && behind.some(({ folded }) => /%|^p(?:er|ro)/.test(folded)))
    return undefined;
  if (isFall !== isRise) return countedLine(isFall ? 'down' : 'up', number, said.numberUnit, subject);
  if (!isOfChanges) return elsewhere(subject, []);
  const typed = `${down ?? up ?? ''} ${sign}${number}${unit}`.trim();
  return {
    kind: 'wrong',
    sentence: (t) => alertWords(t).mistakes.noSign(typed),
    instead: ['-', '+'].map((each) => `${each}${number}%`),
  };
}

/** "Below 100", "out in 2 weeks", "low": what the groups of a phrase say. `behind` begins with its last word. */
function passOf(
  said: Words,
  [last, ...behind]: readonly Token[],
  subject: AlertSubject,
): SaidLine | undefined {
  const { low, few = LOW.number, within, at, above, below, number } = said;
  // Only at an end is a line before another one itself: "Tom Collins below 5".
  const isBeforeLine = behind.some((token) => isOneOf(LINE_WORDS, token));
  const isEnd = last?.endsPart === true || isJoin(behind[0]);
  if (isBeforeLine && ((below !== undefined && number === undefined) || (said.out !== undefined && !isEnd)))
    return undefined;
  if (low !== undefined) return countedLine('below', few, LOW.unit, subject);
  if (within !== undefined) return countedLine('below', within, said.withinUnit ?? LOW.unit, subject);
  if (at !== undefined) return countedLine('below', at, said.atUnit, subject);
  if (number !== undefined)
    return countedLine(above === undefined ? 'below' : 'above', number, said.numberUnit, subject);
  const { examples } = subject.reads;
  const word = below ?? above;
  if (word !== undefined) {
    const instead = examples.filter((each) => /\d/.test(each));
    return { kind: 'wrong', sentence: (t) => alertWords(t).mistakes.noNumber(word), instead };
  }
  const comparison = said.back === undefined ? 'out' : 'back';
  for (const [name, measure] of Object.entries(subject.measures)) {
    const is = measure.said[comparison];
    if (is !== undefined) return { kind: 'line', rule: { measure: name, is, line: 0 }, measure };
  }
  return elsewhere(subject, examples);
}

/** A line with a number, of the measure that has its unit. */
function countedLine(
  comparison: Comparison,
  digits: string,
  unit: string | undefined,
  subject: AlertSubject,
): SaidLine {
  const eachIn = ({ units = {}, isUsual }: Measure) =>
    unit === undefined
      ? Number(isUsual === true)
      : Number(Object.keys(units).find((each) => wordList(units[Number(each)] ?? '').has(unit)) ?? 0);
  const [name, measure] = Object.entries(subject.measures).find(([, each]) => eachIn(each) > 0) ?? [];
  const is = measure?.said[comparison];
  if (name === undefined || measure === undefined || is === undefined)
    return elsewhere(subject, unit === undefined ? subject.reads.examples : []);
  const number = Number(digits.replace(/[., ]/g, '')) * eachIn(measure);
  if (/^(?:\d{1,3}(?:[., ]\d{3})+|\d+)$/.test(digits) && number >= 1 && number <= measure.most[is]) {
    const line = comparison === 'down' ? -number : number;
    return { kind: 'line', rule: { measure: name, is, line }, measure };
  }
  const typed = comparison === 'down' ? `-${digits}` : digits;
  return {
    kind: 'wrong',
    sentence: (t) => measure.words(t).wrong(typed, measure.most),
    instead: [(measure.lines[is] ?? '').replace('#', String(measure.example))],
  };
}

/** A line that only another command has. */
function elsewhere({ words }: AlertSubject, instead: readonly string[]): SaidLine {
  return { kind: 'wrong', sentence: (t) => words(t).mistakes.elsewhere, instead };
}

/** No phrase has more words. */
const MAX_WORDS = 16;

/** What a folded pattern finds in the plain words that `tokens` begin with, up to a comma; `said` are its groups. */
function phraseAt(
  tokens: readonly Token[],
  pattern: RegExp,
): { readonly many: number; readonly said: Words } | undefined {
  const end = tokens.findIndex(
    (token, at) => at === MAX_WORDS || !isPlain(token) || tokens[at - 1]?.endsPart === true,
  );
  const run = end === -1 ? tokens : tokens.slice(0, end);
  const match = pattern.exec(run.map(({ folded }) => folded).join(' '));
  const many = match?.[0].split(' ').filter((word) => word !== '').length ?? 0;
  return many === 0 ? undefined : { many, said: match?.groups ?? {} };
}
