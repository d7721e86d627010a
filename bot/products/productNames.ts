import { buildNameIndex, comparable, type NameIndex } from '../parse/nameIndex.ts';
import type { Names, ProductGroup, ProductGroups } from '../parse/nameLookup.ts';
import { labelOf } from '../text/label.ts';
import { idKey } from '../text/numbers.ts';
import type { Product } from './readList.ts';

/**
 * The product list in memory: every answer is there at once, and is of the newest list. Numbers are found with and
 * without leading zeros. Names are foreign text on one line; nothing in them is escaped.
 */
export interface ProductNames extends Names, ProductGroups {
  /**
   * The one way to write a product for a person: "1101 Pale Ale", or the number alone when it has no name. The number
   * stays as it was given and whole, the name is cut so that all has `most` characters at most (80 when not set; a label
   * in a chart takes 20). As it is for raw_text and plain_text, through `escapeMrkdwn` for mrkdwn.
   */
  label(id: string, most?: number): string;
  /** For pickers and what is half typed: numbers are completed, words searched, the nearest spelling comes last. */
  find(typed: string, most: number): readonly Product[];
  /** The group of a product as the list writes it; undefined for a product without one. */
  groupOf(id: string): string | undefined;
  /** All products of the list, in the order of their numbers. */
  ids(): readonly string[];
}

/** Norwegian, where å comes last; other alphabets stay in their own order. */
const ALPHABET = new Intl.Collator('nb');

/** A list made ready to be searched. */
export interface IndexedList {
  /** Groups by their names without upper case and accents. */
  readonly byKey: ReadonlyMap<string, { readonly name: string; readonly ids: readonly string[] }>;
  readonly groupOf: ReadonlyMap<number | string, string>;
  readonly groups: readonly ProductGroup[];
  readonly ids: readonly string[];
  readonly index: NameIndex<Product>;
}

/** The products are in the order of their numbers. @throws TooManyWordsError */
export async function indexList(products: readonly Product[]): Promise<IndexedList> {
  const byKey = new Map<string, { readonly name: string; readonly ids: string[] }>();
  for (const { id, group } of products) {
    if (group === '') continue;
    const known = byKey.get(comparable(group));
    if (known === undefined) byKey.set(comparable(group), { name: group, ids: [id] });
    else known.ids.push(id);
  }
  return {
    byKey,
    groupOf: new Map(
      [...byKey.values()].flatMap(({ name, ids }) => ids.map((id) => [idKey(id), name] as const)),
    ),
    groups: [...byKey.values()]
      .map(({ name, ids }) => ({ name, products: ids.length }))
      .sort((one, other) => ALPHABET.compare(one.name, other.name)),
    ids: products.map(({ id }) => id),
    index: await buildNameIndex(products),
  };
}

/** The names of a list, until `take` is given a newer one. @throws TooManyWordsError */
export async function createProductNames(
  products: readonly Product[] = [],
): Promise<ProductNames & { take(newer: IndexedList): void }> {
  let list = await indexList(products);
  return {
    nameOf: (id) => list.index.nameOf(id),
    named: (words, most, search) => list.index.named(words, most, search),
    like: (words, most, search) => list.index.like(words, most, search),
    find: (typed, most) => list.index.find(typed, most),
    label: (id, most) => labelOf(id, list.index.nameOf(id), most),
    idsOfGroup: (group) => list.byKey.get(comparable(group))?.ids ?? [],
    groupNamed: (words) => list.byKey.get(comparable(words))?.name,
    groupOf: (id) => list.groupOf.get(idKey(id)),
    groups: () => list.groups,
    ids: () => list.ids,
    take(newer) {
      list = newer;
    },
  };
}

/**
 * Products that are one's own: those in one's own sales of the last 90 days (`SalesReader.ownProducts`), and those of the
 * product list. Each stands once, as the sales write it; those that only the list has come after.
 */
export function ownIds(sold: readonly string[], list: Pick<ProductNames, 'ids'>): readonly string[] {
  const byNumber = new Map<number | string, string>();
  for (const id of [...sold, ...list.ids()]) {
    const key = idKey(id);
    if (!byNumber.has(key)) byNumber.set(key, id);
  }
  return [...byNumber.values()];
}
