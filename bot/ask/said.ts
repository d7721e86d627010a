import type { Worded } from '../language/language.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { asChosen, type Found, isOne } from '../parse/names.ts';
import { type Chosen, MAX_CHOSEN, type Meaning, type Selection } from '../parse/selection.ts';
import type { Token } from '../parse/tokenizer.ts';
import { parseWords } from '../parse/words/words.ts';

/** A period, or products or stores, as they stand in a text. `When` is what the command takes for a period. */
export type Item<When = FoundPeriod> =
  | { readonly kind: 'period'; readonly tokens: readonly Token[]; readonly found: When }
  | NameItem
  /** "vs" between two names or periods. */
  | { readonly kind: 'beside'; readonly tokens: readonly Token[] };

export type NameItem = {
  readonly kind: 'name';
  readonly tokens: readonly Token[];
  readonly isLeftOut: boolean;
} & Found;

/** Words of a text that no slot takes, or whose slot refuses them. */
export interface Mistake {
  readonly sentence: Worded;
  readonly tokens: readonly Token[];
  /** Replacements for the tokens, likeliest first; an empty text leaves them out. */
  readonly instead: readonly string[];
  /** Whether the replacement changes the question, so that it needs the sentence. */
  readonly leavesOut?: boolean;
  /** Whether only rows or their number are wrong. */
  readonly isOfRows?: true;
  /** Shown only where nothing else is wrong. */
  readonly isLast?: boolean;
  /** The command that may be meant, made of the whole text as it was typed. */
  readonly elsewhere?: (typed: string) => string;
}

/** What a text says, slot by slot. */
export interface Said<Row extends string, Count extends string, Flag extends string, When = FoundPeriod> {
  readonly items: readonly Item<When>[];
  /** Different ones, in the order they were said. */
  readonly rows: readonly { readonly name: Row; readonly tokens: readonly Token[] }[];
  /** Rows that a noun implies, as in "top 5 stores" and "all stores". */
  readonly implied: Row | undefined;
  readonly counts: ReadonlyMap<Count, { readonly number: number; readonly tokens: readonly Token[] }>;
  readonly flags: ReadonlyMap<Flag, readonly Token[]>;
  readonly compare: Token | undefined;
  /** The one to show first comes first. */
  readonly mistakes: readonly Mistake[];
}

/** Whether "oslo vs bergen" puts products or stores beside each other; undefined where no two names of a kind are. */
export function meaningBeside(said: readonly Item<unknown>[]): Meaning | undefined {
  const items = withoutPeriodBefore(said);
  for (const [at, { kind }] of items.entries()) {
    const [before, after] = [items[at - 1], items[at + 1]];
    if (kind !== 'beside' || before?.kind !== 'name' || after?.kind !== 'name') continue;
    if (before.isLeftOut || after.isLeftOut || before.meaning !== after.meaning) continue;
    return before.meaning;
  }
  return undefined;
}

/** "Oslo in october vs bergen" puts the two beside each other where that is the only period. */
function withoutPeriodBefore(items: readonly Item<unknown>[]): readonly Item<unknown>[] {
  const [only, more] = items.filter(({ kind }) => kind === 'period');
  const isBefore = only !== undefined && items[items.indexOf(only) + 1]?.kind === 'beside';
  return isBefore && more === undefined ? items.filter((item) => item !== only) : items;
}

/** Entries of one kind as they were said: numbers as numbers, and all names as names. */
export function asNamed(named: readonly NameItem[]): Chosen {
  const names = named.flatMap(({ name }) => name ?? []);
  return {
    ids: [...new Set(named.flatMap(({ ids, name }) => (name === undefined ? ids : [])))],
    names: names.filter(({ words }, at) => names.findIndex((other) => other.words === words) === at),
  };
}

/** The products and stores of a text, and a mistake for each list that is too long. */
export function selectionOf(items: readonly Item<unknown>[]): {
  readonly selection: Selection;
  readonly mistakes: readonly Mistake[];
} {
  const mistakes: Mistake[] = [];
  const sides = sidesOf(items);
  const chosen = (meaning: Meaning, isLeftOut: boolean): Chosen => {
    const isMeant = (item: Item<unknown>): item is NameItem =>
      item.kind === 'name' && item.meaning === meaning && item.isLeftOut === isLeftOut;
    const named = sides?.of === meaning && !isLeftOut ? sides.each.flat() : items.filter(isMeant);
    const all = asChosen(named);
    if (all.ids.length > MAX_CHOSEN) {
      mistakes.push({
        sentence: (t) => parseWords(t).names.tooMany(meaning, MAX_CHOSEN),
        tokens: named.flatMap(({ tokens }) => tokens),
        instead: [],
      });
    }
    return all;
  };
  const selection = {
    product: chosen('product', false),
    store: chosen('store', false),
    without: { product: chosen('product', true), store: chosen('store', true) },
    ...(sides === undefined ? {} : { sides: { of: sides.of, each: sides.each.map(asChosen) } }),
  };
  return { selection, mistakes };
}

/**
 * The sides of "oslo vs bergen" or "gin vs vodka vs rum"; undefined where other words stand between them. Within a side,
 * names of one product or store come before names of several, as in a written command.
 */
function sidesOf(
  said: readonly Item<unknown>[],
): { readonly of: Meaning; readonly each: NameItem[][] } | undefined {
  const of = meaningBeside(said);
  if (of === undefined) return undefined;
  const items = withoutPeriodBefore(said);
  const isNamed = (item: Item<unknown>): item is NameItem =>
    item.kind === 'name' && item.meaning === of && !item.isLeftOut;
  const sides: NameItem[][] = [[]];
  for (const item of items.slice(items.findIndex(isNamed), items.findLastIndex(isNamed) + 1)) {
    if (isNamed(item)) sides.at(-1)?.push(item);
    else if (item.kind === 'beside') sides.push([]);
    else return undefined;
  }
  if (sides.some((side) => side.length === 0)) return undefined;
  return { of, each: sides.map((side) => side.toSorted((a, b) => Number(isOne(b)) - Number(isOne(a)))) };
}
