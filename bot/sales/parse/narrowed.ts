import { asChosen, isOne } from '../../parse/names.ts';
import {
  type Chosen,
  isNone,
  MAX_CHOSEN,
  type Meaning,
  type Selection,
  type Sides,
} from '../../parse/selection.ts';
import { parseWords } from '../../parse/words/words.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { Group } from '../groupings.ts';
import type { Item } from './items.ts';
import type { Problem } from './problems.ts';

/** What is asked about, with its sides; problems where more is listed than a question takes. */
export function selectionIn(items: readonly Item[]): {
  readonly selection: Selection;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const sides = sidesIn(items);
  const chosenOf = (meaning: Meaning, isLeftOut: boolean): Chosen => {
    const named =
      sides?.of === meaning && !isLeftOut
        ? sides.each.flat()
        : items
            .filter((item) => item.kind === 'name')
            .filter((item) => item.meaning === meaning && item.isLeftOut === isLeftOut);
    const chosen = asChosen(named);
    if (chosen.ids.length > MAX_CHOSEN) {
      problems.push({
        sentence: (t) => parseWords(t).names.tooMany(meaning, MAX_CHOSEN),
        tokens: named.flatMap(({ tokens }) => tokens),
        instead: [],
      });
    }
    return chosen;
  };
  return {
    selection: {
      product: chosenOf('product', false),
      store: chosenOf('store', false),
      without: { product: chosenOf('product', true), store: chosenOf('store', true) },
      ...(sides === undefined ? {} : { sides: { of: sides.of, each: sides.each.map(asChosen) } }),
    },
    problems,
  };
}

type NameItem = Extract<Item, { kind: 'name' }>;

interface TypedSides {
  readonly of: Sides['of'];
  /** Within a side, names of one product or store come before names of several, as in a written command. */
  readonly each: readonly (readonly NameItem[])[];
}

/** The sides of "oslo vs bergen" or "gin vs vodka vs rum"; undefined where other words stand between them. */
function sidesIn(items: readonly Item[]): TypedSides | undefined {
  const of = meaningNextTo(items);
  if (of === undefined) return undefined;
  const isNamed = (item: Item): item is NameItem =>
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

/** Groups by what isn't narrowed to one product or store; by day where both are. */
export function defaultGroup({ product, store }: Selection, days: DayRange): Group {
  const isMany = ({ ids, names }: Chosen) => ids.length > 1 || names.length > 0;
  if (isMany(product)) return 'product';
  if (isMany(store)) return 'store';
  if (isNone(product)) return 'product';
  return !isNone(store) && days.from !== days.to ? 'day' : 'store';
}

/** Whether "oslo vs bergen" compares products or stores; undefined where no two names of a kind are compared. */
export function meaningNextTo(items: readonly Item[]): 'product' | 'store' | undefined {
  for (const [at, item] of items.entries()) {
    const [before, after] = [items[at - 1], items[at + 1]];
    if (item.kind !== 'beside' || before?.kind !== 'name' || after?.kind !== 'name') continue;
    if (before.isLeftOut || after.isLeftOut) continue;
    if (before.meaning === after.meaning) return before.meaning;
  }
  return undefined;
}
