import { formatterFor } from '../../language/formatter.ts';
import type { Reading } from '../../parse/nameLookup.ts';
import type { Side } from '../../parse/narrowing.ts';
import { ParseError } from '../../parse/parseError.ts';
import { format, isOneOf, isPlain, phraseOf, type Token, tokenize } from '../../parse/tokenizer.ts';
import { lexicon, wordList } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { parseStock } from '../parse.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { MAX_ALERT_DAYS, MAX_ALERT_UNITS, type StockAlert, type StockAlertKind } from './rule.ts';

const BELOW = wordList('below under < less fewer mindre færre');
const OUT = wordList('out utsolgt utselt tom tomt tomme');
/** Little words around the line and at the start: "when 1101 is below 100", "mindre enn 100". */
const LITTLE = wordList(
  'when if når hvis om is are er goes go falls drops runs går faller blir than enn of stock cover dekning lagerdekning has har on about',
);
/** What a number counts; 7 days to a week. */
const COUNTED = lexicon<{ readonly kind: Exclude<StockAlertKind, 'out'>; readonly each: number }>([
  [{ kind: 'units', each: 1 }, 'unit units enhet enheter stk pcs'],
  [{ kind: 'cover', each: 1 }, 'd day days dag dager dagar dagers'],
  [{ kind: 'cover', each: 7 }, 'week weeks uke uker veke veker'],
]);

/** Reads "gin under 7 days" or "1101 out"; without products it is all of the supplier's own. @throws ParseError */
export function parseStockAlert(words: string, reading: Reading): StockAlert {
  const said = tokenize(words);
  const start = said.findIndex((token) => !isOneOf(LITTLE, token));
  const tokens = start === -1 ? [] : said.slice(start);
  const at = tokens.findLastIndex((token) => isOneOf(BELOW, token) || isOneOf(OUT, token));
  const whole = (products: string, condition: string) =>
    [products, condition].filter((each) => each !== '').join(' ');
  if (at === -1) {
    const products = format(tokens);
    throw new ParseError((t) => stockAlertWords(t).mistakes.noLine, whole(products, 'out'), [
      whole(products, 'below 100'),
    ]);
  }
  const isOut = isOneOf(OUT, tokens[at]);
  const before = productsIn(tokens.slice(0, at));
  const { line, used } = isOut
    ? { line: { kind: 'out', line: 0 } as const, used: 1 }
    : readLine(tokens.slice(at + 1), (condition) => whole(format(before), condition));
  const end = at + (isOut ? 1 : used + 1);
  const products = productsIn([...tokens.slice(0, at), ...tokens.slice(end)]);
  if (products.length === 0) return line;
  try {
    const of = readProducts(format(products), reading);
    return of === undefined ? line : { ...line, of };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const condition = format(tokens.slice(at, end));
    const [corrected = '', ...others] = error.fixes.map((fix) => whole(fix, condition));
    throw new ParseError(error.sentence, corrected, others);
  }
}

/** The words without little ones at either end. */
function productsIn(tokens: readonly Token[]): readonly Token[] {
  const isKept = (token: Token) => !isOneOf(LITTLE, token);
  const first = tokens.findIndex(isKept);
  return first === -1 ? [] : tokens.slice(first, tokens.findLastIndex(isKept) + 1);
}

/** Reads "100", "than 100 units" or "7 days of cover". `used` is how many tokens that takes. @throws ParseError */
function readLine(tokens: readonly Token[], whole: (condition: string) => string) {
  const at = tokens.findIndex((token) => !isOneOf(LITTLE, token));
  const long = at === -1 ? 0 : thousandsIn(tokens.slice(at));
  const number = tokens.slice(at, at + long);
  const next = tokens[at + long];
  const typed = phraseOf(number);
  const [, digits = '', glued = ''] =
    /^(\d{1,3}(?:[., ]\d{3})+|\d+)(\p{L}*)$/u.exec(number.map(({ folded }) => folded).join(' ')) ?? [];
  const own = COUNTED.get(glued);
  const counted = own ?? (next !== undefined && isPlain(next) ? COUNTED.get(next.folded) : undefined);
  const { kind, each } = counted ?? ({ kind: 'units', each: 1 } as const);
  const line = Number(digits.replace(/[., ]/g, '')) * each;
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
  if (first === undefined || !isPlain(first) || first.endsPart || !/^\d{1,3}$/.test(first.value)) return 1;
  const end = more.findIndex((token) => !isPlain(token) || !/^\d{3}(?!\d)/.test(token.value));
  const parts = end === -1 ? more : more.slice(0, end);
  // "1 000stk 1101" and "1 000, 1101": the number ends there.
  const last = parts.findIndex((token) => token.endsPart || /\D/.test(token.value));
  return 1 + (last === -1 ? parts.length : last + 1);
}

/** Reads products as `/stock out` does, by number, name or group. Undefined for all of one's own. @throws ParseError */
function readProducts(words: string, reading: Reading): Side | undefined {
  const question = withPlainFixes(() => parseStock(`out ${words}`, reading));
  if (question.kind === 'out' && question.scope === 'mine') return question.of;
  // Words such as "all" that make another question of it.
  throw new ParseError((t) => parseWords(t).unknown(words, '/stock alert'), '');
}

function withPlainFixes<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const fixes = error.fixes.flatMap((fix) => /^\/stock out (.+)$/s.exec(fix)?.[1] ?? []);
    const [corrected = '', ...others] = fixes;
    throw new ParseError(error.sentence, corrected, others);
  }
}
