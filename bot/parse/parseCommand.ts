import { Budget, BudgetExceeded } from '../text/budget.ts';
import { LONGEST_COMMAND, LONGEST_SHOWN, normalize } from './normalize.ts';
import { ParseError } from './parseError.ts';

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
    if (error instanceof BudgetExceeded) throw new ParseError((t) => t.parser.tooMuch, `/${command} help`);
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
  throw new ParseError((t) => t.parser.tooLong(text, LONGEST_COMMAND), '');
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
