import type { ProductGroups } from '../parser/nameLookup.ts';
import { numberOf } from '../text/idNumbers.ts';
import { labelOf } from './label.ts';
import { buildNameIndex, comparable } from './nameIndex.ts';
import type { Names } from './names.ts';
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

/** Names that can be exchanged for those of a newer list while everybody holds on to them. */
export interface ExchangeableNames extends ProductNames {
  take(newer: ProductNames): void;
}

/** Names that are those of `names` until `take` is given newer ones. */
export function exchangeable(names: ProductNames): ExchangeableNames {
  let current = names;
  return {
    nameOf: (id) => current.nameOf(id),
    named: (words, most, search) => current.named(words, most, search),
    like: (words, most, search) => current.like(words, most, search),
    label: (id, most) => current.label(id, most),
    find: (typed, most) => current.find(typed, most),
    idsOfGroup: (group) => current.idsOfGroup(group),
    groupNamed: (words) => current.groupNamed(words),
    groupOf: (id) => current.groupOf(id),
    groups: () => current.groups(),
    ids: () => current.ids(),
    take(newer) {
      current = newer;
    },
  };
}

/** Norwegian, where å comes last; other alphabets stay in their own order. */
const ALPHABET = new Intl.Collator('nb');

/** The names of a list whose products are in the order of their numbers. @throws TooManyWordsError */
export async function createProductNames(products: readonly Product[] = []): Promise<ProductNames> {
  const byKey = new Map<string, { readonly name: string; readonly ids: string[] }>();
  for (const { id, group } of products) {
    if (group === '') continue;
    const known = byKey.get(comparable(group));
    if (known === undefined) byKey.set(comparable(group), { name: group, ids: [id] });
    else known.ids.push(id);
  }
  const byProduct = new Map(
    [...byKey.values()].flatMap(({ name, ids }) => ids.map((id) => [numberOf(id) ?? id, name] as const)),
  );
  const groups = [...byKey.values()]
    .map(({ name, ids }) => ({ name, products: ids.length }))
    .sort((one, other) => ALPHABET.compare(one.name, other.name));
  const ids = products.map(({ id }) => id);
  const { nameOf, named, like, find } = await buildNameIndex(products);
  return {
    nameOf,
    named,
    like,
    find,
    label: (id, most) => labelOf(id, nameOf(id), most),
    idsOfGroup: (group) => byKey.get(comparable(group))?.ids ?? [],
    groupNamed: (words) => byKey.get(comparable(words))?.name,
    groupOf: (id) => byProduct.get(numberOf(id) ?? id),
    groups: () => groups,
    ids: () => ids,
  };
}

/** Products that are one's own: those in one's own sales of the last 90 days, and those of the product list. */
export interface Mine {
  /** Leading zeros do not count. */
  has(productId: string): boolean;
  /** Each product once, as the sales write it; those that only the list has come after. */
  readonly ids: readonly string[];
}

/** `mine` of every question and digest. `sold` is what `SalesReader.ownProducts` or `ownProductIds` gives. */
export function mineOf(sold: readonly string[], list: Pick<ProductNames, 'ids'>): Mine {
  const byNumber = new Map<number | string, string>();
  for (const id of [...sold, ...list.ids()]) {
    const key = numberOf(id) ?? id;
    if (!byNumber.has(key)) byNumber.set(key, id);
  }
  return {
    has: (productId) => byNumber.has(numberOf(productId) ?? productId),
    ids: [...byNumber.values()],
  };
}
