import { languageFor, type Worded } from '../language/language.ts';

/**
 * Runs `read` and changes the fixes of a ParseError, for example into commands that contain them. Other suggestions are
 * dropped.
 */
export function withFixes<Value>(
  read: () => Value,
  change: (fixes: readonly string[]) => readonly string[],
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const [corrected = '', ...others] = change(error.fixes);
    throw new ParseError(error.sentence, corrected, others);
  }
}

/** What `read` gives; undefined where it throws a ParseError. */
export function ifParsed<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Whether `read` throws no ParseError. */
export function canParse(read: () => unknown): boolean {
  const isRead = ifParsed(() => {
    read();
    return true;
  });
  return isRead === true;
}

/**
 * A mistake in a command: a sentence that names the words and what is accepted, and what could be typed instead. Shown
 * to the person, never logged as a failure.
 *
 * A suggestion keeps the question and corrects only what it must. One that would lose part of the question isn't made,
 * unless the sentence says what is left out.
 *
 * Outside the parser, `corrected` and `others` are whole commands (`/sales yesterday`), likeliest first. Inside it, they
 * are replacements for the text that could not be parsed.
 */
export class ParseError extends Error {
  /** Builds the sentence in the reader's language; `message` is the English one. */
  readonly sentence: Worded;
  readonly corrected: string;
  readonly others: readonly string[];
  /** Commands of another kind that may have been meant. They have not been parsed yet. */
  readonly elsewhere: readonly string[];
  /** The part that was understood: enough to fill in a form, but not a suggestion. Empty for nothing. */
  readonly understood: string;
  /** Whether the suggestions lack what the sentence says is left out, so they only fit this sentence. */
  readonly leavesOut: boolean;
  /** Whether only rows or their number are wrong, so that what is asked about is known. */
  readonly isOfRows: boolean;

  constructor(
    sentence: Worded,
    corrected: string,
    others: readonly string[] = [],
    {
      elsewhere = [],
      understood = '',
      leavesOut = false,
      isOfRows = false,
    }: Partial<Pick<ParseError, 'elsewhere' | 'understood' | 'leavesOut' | 'isOfRows'>> = {},
  ) {
    super();
    this.name = 'ParseError';
    this.sentence = sentence;
    this.corrected = corrected;
    this.others = others;
    this.elsewhere = elsewhere;
    this.understood = understood;
    this.leavesOut = leavesOut;
    this.isOfRows = isOfRows;
  }

  /** Built on demand: most errors come from trying suggestions and are never shown. */
  override get message(): string {
    return this.sentence(languageFor('en').t);
  }

  /** Inside the parser: replacements for the words, likeliest first. */
  get fixes(): readonly string[] {
    return [this.corrected, ...this.others].filter((fix) => fix !== '');
  }
}
