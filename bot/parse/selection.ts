import * as z from 'zod/mini';
import { idKey } from '../text/numbers.ts';
import { ParseError } from './parseError.ts';
import { inQuotes } from './tokenizer.ts';
import { parseWords } from './words/words.ts';

/** What a name or number in a command stands for. */
export const MEANINGS = ['product', 'store'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** How many products or stores can be listed by number, the same as Slack's pickers allow. */
export const MAX_CHOSEN = 100;

const nameSchema = z.readonly(z.object({ kind: z.enum(['name', 'group']), words: z.string() }));
const chosenSchema = z.readonly(
  z.object({ ids: z.readonly(z.array(z.string())), names: z.readonly(z.array(nameSchema)) }),
);
const bothSchema = { product: chosenSchema, store: chosenSchema };

/** What is asked about. Plain JSON; nothing chosen means all. */
export const selectionSchema = z.readonly(
  z.object({
    ...bothSchema,
    /** What is left out. */
    without: z.readonly(z.object(bothSchema)),
    /** Two or more sides of "a vs b", which are also chosen. */
    sides: z.optional(
      z.readonly(z.object({ of: z.enum(MEANINGS), each: z.readonly(z.array(chosenSchema)) })),
    ),
  }),
);

/** A name or product group that stands for all its members on the day it is looked up. */
export type NameOfMany = z.infer<typeof nameSchema>;
/** Products or stores: numbers as digits as given, and names of several. */
export type Chosen = z.infer<typeof chosenSchema>;
export type Selection = z.infer<typeof selectionSchema>;
export type Sides = NonNullable<Selection['sides']>;

export const NONE: Chosen = { ids: [], names: [] };
export const EVERYTHING: Selection = {
  product: NONE,
  store: NONE,
  without: { product: NONE, store: NONE },
};

export function ofProducts(ids: readonly string[]): Selection {
  return { ...EVERYTHING, product: { ids, names: [] } };
}

export function isNone({ ids, names }: Chosen): boolean {
  return ids.length + names.length === 0;
}

/** The numbers of all entries that have a name now. */
export type IdsNamed = (meaning: Meaning, name: NameOfMany) => readonly string[];

/** All numbers of what is chosen, each once. */
export function idsOf(meaning: Meaning, { ids, names }: Chosen, idsNamed: IdsNamed): readonly string[] {
  return [...new Set([...ids, ...names.flatMap((name) => idsNamed(meaning, name))])];
}

/** The selection with its names as the numbers of now. */
export function inNumbers(selection: Selection, idsNamed: IdsNamed): Selection {
  const { without, sides } = selection;
  const numbers = (meaning: Meaning, chosen: Chosen) => ({
    ids: idsOf(meaning, chosen, idsNamed),
    names: [],
  });
  const bothOf = (both: Pick<Selection, Meaning>) => ({
    product: numbers('product', both.product),
    store: numbers('store', both.store),
  });
  return { ...bothOf(selection), without: bothOf(without), ...(sides === undefined ? {} : { sides }) };
}

/** The products or stores of a query: these numbers, or all but these. */
export interface Picked {
  readonly ids: readonly string[];
  readonly isLeftOut: boolean;
}

/** Undefined for all. Leading zeros of a number don't matter. */
export type PickedIds = { readonly [Each in Meaning]?: Picked | undefined };

/** What a selection stands for now. */
export function pickedNow(selection: Selection, idsNamed: IdsNamed): PickedIds {
  const pickedOf = (meaning: Meaning): Picked | undefined => {
    const leftOut = idsOf(meaning, selection.without[meaning], idsNamed);
    if (isNone(selection[meaning])) {
      return leftOut.length === 0 ? undefined : { ids: leftOut, isLeftOut: true };
    }
    const gone = new Set(leftOut.map(idKey));
    const ids = idsOf(meaning, selection[meaning], idsNamed).filter((id) => !gone.has(idKey(id)));
    return { ids, isLeftOut: false };
  };
  return { product: pickedOf('product'), store: pickedOf('store') };
}

/** Whether an id is one of a query's. */
export function isPicked(picked: Picked | undefined): (id: string) => boolean {
  if (picked === undefined) return () => true;
  const keys = new Set(picked.ids.map(idKey));
  return (id) => keys.has(idKey(id)) !== picked.isLeftOut;
}

/** @throws ParseError for a name that no entry has any more */
export function requireNamed(selection: Selection, idsNamed: IdsNamed, command: string): void {
  for (const meaning of MEANINGS) {
    const names = [...selection[meaning].names, ...selection.without[meaning].names];
    const gone = names.find((name) => idsNamed(meaning, name).length === 0);
    if (gone === undefined) continue;
    throw new ParseError((t) => parseWords(t).names.noLongerNamed(meaning, gone.words), `/${command} help`);
  }
}

/** The words of a command that are read as the same selection. */
export function writeSelection(selection: Selection): string[] {
  const { sides, without } = selection;
  return [
    ...MEANINGS.flatMap((meaning) =>
      sides?.of === meaning
        ? [sides.each.map((side) => writeChosen(meaning, side).join(' ')).join(' vs ')]
        : writeChosen(meaning, selection[meaning]),
    ),
    ...MEANINGS.flatMap((meaning) =>
      writeChosen(meaning, without[meaning]).flatMap((each) => ['without', each]),
    ),
  ];
}

/** `product:1101,1102 group:"Cider"` */
export function writeChosen(meaning: Meaning, { ids, names }: Chosen): string[] {
  return [...(ids.length === 0 ? [] : [`${meaning}:${ids.join(',')}`]), ...writeNames(meaning, names)];
}

/** Names in the command's syntax: `group:Cider`, `product:"pale ale"`. */
export function writeNames(meaning: Meaning, names: readonly NameOfMany[]): string[] {
  return names.map(({ kind, words }) => `${kind === 'group' ? 'group' : meaning}:${inQuotes(words)}`);
}
