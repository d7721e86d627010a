import { languageFor, type Worded } from '../language/language.ts';

/**
 * What is wrong with a command: one sentence that names the words and what is accepted, and what could be typed
 * instead. It is shown to the person who typed, never logged as a failure.
 *
 * `corrected` and `others` are whole commands (`/sales yesterday`), the likeliest first, once the error leaves the
 * parser. Inside it, they are the text that would take the place of what could not be read.
 */
export class ParseError extends Error {
  /** For the reader; `message` is the English of it. */
  readonly sentence: Worded;
  readonly corrected: string;
  readonly others: readonly string[];
  /** Inside the parser: whole commands of another kind that may have been meant. */
  readonly elsewhere: readonly string[];

  constructor(
    sentence: Worded,
    corrected: string,
    others: readonly string[] = [],
    elsewhere: readonly string[] = [],
  ) {
    super();
    this.name = 'ParseError';
    this.sentence = sentence;
    this.corrected = corrected;
    this.others = others;
    this.elsewhere = elsewhere;
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
