import type { Store } from 'retail-data-client/operations/stores';
import { buildNameIndex, type Entry, type NameIndex } from '../parse/nameIndex.ts';
import type { Names } from '../parse/nameLookup.ts';
import { labelOf } from '../text/label.ts';

/** The names of all stores, in memory; a store is found by the words of its name and its city. */
export interface StoreNames extends Names {
  /** "143 Ålesund Sentrum", or the number alone while it has no name. Plain text of foreign origin: see `labelOf`. */
  label(id: string, most?: number): string;
  /** For pickers; see `NameIndex.find`. */
  find(typed: string, most: number): readonly Entry[];
  /** Takes in the stores as they are now; nothing is done when they are the list that is held. */
  take(stores: readonly Store[]): Promise<void>;
}

/** No names until `take` has had a list, such as that of `StoreDirectory.all()`. */
export async function createStoreNames(): Promise<StoreNames> {
  let taken: readonly Store[] | undefined;
  let index: NameIndex<Entry> = await buildNameIndex<Entry>([]);
  return {
    nameOf: (id) => index.nameOf(id),
    named: (words, most, search) => index.named(words, most, search),
    like: (words, most, search) => index.like(words, most, search),
    label: (id, most) => labelOf(id, index.nameOf(id), most),
    find: (typed, most) => index.find(typed, most),
    async take(stores) {
      if (stores === taken) return;
      const built = await buildNameIndex(
        stores.map(({ storeId, storeName, address }) => ({
          id: storeId,
          name: oneLine(storeName),
          also: address.city,
        })),
      );
      taken = stores;
      index = built;
    },
  };
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
