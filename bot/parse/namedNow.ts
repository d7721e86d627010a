import type { NameOfMany } from './narrowing.ts';
import { ParseError } from './parseError.ts';

/** Numbers of all that have a name now. */
export type IdsNamed = (name: NameOfMany) => readonly string[];

/** Names with the numbers they stand for. @throws ParseError for a name that nothing has any longer */
export function namedNow(names: readonly NameOfMany[], idsNamed: IdsNamed, command: string) {
  const named = names.map((name) => ({ ...name, ids: idsNamed(name) }));
  const gone = named.find(({ ids }) => ids.length === 0);
  if (gone === undefined) return named;
  throw new ParseError((t) => t.parser.names.noLongerNamed(gone.meaning, gone.words), `/${command} help`);
}
