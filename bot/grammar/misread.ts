import { quoted } from '../text/normalize.ts';
import { CommandMistake } from './mistake.ts';
import type { Command } from './question.ts';
import { beginningOf, LONGEST_COMMAND } from './words.ts';

/**
 * Why a text could not be read, and the texts that may have been meant, without the command's name. A fix may itself
 * have something wrong in another place.
 */
export class Misread extends Error {
  readonly fixes: readonly string[];
  /** What can be offered when none of the fixes can be read. */
  readonly otherwise: readonly string[];
  /** Whole commands that stand beside the fixes: those of another command. They are read as they stand. */
  readonly elsewhere: readonly string[];

  constructor(
    sentence: string,
    fixes: readonly string[],
    { otherwise = [], elsewhere = [] }: Partial<Pick<Misread, 'otherwise' | 'elsewhere'>> = {},
  ) {
    super(sentence);
    this.name = 'Misread';
    this.fixes = fixes.filter((fix) => fix !== '');
    this.otherwise = otherwise.filter((fix) => fix !== '');
    this.elsewhere = elsewhere;
  }
}

/** So many mistakes in one text are put right one after the other before `help` is offered instead. */
const DEEPEST = 4;
const MOST_FIXES = 5;

/**
 * Reads a text. What is wrong with it is told with commands that were read as well, so that whatever is offered can be
 * typed.
 * @throws CommandMistake
 */
export function readWith<Asked extends Read>(
  command: Command | 'digest',
  text: string,
  read: (text: string) => Asked,
): Asked {
  try {
    requireShort(text);
    return read(text);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const bare = command === 'digest' ? text : withoutChatter(text, command);
    const asked = bare === text ? undefined : readQuietly(bare, read);
    if (asked !== undefined) return asked;
    const fixes = readable(error.fixes, read);
    const [corrected, ...others] = fixes.length > 0 ? fixes : readable(error.otherwise, read).slice(0, 1);
    throw new CommandMistake(error.message, `/${command} ${corrected ?? 'help'}`, [
      ...others.map((fix) => `/${command} ${fix}`),
      ...error.elsewhere,
    ]);
  }
}

/** What only shows figures is read kindly: without the command's own name, what people say to each other, and marks around and behind it. */
function withoutChatter(text: string, command: string): string {
  return text
    .replace(/^[`"']+|[`"']+$/g, '')
    .replace(new RegExp(`^/?${command} `, 'i'), '')
    .replace(/^(?:please |show me |vis meg )+/i, '')
    .replace(/(?: please| takk)?[!?.]*$/i, '')
    .replace(command === 'stock' ? / i dag$/i : /$/, '')
    .trim();
}

/** What it was read as; undefined when it cannot be read as it stands, or a form would be opened. */
function readQuietly<Asked extends Read>(text: string, read: (text: string) => Asked): Asked | undefined {
  try {
    const asked = read(text);
    return asked.kind === 'form' ? undefined : asked;
  } catch (error) {
    if (error instanceof Misread) return undefined;
    throw error;
  }
}

/** What a text was read as. */
interface Read {
  readonly kind: string;
}

function readable(fixes: readonly string[], read: (text: string) => Read): string[] {
  const right = fixes.slice(0, MOST_FIXES).map((fix) => putRight(fix, read, DEEPEST));
  return [...new Set(right.filter((fix) => fix !== undefined))];
}

function requireShort(text: string): void {
  if (text.length <= LONGEST_COMMAND) return;
  throw new Misread(
    `That is longer than ${LONGEST_COMMAND} characters, which is more than a command has; it begins with ${quoted(text)}.`,
    [beginningOf(text, LONGEST_COMMAND)],
  );
}

/** The text with its mistakes put right one after the other; undefined when that leads nowhere. */
function putRight(text: string, read: (text: string) => Read, depth: number): string | undefined {
  if (text.length > LONGEST_COMMAND) return undefined;
  try {
    // A form is not what somebody wants who typed something.
    return read(text).kind === 'form' ? undefined : text;
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const [next] = [...error.fixes, ...error.otherwise];
    return next === undefined || depth === 0 ? undefined : putRight(next, read, depth - 1);
  }
}
