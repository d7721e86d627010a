/**
 * What is wrong with a command: one sentence that names the word and what is accepted, and the command as it could be
 * typed. It is shown to the person who typed, never logged as a failure.
 */
export class CommandMistake extends Error {
  readonly corrected: string;

  constructor(sentence: string, corrected: string) {
    super(sentence);
    this.name = 'CommandMistake';
    this.corrected = corrected;
  }
}
