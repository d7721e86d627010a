import { Budget, BudgetExceeded } from '../text/budget.ts';
import { ParseError } from './parseError.ts';
import { parseWords } from './words/words.ts';

/** What was typed when it was no question. `form`: nothing, so a form is what is asked for. */
export type WithoutWords<Name extends string> =
  | { readonly command: Name; readonly kind: 'help' }
  | { readonly command: Name; readonly kind: 'form' };

interface Parsed {
  readonly kind: string;
}

const MOST_SUGGESTIONS = 5;

/** What reading one command may cost with all its suggestions, in about a microsecond each. */
const COMMAND_BUDGET = 6_000;

export function commandBudget(): Budget {
  return new Budget(COMMAND_BUDGET);
}

/**
 * Reads the text behind a command. Suggestions of an error are read as well, and once more with their own correction, so
 * that whatever is offered can be typed; where none can, `help` is offered.
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
    const suggested = [error.corrected, ...error.others].slice(0, MOST_SUGGESTIONS);
    const [corrected = 'help', ...others] = new Set(suggested.flatMap((each) => readable(each, read)));
    const whole = (each: string) => `/${command} ${each}`;
    throw new ParseError(error.sentence, whole(corrected), others.map(whole), {
      elsewhere: error.elsewhere,
      understood: isReadable(error.understood, read) === true ? whole(error.understood) : '',
    });
  }
}

/** A whole command that was copied: `/sales yesterday` behind `/sales`, with or without marks of code around it. */
function withoutOwnName(text: string, command: string): string {
  const [, rest] = new RegExp(`^[\`*]*/${command}(?: (.*))?$`, 'is').exec(text) ?? [];
  return rest ?? text;
}

function requireShort(text: string): void {
  if (text.length <= LONGEST_COMMAND) return;
  throw new ParseError((t) => parseWords(t).tooLong(text, LONGEST_COMMAND), '');
}

/** The suggestion, or what it is corrected to; none when neither can be read, or would only open a form. */
function readable(text: string, read: (text: string) => Parsed): string[] {
  const parsed = isReadable(text, read);
  if (parsed === true) return [text];
  if (parsed === false || parsed.leavesOut) return [];
  return isReadable(parsed.corrected, read) === true ? [parsed.corrected] : [];
}

function isReadable(text: string, read: (text: string) => Parsed): boolean | ParseError {
  if (text === '' || text.length > LONGEST_SHOWN) return false;
  try {
    // A form is not what somebody wants who typed something.
    return read(text).kind !== 'form';
  } catch (error) {
    if (error instanceof ParseError) return error;
    if (error instanceof BudgetExceeded) return false;
    throw error;
  }
}

/** A command of more characters is refused before anything looks at it closely. */
export const LONGEST_COMMAND = 2_000;

/** So much of a command is shown, and what is offered is shown whole: several stand in one message. */
export const LONGEST_SHOWN = 900;

/** What Slack lets through is shorter; nothing longer is even brought into shape. */
const LONGEST_TEXT = 16_000;

/**
 * The text of a command as a person meant it: phones put curly quotes, long dashes and hard spaces in, some write a
 * letter and its accent apart, text copied from elsewhere carries invisible marks, and Slack writes three characters as
 * entities.
 */
export function normalize(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      // Marks that turn the direction of writing, and spaces without width; those that join an emoji stay.
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
