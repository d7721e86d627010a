import { asNamed, isOne, MEANINGS, type Meaning } from '../../parse/names.ts';
import { MAX_CHOSEN } from '../../parse/narrowing.ts';
import { parseWords } from '../../parse/words/words.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { Group } from '../groupings.ts';
import type { Narrowing, Sides } from '../question.ts';
import type { Item } from './items.ts';
import type { Problem } from './problems.ts';
import type { SalesWords } from './wordReader.ts';

/** The products and stores of a question, those it leaves out, and its sides. */
export function narrowedBy(items: readonly Item[]) {
  const problems: Problem[] = [];
  const sides = sidesIn(items);
  const chosenOf = (isLeftOut: boolean): Narrowing => {
    const named = items.filter((item) => item.kind === 'name').filter((item) => item.isLeftOut === isLeftOut);
    const chosen = MEANINGS.map((meaning) => {
      const ofMeaning =
        sides?.of === meaning && !isLeftOut
          ? sides.each.flat()
          : named.filter((item) => item.meaning === meaning);
      const found = asNamed(ofMeaning);
      if (found.ids.length > MAX_CHOSEN) {
        problems.push({
          sentence: (t) => parseWords(t).names.tooMany(meaning, MAX_CHOSEN),
          tokens: ofMeaning.flatMap(({ tokens }) => tokens),
          instead: [],
        });
      }
      return { meaning, ...found };
    });
    const idsOf = (wanted: Meaning) => chosen.find(({ meaning }) => meaning === wanted)?.ids ?? [];
    const names = chosen.flatMap((each) => each.names);
    return {
      productIds: idsOf('product'),
      storeIds: idsOf('store'),
      ...(names.length === 0 ? {} : { names }),
    };
  };
  const without = chosenOf(true);
  const isAnyLeftOut = without.productIds.length + without.storeIds.length + (without.names?.length ?? 0) > 0;
  return {
    ...chosenOf(false),
    ...(isAnyLeftOut ? { without } : {}),
    sides: sides && { of: sides.of, each: sides.each.map(asNamed) },
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
export function defaultGroup(
  { items }: SalesWords,
  { productIds, storeIds, names = [] }: Narrowing,
  days: DayRange,
): Group {
  const compared = meaningNextTo(items);
  if (compared !== undefined) return compared;
  const isMany = (wanted: Meaning) => names.some(({ meaning }) => meaning === wanted);
  if (productIds.length > 1 || isMany('product')) return 'product';
  if (storeIds.length > 1 || isMany('store')) return 'store';
  if (productIds.length === 0) return 'product';
  return storeIds.length === 1 && days.from !== days.to ? 'day' : 'store';
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
