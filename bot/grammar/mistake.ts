/**
 * What is wrong with a command: one sentence that names the word and what is accepted, and the command as it could be
 * typed. It is shown to the person who typed, never logged as a failure.
 */
export class CommandMistake extends Error {
  readonly corrected: string;
  /** Further commands that may have been meant, the likeliest first. */
  readonly others: readonly string[];

  constructor(sentence: string, corrected: string, others: readonly string[] = []) {
    super(sentence);
    this.name = 'CommandMistake';
    this.corrected = corrected;
    this.others = others;
  }
}
