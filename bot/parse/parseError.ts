import { languageFor, type Worded } from '../language/language.ts';

/**
 * What is wrong with a command: one sentence that names the words and what is accepted, and what could be typed
 * instead. It is shown to the person who typed, never logged as a failure.
 *
 * A suggestion keeps the question: what was asked for is in it, corrected where it must be. What cannot keep it is not
 * suggested, unless the sentence says what is left out.
 *
 * `corrected` and `others` are whole commands (`/sales yesterday`), the likeliest first, once the error leaves the
 * parser. Inside it, they are the text that would take the place of what could not be read.
 */
export class ParseError extends Error {
  /** For the reader; `message` is the English of it. */
  readonly sentence: Worded;
  readonly corrected: string;
  readonly others: readonly string[];
  /** Whole commands of another kind that may have been meant; nobody has read them yet. */
  readonly elsewhere: readonly string[];
  /** What was understood, without the rest: enough to fill in a form, and no suggestion. Empty for nothing. */
  readonly understood: string;
  /** Inside the parser: the suggestions lack what the sentence says is left out, so that they go with no other sentence. */
  readonly leavesOut: boolean;

  constructor(
    sentence: Worded,
    corrected: string,
    others: readonly string[] = [],
    {
      elsewhere = [],
      understood = '',
      leavesOut = false,
    }: Partial<Pick<ParseError, 'elsewhere' | 'understood' | 'leavesOut'>> = {},
  ) {
    super();
    this.name = 'ParseError';
    this.sentence = sentence;
    this.corrected = corrected;
    this.others = others;
    this.elsewhere = elsewhere;
    this.understood = understood;
    this.leavesOut = leavesOut;
  }

  /** Written when somebody asks for it: most errors of a command are of suggestions that are tried. */
  override get message(): string {
    return this.sentence(languageFor('en').t);
  }

  /** Inside the parser: what could take the place of the words, the likeliest first. */
  get fixes(): readonly string[] {
    return [this.corrected, ...this.others].filter((fix) => fix !== '');
  }
}
