import { formatterFor } from '../language/formatter.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { Side } from '../parse/narrowing.ts';
import { normalize } from '../parse/parseCommand.ts';
import { ParseError } from '../parse/parseError.ts';
import { format, isOneOf, isPlain, type Token, tokenize } from '../parse/tokenizer.ts';
import { HELP_WORDS, lexicon, wordList } from '../parse/vocabulary.ts';
import { type AlertKind, type AlertQuestion, type AlertRule, MAX_DAYS, MAX_UNITS } from './rule.ts';
import { alertWords } from './words/words.ts';

/** Reads products; undefined for all of one's own. The fixes of an error are other words for them. @throws ParseError */
export type ReadProducts = (words: string, reading: Reading) => Side | undefined;

const ALERT_WORDS = wordList('alert alerts varsle varsler varsel varsla');
const FOR_ME = wordList('me meg');
const BELOW = wordList('below under < less mindre');
const OUT = wordList('out utsolgt utselt tom tomt tomme');
/** Little words around the line and at the start: "when 1101 is below 100", "mindre enn 100". */
const LITTLE = wordList(
  'when if når hvis om is are er goes falls drops går faller than enn of stock cover dekning',
);
/** What a number counts; 7 days to a week. */
const COUNTED = lexicon<{ readonly kind: Exclude<AlertKind, 'out'>; readonly each: number }>([
  [{ kind: 'units', each: 1 }, 'unit units enhet enheter stk pcs'],
  [{ kind: 'cover', each: 1 }, 'd day days dag dager dagar'],
  [{ kind: 'cover', each: 7 }, 'week weeks uke uker veke veker'],
]);

/** Whether the text after `/stock` is about alerts. */
export function isAboutAlerts(text: string): boolean {
  return isOneOf(ALERT_WORDS, tokenize(normalize(text))[0]);
}

/** Reads the text after `/stock` that `isAboutAlerts`. @throws ParseError */
export function parseAlert(text: string, reading: Reading, readProducts: ReadProducts): AlertQuestion {
  const [, ...words] = tokenize(normalize(text));
  const isForMe = isOneOf(FOR_ME, words[0]);
  const said = isForMe ? words.slice(1) : words;
  if (words.length === 0) return { kind: 'list' };
  if (said.some((token) => isOneOf(HELP_WORDS, token))) return { kind: 'help' };
  return { kind: 'set', rule: readRule(said, isForMe, reading, readProducts), isForMe };
}

function readRule(
  said: readonly Token[],
  isForMe: boolean,
  reading: Reading,
  readProducts: ReadProducts,
): AlertRule {
  const start = said.findIndex((token) => !isOneOf(LITTLE, token));
  const tokens = start === -1 ? [] : said.slice(start);
  const at = tokens.findLastIndex((token) => isOneOf(BELOW, token) || isOneOf(OUT, token));
  const whole = (products: string, condition: string) =>
    `/stock ${['alert', ...(isForMe ? ['me'] : []), products, condition].filter((each) => each !== '').join(' ')}`;
  if (at === -1) {
    throw new ParseError((t) => alertWords(t).mistakes.noLine, whole(format(tokens), 'out'), [
      whole(format(tokens), 'below 100'),
    ]);
  }
  const isOut = isOneOf(OUT, tokens[at]);
  const { line, used } = isOut
    ? { line: { kind: 'out', line: 0 } as const, used: 1 }
    : readLine(tokens.slice(at + 1), (condition) =>
        whole(format(productsIn(tokens.slice(0, at))), condition),
      );
  const products = productsIn([...tokens.slice(0, at), ...tokens.slice(at + (isOut ? 1 : used + 1))]);
  const condition = format(tokens.slice(at, at + (isOut ? 1 : used + 1)));
  if (products.length === 0) return line;
  try {
    const of = readProducts(format(products), reading);
    return of === undefined ? line : { ...line, of };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const [corrected = '/stock alert help', ...others] = error.fixes.map((fix) => whole(fix, condition));
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
  const number = tokens[at];
  const next = tokens[at + 1];
  const typed = number?.value ?? '';
  const [, digits = '', glued = ''] =
    /^(\d{1,3}(?:[.,]\d{3})+|\d+)(\p{L}*)$/u.exec(number?.folded ?? '') ?? [];
  const own = COUNTED.get(glued);
  const counted = own ?? (next !== undefined && isPlain(next) ? COUNTED.get(next.folded) : undefined);
  const { kind, each } = counted ?? ({ kind: 'units', each: 1 } as const);
  const line = Number(digits.replace(/[.,]/g, '')) * each;
  const isUnits = kind === 'units';
  const isRead = digits !== '' && (glued === '' || own !== undefined);
  if (!isRead || line < 1 || line > (isUnits ? MAX_UNITS : MAX_DAYS)) {
    throw new ParseError(
      (t) =>
        isUnits
          ? alertWords(t).mistakes.wrongUnits(typed, formatterFor(t.code).units(MAX_UNITS))
          : alertWords(t).mistakes.wrongDays(typed, MAX_DAYS),
      whole(isUnits ? 'below 100' : 'below 7 days'),
    );
  }
  return { line: { kind, line } as const, used: at + (counted !== undefined && own === undefined ? 2 : 1) };
}
