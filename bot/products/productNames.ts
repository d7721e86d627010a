import { buildNameIndex, comparable, type NameIndex } from '../parse/nameIndex.ts';
import type { Names, ProductGroup, ProductGroups } from '../parse/nameLookup.ts';
import { labelOf } from '../text/label.ts';
import { idKey } from '../text/numbers.ts';
import type { Product } from './collectProducts.ts';

/**
 * The current product list, in memory. Leading zeros of numbers don't matter. Names are unescaped foreign text on one
 * line.
 */
export interface ProductNames extends Names, ProductGroups {
  /**
   * A product as shown to people: "1101 Pale Ale", or only the number when it has no name. The number stays as given; the
   * name is cut so that the label has at most `most` characters (80 by default; a label in a chart takes 20). Unescaped:
   * ready for raw_text and plain_text, to be passed through `escapeMrkdwn` for mrkdwn.
   */
  label(id: string, most?: number): string;
  /** For pickers and incomplete words: completes numbers, searches words, and puts near spellings last. */
  find(typed: string, most: number): readonly Product[];
  /** The product's group as written in the list; undefined for a product without one. */
  groupOf(id: string): string | undefined;
  /** All products of the list, by number. */
  ids(): readonly string[];
}

/** Sorts as in Norwegian, where å comes last. */
const ALPHABET = new Intl.Collator('nb');

/** A list, prepared for searches. */
export interface IndexedList {
  /** Groups by `comparable` name. */
  readonly byKey: ReadonlyMap<string, { readonly name: string; readonly ids: readonly string[] }>;
  readonly groupOf: ReadonlyMap<number | string, string>;
  readonly groups: readonly ProductGroup[];
  readonly ids: readonly string[];
  readonly index: NameIndex<Product>;
}

/** `products` must be sorted by number. @throws TooManyWordsError */
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

/** `take` replaces the list. @throws TooManyWordsError */
export async function createProductNames(
  products: readonly Product[] = [],
): Promise<ProductNames & { take(newer: IndexedList): void }> {
  let list = await indexList(products);
  return {
    nameOf: (id) => list.index.nameOf(id),
    called: (words, most) => list.index.called(words, most),
    named: (words, most, search) => list.index.named(words, most, search),
    like: (words, most, search) => list.index.like(words, most, search),
    find: (typed, most) => list.index.find(typed, most),
    label: (id, most) => labelOf(id, list.index.nameOf(id), most),
    idsOfGroup: (group) => list.byKey.get(comparable(group))?.ids ?? [],
    groupNamed: (words) => list.byKey.get(comparable(words))?.name,
    groupOf: (id) => list.groupOf.get(idKey(id)),
    comparableGroups: () => [...list.byKey.keys()],
    groups: () => list.groups,
    ids: () => list.ids,
    take(newer) {
      list = newer;
    },
  };
}

/**
 * The supplier's own products: those sold in the last 90 days (`SalesReader.ownProducts`), then others of the product
 * list. Each is listed once, with the id that the sales have.
 */
export function ownIds(sold: readonly string[], list: Pick<ProductNames, 'ids'>): readonly string[] {
  const byNumber = new Map<number | string, string>();
  for (const id of [...sold, ...list.ids()]) {
    const key = idKey(id);
    if (!byNumber.has(key)) byNumber.set(key, id);
  }
  return [...byNumber.values()];
}
