import { ParseError } from './parseError.ts';
import { parseWords } from './words/words.ts';

/** A name, or a group of the product list, that stands for all that have it at the time the question is answered. */
export interface NameOfMany {
  readonly meaning: 'product' | 'store';
  readonly kind: 'name' | 'group';
  readonly words: string;
}

/** One of several that are set beside each other, each with a sum of its own: "oslo" of "oslo vs bergen". */
export interface Side {
  readonly ids: readonly string[];
  readonly names: readonly NameOfMany[];
}

/**
 * Products, or stores, that a question or digest lists by number: as many as Slack's pickers hold, typed or chosen. A
 * name that stands for more of them is kept as the name.
 */
export const MOST_CHOSEN = 100;

/** Numbers of all that have a name now. */
export type IdsNamed = (name: NameOfMany) => readonly string[];

/** Names with the numbers they stand for. @throws ParseError for a name that nothing has any longer */
export function namedNow(names: readonly NameOfMany[], idsNamed: IdsNamed, command: string) {
  const named = names.map((name) => ({ ...name, ids: idsNamed(name) }));
  const gone = named.find(({ ids }) => ids.length === 0);
  if (gone === undefined) return named;
  throw new ParseError(
    (t) => parseWords(t).names.noLongerNamed(gone.meaning, gone.words),
    `/${command} help`,
  );
}
