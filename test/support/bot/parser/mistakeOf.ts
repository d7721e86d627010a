import { ParseError } from '../../../../bot/parser/parseError.ts';

/** The sentence and the corrected command that parsing ends with; fails the test when there is no mistake. */
export function mistakeOf(parse: () => unknown): [sentence: string, corrected: string] {
  try {
    parse();
  } catch (error) {
    return asPair(error);
  }
  throw new Error('The command was expected to be refused, but it was understood.');
}

/** The same of a command that is read in its own time. */
export async function mistakeIn(parsing: Promise<unknown>): Promise<[sentence: string, corrected: string]> {
  return parsing.then(
    () => Promise.reject(new Error('The command was expected to be refused, but it was understood.')),
    asPair,
  );
}

function asPair(error: unknown): [sentence: string, corrected: string] {
  if (error instanceof ParseError) return [error.message, error.corrected];
  throw error;
}
