import { ParseError } from './parseError.ts';
import { parseWords } from './words/words.ts';

/** A name or product group that stands for all its members at the time the question is answered. */
export interface NameOfMany {
  readonly meaning: 'product' | 'store';
  readonly kind: 'name' | 'group';
  readonly words: string;
}

/** One side of a comparison, with its own sum: "oslo" in "oslo vs bergen". */
export interface Side {
  readonly ids: readonly string[];
  readonly names: readonly NameOfMany[];
}

/**
 * How many products or stores a question or digest can list by number, the same as Slack's pickers allow. A name that
 * stands for more is stored as a name.
 */
export const MAX_CHOSEN = 100;

/** The numbers of all entries that have a name now. */
export type IdsNamed = (name: NameOfMany) => readonly string[];

/** All numbers of a side, each once. */
export function idsOf({ ids, names }: Side, idsNamed: IdsNamed): readonly string[] {
  return [...new Set([...ids, ...names.flatMap(idsNamed)])];
}

/** Whether a stored value is a name of many. */
export function isNameOfMany(value: unknown): value is NameOfMany {
  if (typeof value !== 'object' || value === null) return false;
  const { meaning, kind, words }: { meaning?: unknown; kind?: unknown; words?: unknown } = value;
  return (
    (meaning === 'product' || meaning === 'store') &&
    (kind === 'name' || kind === 'group') &&
    typeof words === 'string'
  );
}

/** Adds the current numbers to each name. @throws ParseError for a name that no entry has any more */
export function namedNow(names: readonly NameOfMany[], idsNamed: IdsNamed, command: string) {
  const named = names.map((name) => ({ ...name, ids: idsNamed(name) }));
  const gone = named.find(({ ids }) => ids.length === 0);
  if (gone === undefined) return named;
  throw new ParseError(
    (t) => parseWords(t).names.noLongerNamed(gone.meaning, gone.words),
    `/${command} help`,
  );
}
