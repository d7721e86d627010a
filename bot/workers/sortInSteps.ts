/** How many items are sorted or merged between two pauses, which takes a few milliseconds. */
const AT_ONCE = 10_000;

/** Sorts like `toSorted`, but in steps, so that other work can run in between. */
export async function sortInSteps<Item>(
  items: readonly Item[],
  pause: () => Promise<void>,
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    runs.push(items.slice(at, at + AT_ONCE).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], pause, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** The default order of `sort` for strings. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

async function merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  pause: () => Promise<void>,
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [first, second] = [0, 0];
  while (first < one.length || second < other.length) {
    const [a, b] = [one[first], other[second]];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      first += 1;
    } else {
      merged.push(b);
      second += 1;
    }
    if (merged.length % AT_ONCE === 0) await pause();
  }
  return merged;
}
