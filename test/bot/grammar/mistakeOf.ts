import { CommandMistake } from '../../../bot/grammar/mistake.ts';

/** The sentence and the corrected command that parsing ends with; fails the test when there is no mistake. */
export function mistakeOf(parse: () => unknown): [sentence: string, corrected: string] {
  try {
    parse();
  } catch (error) {
    if (error instanceof CommandMistake) return [error.message, error.corrected];
    throw error;
  }
  throw new Error('The command was expected to be refused, but it was understood.');
}
