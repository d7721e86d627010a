import type { Store } from 'retail-data-client/operations/stores';
import { buildNameIndex, type Entry, type NameIndex } from '../parse/nameIndex.ts';
import type { Names } from '../parse/nameLookup.ts';
import { labelOf } from '../text/label.ts';

/** The names of all stores, in memory; searches match words of a store's name and city. */
export interface StoreNames extends Names {
  /** "143 Ålesund Sentrum", or only the number for a store without a name. Unescaped foreign text: see `labelOf`. */
  label(id: string, most?: number): string;
  /** For pickers; see `NameIndex.find`. */
  find(typed: string, most: number): readonly Entry[];
  /** Replaces the stores; does nothing if `stores` is the same array as before. */
  take(stores: readonly Store[]): Promise<void>;
}

/** Has no names until `take` is called, for example with `StoreDirectory.all()`. */
export async function createStoreNames(): Promise<StoreNames> {
  let current: readonly Store[] | undefined;
  let index: NameIndex<Entry> = await buildNameIndex<Entry>([]);
  return {
    nameOf: (id) => index.nameOf(id),
    called: (words, most) => index.called(words, most),
    named: (words, most, search) => index.named(words, most, search),
    like: (words, most, search) => index.like(words, most, search),
    label: (id, most) => labelOf(id, index.nameOf(id), most),
    find: (typed, most) => index.find(typed, most),
    async take(stores) {
      if (stores === current) return;
      const built = await buildNameIndex(
        stores.map(({ storeId, storeName, address }) => ({
          id: storeId,
          name: oneLine(storeName),
          also: address.city ?? '',
        })),
      );
      current = stores;
      index = built;
    },
  };
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
