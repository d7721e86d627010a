import { addTo, type Entry, emptySum, type Sum, sumAt } from './dayRows.ts';

/** The sums of a day that lie beside its rows, by the short numbers of products and stores. */
export interface SumsOfDay {
  readonly ofDay: Sum;
  readonly ofProduct: Map<number, Sum>;
  readonly ofStore: Map<number, Sum>;
}

export function emptySums(): SumsOfDay {
  return { ofDay: emptySum(), ofProduct: new Map(), ofStore: new Map() };
}

export function addEntry(sums: SumsOfDay, entry: Entry, times: 1 | -1 = 1): void {
  addTo(sums.ofDay, entry, times);
  addTo(sumAt(sums.ofProduct, entry.product), entry, times);
  addTo(sumAt(sums.ofStore, entry.store), entry, times);
}

export function sumsOf(entries: readonly Entry[]): SumsOfDay {
  const sums = emptySums();
  for (const entry of entries) addEntry(sums, entry);
  return sums;
}
