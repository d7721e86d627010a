import type { DateContext } from '../parse/dates/period.ts';
import { type NameLookup, rememberingNames } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { rememberingPeriods } from '../parse/periodTokens.ts';
import { parseWords } from '../parse/words/words.ts';
import { Budget, BudgetExceeded } from '../text/budget.ts';

/** Typed text that is no question. `form`: nothing was typed, so the app opens a form. */
export type WithoutWords<Name extends string> =
  | { readonly command: Name; readonly kind: 'help' }
  | { readonly command: Name; readonly kind: 'form' };

interface Parsed {
  readonly kind: string;
}

const MAX_SUGGESTIONS = 5;

/** The budget for parsing one command with all its suggestions, in units of about a microsecond. */
const COMMAND_BUDGET = 5_000;

export function commandBudget(): Budget {
  return new Budget(COMMAND_BUDGET);
}

/** What parsing one command looks up. All lookups share the budget. */
export function rememberingReading(vocabulary: NameLookup, context: DateContext) {
  const budget = commandBudget();
  return {
    names: rememberingNames(vocabulary, budget),
    periods: rememberingPeriods(context, budget),
    context,
    budget,
  };
}

/**
 * Parses the text after a command. Suggestions of an error are parsed too, and replaced by their own correction if
 * necessary, so that every suggestion works. Without one, `help` is suggested.
 * @throws ParseError
 */
export function parseCommand<Question extends Parsed>(
  command: string,
  text: string,
  read: (text: string) => Question,
): Question {
  const plain = withoutOwnName(normalize(text), command);
  try {
    requireShort(plain);
    return read(plain);
  } catch (error) {
    if (error instanceof BudgetExceeded)
      throw new ParseError((t) => parseWords(t).tooMuch, `/${command} help`);
    if (!(error instanceof ParseError)) throw error;
    const suggested = [error.corrected, ...error.others].slice(0, MAX_SUGGESTIONS);
    const again = new Budget(READ_AGAIN);
    const [corrected = 'help', ...others] = new Set(suggested.flatMap((each) => readable(each, read, again)));
    const whole = (each: string) => `/${command} ${each}`;
    throw new ParseError(error.sentence, whole(corrected), others.map(whole), {
      elsewhere: error.elsewhere,
      leavesOut: error.leavesOut,
      isOfRows: error.isOfRows,
      understood:
        isReadable(error.understood, read, new Budget(READ_AGAIN)) === true ? whole(error.understood) : '',
    });
  }
}

/** Removes the command's own name from a copied command: `/sales yesterday` after `/sales`, also in code marks. */
function withoutOwnName(text: string, command: string): string {
  const [, rest] = new RegExp(`^[\`*]*/${command}(?: (.*))?$`, 'is').exec(text) ?? [];
  return rest ?? text;
}

function requireShort(text: string): void {
  if (text.length <= LONGEST_COMMAND) return;
  throw new ParseError((t) => parseWords(t).tooLong(text, LONGEST_COMMAND), '');
}

/** How many words of a suggestion may need a correction of their own. */
const MAX_CORRECTED = 2;

/** How many characters of suggestions are read: of the longest, the first few. */
const READ_AGAIN = 2_000;

/** The suggestion, corrected as often as it needs; empty if that can't be parsed, or would only open a form. */
function readable(typed: string, read: (text: string) => Parsed, again: Budget): string[] {
  let text = typed;
  for (let corrected = 0; corrected <= MAX_CORRECTED; corrected += 1) {
    const parsed = isReadable(text, read, again);
    if (parsed === true) return [text];
    if (parsed === false || parsed.leavesOut) return [];
    text = parsed.corrected;
  }
  return [];
}

function isReadable(text: string, read: (text: string) => Parsed, again: Budget): boolean | ParseError {
  if (text === '' || text.length > LONGEST_SHOWN) return false;
  try {
    again.spend(text.length);
    // After typing something, a form or help isn't a useful suggestion.
    const { kind } = read(text);
    return kind !== 'form' && kind !== 'help';
  } catch (error) {
    if (error instanceof ParseError) return error;
    if (error instanceof BudgetExceeded) return false;
    throw error;
  }
}

/** Longer commands are refused before parsing. */
export const LONGEST_COMMAND = 2_000;

/** How much of a command is shown. Longer suggestions are dropped: a message shows several, each in full. */
export const LONGEST_SHOWN = 900;

/** Longer than any text that Slack sends, so the rest is cut before normalizing. */
const LONGEST_TEXT = 16_000;

/**
 * Normalizes typed text: phones insert curly quotes, long dashes and hard spaces, some keyboards write a letter and its
 * accent separately, copied text has invisible marks, and Slack writes three characters as entities.
 */
export function normalize(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      // Direction marks and zero-width spaces. The joiner stays, since emoji need it.
      .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replace(/&(?:amp;)*(lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/g, '"')
      .replace(/[\u2018-\u201b\u2032\u00b4]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/\u2026/g, '..')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };
