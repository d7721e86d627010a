import { formatterFor } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import { nearestWord } from '../../parse/didYouMean.ts';
import type { Reading } from '../../parse/nameLookup.ts';
import { withNumbersJoined } from '../../parse/names.ts';
import { normalize } from '../../parse/parseCommand.ts';
import { canParse, ParseError, withFixes } from '../../parse/parseError.ts';
import { EVERYTHING, type Selection } from '../../parse/selection.ts';
import { applyRules, rules } from '../../parse/sentence.ts';
import {
  format,
  formatWith,
  isOneOf,
  isPlain,
  minusAsWord,
  phraseOf,
  type Token,
  tokenize,
} from '../../parse/tokenizer.ts';
import { AND_WORDS, lexicon, OWN_WORDS, wordList } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { parseStock } from '../parse.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { MAX_ALERT_DAYS, MAX_ALERT_UNITS, type StockAlert, type StockAlertKind } from './rule.ts';

const BELOW_WORDS = 'below under less fewer mindre færre';
const OUT_WORDS = 'out utsolgt utselt tom tomt tomme';
const BELOW = wordList(`${BELOW_WORDS} <`);
const OUT = wordList(OUT_WORDS);
const LINE_WORDS = wordList(`${BELOW_WORDS} ${OUT_WORDS}`);
/** Little words around the line and at the start: "when 1101 is below 100", "mindre enn 100". */
const LITTLE = wordList(
  'when if når hvis om is are er goes go gets get falls drops runs går faller blir kommer than enn of av for stock cover dekning lagerdekning has have har we vi there it det den on about',
);
/** All of the supplier's own: "when anything is out". */
const ANY = wordList(
  'anything something noe noko any a en product products vare varer varene produkt produkter',
);
/** What other words for a line mean. */
const SAID = rules(
  ['back in stock|in stock again|på lager igjen|tilbake på lager|not in stock|ikke på lager', 'out'],
  ['(?:or|eller) (?:less|fewer|mindre|færre)', ''],
  [
    '(?:is |are |er )?(?:running low|snart (?:utsolgt|tom|tomt|tomme)|nesten (?:utsolgt|tom|tomt|tomme)|(?:almost|nearly|soon) (?:out|sold out))(?: of stock)?',
    'low',
  ],
  ['sold[ -]out|sells? out|runs? out|running out|selling out|(?:går|blir) tom(?:t|me)?', 'out'],
  [
    `(?:${OUT_WORDS.replaceAll(' ', '|')})(?: of stock)? (?:in|within|om|innen)(?= \\d+ ?(?:d|days?|weeks?|dag|dager|dagar|uker?|veker?)(?: |$))`,
    'below',
  ],
  ['(?<=\\d(?: (?:units?|enhet(?:er)?|stk|days?|dag(?:er|ar)?))? )(?:left|igjen|remaining)', ''],
);
/** Words before a number, or alone, that aren't a line. */
const ABOVE = wordList('above over more exceeds > mer meir flere fleire');
const OR_WORDS = wordList('or eller');
/** "Out in 5". */
const WITHIN = wordList('in within om innen');
const LOW = wordList('low lav lavt lave låg lågt låge');
const AT = wordList('at på ved to til = on');
/** What a number counts; 7 days to a week. */
const COUNTED = lexicon<{ readonly kind: Exclude<StockAlertKind, 'out'>; readonly each: number }>([
  [{ kind: 'units', each: 1 }, 'unit units enhet enheter stk pcs'],
  [{ kind: 'cover', each: 1 }, 'd day days dag dager dagar dagers'],
  [{ kind: 'cover', each: 7 }, 'week weeks uke uker veke veker'],
]);

/** Reads "gin under 7 days" or "1101 out"; without products it is all of the supplier's own. @throws ParseError */
export function parseStockAlert(words: string, reading: Reading): StockAlert {
  return withFixes(
    () => readAlert(words, reading),
    (fixes) => fixes.filter((fix) => canParse(() => readAlert(fix, reading))),
  );
}

function readAlert(words: string, reading: Reading): StockAlert {
  const said = tokenize(
    minusAsWord(applyRules(normalize(withNumbersJoined(words, reading.vocabulary)), SAID)),
  );
  const start = said.findIndex((token) => !isOneOf(LITTLE, token));
  const tokens = start === -1 ? [] : said.slice(start);
  const at = tokens.findLastIndex((token) => isOneOf(BELOW, token) || isOneOf(OUT, token));
  if (at === -1) throw withoutLine(tokens);
  const first = tokens.findIndex((token, index) => index < at && isLine(token, tokens[index + 1]));
  if (first !== -1) throw twoLines(tokens, first, at);
  const isOut = isOneOf(OUT, tokens[at]);
  const [soon, days] = tokens.slice(at + 1);
  if (isOut && isOneOf(WITHIN, soon) && days !== undefined && /^\d{1,3}$/.test(days.value)) {
    const condition = `below ${days.value} days`;
    const fix = whole(format(productsIn(tokens.slice(0, at))), condition);
    throw new ParseError((t) => stockAlertWords(t).mistakes.noLine, fix);
  }
  const before = productsIn(tokens.slice(0, at));
  const { line, used } = isOut
    ? { line: { kind: 'out', line: 0 } as const, used: 1 }
    : readLine(tokens.slice(at), (condition) => whole(format(before), condition));
  const end = at + (isOut ? 1 : used + 1);
  const products = productsIn([...tokens.slice(0, at), ...tokens.slice(end)]);
  if (products.every((token) => isOneOf(ANY, token) || isOneOf(OWN_WORDS, token))) {
    return { ...line, selection: EVERYTHING };
  }
  const condition = format(tokens.slice(at, end));
  const selection = withFixes(
    () => readProducts(format(products), reading),
    (fixes) => fixes.map((fix) => whole(fix, condition)),
  );
  return { ...line, selection };
}

function whole(products: string, condition: string): string {
  return [products, condition].filter((each) => each !== '').join(' ');
}

/** Whether a word before the last line is a line itself, not a part of a name such as "Tom Collins". */
function isLine(token: Token, next: Token | undefined): boolean {
  const { endsPart } = token;
  if (isOneOf(BELOW, token)) return next !== undefined && (isOneOf(LITTLE, next) || isCount(next));
  const isEnd = endsPart || isOneOf(AND_WORDS, next) || isOneOf(OR_WORDS, next);
  return isOneOf(OUT, token) && isEnd;
}

/** Two lines in one alert: offers the first. */
function twoLines(tokens: readonly Token[], first: number, last: number): ParseError {
  const isEnd = (token: Token, index: number) =>
    index > first && index < last && (isOneOf(AND_WORDS, token) || isOneOf(OR_WORDS, token));
  const and = first > 0 ? tokens.findIndex(isEnd) : tokens.findLastIndex(isEnd);
  const comma = tokens.findIndex(({ endsPart }, index) => index >= first && index < last && endsPart);
  const end = and !== -1 ? and : comma !== -1 ? comma + 1 : first + 2;
  return new ParseError(
    (t) => stockAlertWords(t).mistakes.twoLines,
    format(tokens.slice(0, end)).replace(/,$/, ''),
  );
}

/** What is wrong with words in which no line is found. */
function withoutLine(tokens: readonly Token[]): ParseError {
  const mistakes = (t: Catalog) => stockAlertWords(t).mistakes;
  const percent = tokens.find(isPercent);
  if (percent !== undefined) return new ParseError((t) => mistakes(t).percent, '');
  const isNumberNext = (index: number) => isCount(tokens[index + 1]);
  const mentioned = (index: number) => format(productsIn(tokens.slice(0, Math.max(0, index))));
  const above = tokens.findIndex((token) => isOneOf(ABOVE, token));
  if (above !== -1) {
    const rest = format(productsIn(tokens.slice(above + 1)));
    return new ParseError((t) => mistakes(t).onlyBelow, whole(mentioned(above), `below ${rest}`));
  }
  const low = tokens.findIndex((token) => isOneOf(LOW, token));
  if (low !== -1) {
    const days = isNumberNext(low) ? tokens[low + 1]?.value : 7;
    return new ParseError((t) => mistakes(t).noLine, whole(mentioned(low), `below ${days} days`));
  }
  for (const [index, token] of tokens.entries()) {
    const meant = isPlain(token) ? nearestWord(token.value, LINE_WORDS) : undefined;
    if (meant !== undefined && (OUT.has(meant) || isNumberNext(index))) {
      return new ParseError(
        (t) => parseWords(t).unknown(token.value, '/stock alert'),
        formatWith(tokens, [token], meant),
      );
    }
  }
  const isAt = (token: Token, index: number) => isOneOf(AT, token) && isNumberNext(index);
  const at = tokens.findLastIndex(isAt);
  const last = tokens.length - 1;
  const counted = at !== -1 ? at + 1 : last > 0 && isCount(tokens[last]) ? last : -1;
  const products = at === -1 ? format(productsIn(tokens)) : mentioned(at);
  const fixes = [whole(products, 'out'), whole(products, 'below 100')];
  const below = whole(mentioned(at === -1 ? counted : at), `below ${format(tokens.slice(counted))}`);
  const [corrected = '', ...others] = counted === -1 ? fixes : [below, ...fixes];
  return new ParseError((t) => mistakes(t).noLine, corrected, others);
}

/** Whether a word is a number, with or without a unit. */
function isCount(token: Token | undefined): boolean {
  return token !== undefined && isPlain(token) && /^\d/.test(token.value) && !isPercent(token);
}

function isPercent(token: Token): boolean {
  return isPlain(token) && /^(?:[+-]?\d+(?:[.,]\d+)?)?(?:%|prosent|percent|pct)$/.test(token.folded);
}

/** The words without little ones at either end. */
function productsIn(tokens: readonly Token[]): readonly Token[] {
  const isKept = (token: Token) => !isOneOf(LITTLE, token);
  const first = tokens.findIndex(isKept);
  return first === -1 ? [] : tokens.slice(first, tokens.findLastIndex(isKept) + 1);
}

/** Reads "below 100", "less than 100 units" or "under 7 days of cover". `used`: how many tokens after the first. @throws ParseError */
function readLine([below, ...tokens]: readonly Token[], whole: (condition: string) => string) {
  const at = tokens.findIndex((token) => !isOneOf(LITTLE, token));
  if (at === -1) {
    throw new ParseError(
      (t) => stockAlertWords(t).mistakes.noNumber(below?.value ?? ''),
      whole('below 100'),
      [whole('below 7 days')],
    );
  }
  const long = thousandsIn(tokens.slice(at));
  const number = tokens.slice(at, at + long);
  const next = tokens[at + long];
  const typed = phraseOf(number);
  const [, digits = '', glued = ''] =
    /^(\d{1,3}(?:[., ]\d{3})+|\d+)(\p{L}*)$/u.exec(number.map(({ folded }) => folded).join(' ')) ?? [];
  const own = COUNTED.get(glued);
  const counted = own ?? (next !== undefined && isPlain(next) ? COUNTED.get(next.folded) : undefined);
  const { kind, each } = counted ?? ({ kind: 'units', each: 1 } as const);
  const line = Number(digits.replace(/[., ]/g, '')) * each;
  if (tokens.slice(at, at + long + 1).some(isPercent)) {
    throw new ParseError((t) => stockAlertWords(t).mistakes.percent, '');
  }
  const isUnits = kind === 'units';
  const isRead = digits !== '' && (glued === '' || own !== undefined);
  if (!isRead || line < 1 || line > (isUnits ? MAX_ALERT_UNITS : MAX_ALERT_DAYS)) {
    throw new ParseError(
      (t) =>
        isUnits
          ? stockAlertWords(t).mistakes.wrongUnits(typed, formatterFor(t.code).units(MAX_ALERT_UNITS))
          : stockAlertWords(t).mistakes.wrongDays(typed, MAX_ALERT_DAYS),
      whole(isUnits ? 'below 100' : 'below 7 days'),
    );
  }
  return {
    line: { kind, line } as const,
    used: at + long + (counted !== undefined && own === undefined ? 1 : 0),
  };
}

/** How many tokens the number takes: two for "1 000". */
function thousandsIn([first, ...more]: readonly Token[]): number {
  if (first === undefined || !isPlain(first) || first.endsPart || !/^\d+$/.test(first.value)) return 1;
  // "1000 000" is no number, but isn't 1000 of product 000 either.
  const part = first.value.length > 3 ? /^000(?!\d)/ : /^\d{3}(?!\d)/;
  const end = more.findIndex((token) => !isPlain(token) || !part.test(token.value));
  const parts = end === -1 ? more : more.slice(0, end);
  // "1 000stk 1101" and "1 000, 1101": the number ends there.
  const last = parts.findIndex((token) => token.endsPart || /\D/.test(token.value));
  return 1 + (last === -1 ? parts.length : last + 1);
}

/** Reads products as `/stock out` does, by number, name or group. @throws ParseError */
function readProducts(words: string, reading: Reading): Selection {
  const question = withFixes(
    () => parseStock(`out ${words}`, reading),
    (fixes) => fixes.flatMap((fix) => /^\/stock out (.+)$/s.exec(fix)?.[1] ?? []),
  );
  if (question.kind === 'out' && question.scope === 'mine') return question.selection;
  // Words such as "all" that make another question of it.
  throw new ParseError((t) => parseWords(t).unknown(words, '/stock alert'), '');
}
