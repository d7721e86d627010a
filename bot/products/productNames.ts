import { numberOf } from '../text/idNumbers.ts';
import { fold } from '../text/normalize.ts';
import { labelOf } from './label.ts';
import { buildNameIndex, type NameIndex } from './nameIndex.ts';
import type { Names } from './names.ts';
import type { Product } from './readList.ts';

/**
 * The product list in memory: every answer is there at once, and is of the newest list. Numbers are found with and
 * without leading zeros. Names are foreign text on one line; nothing in them is escaped.
 */
export interface ProductNames extends Names {
  /**
   * The one way to write a product for a person: "1101 Pale Ale", or the number alone when it has no name. The number
   * stays as it was given and whole, the name is cut so that all has `most` characters at most (80 when not set; a label
   * in a chart takes 20). As it is for raw_text and plain_text, through `escapeMrkdwn` for mrkdwn.
   */
  label(id: string, most?: number): string;
  /** For pickers and what is half typed: numbers are completed, words searched, the nearest spelling comes last. */
  find(typed: string, most: number): readonly Product[];
  /** The products of a group, in the order of their numbers; upper case and accents do not count. Empty for none such. */
  idsOfGroup(group: string): readonly string[];
  /** In the order of the alphabet. */
  groups(): readonly ProductGroup[];
  /** All products of the list, in the order of their numbers. */
  ids(): readonly string[];
  /** How many products the list has; 0 while there is none. */
  readonly size: number;
}

export interface ProductGroup {
  readonly name: string;
  readonly products: number;
}

/** Names that can be exchanged for those of a newer list while everybody holds on to them. */
export interface ExchangeableNames extends ProductNames {
  /** Takes the products of a list, in the order of their numbers. */
  take(products: readonly Product[]): Promise<void>;
}

interface Held {
  readonly index: NameIndex<Product>;
  readonly ids: readonly string[];
  readonly groups: ReadonlyMap<string, { readonly name: string; readonly ids: readonly string[] }>;
}

export async function createProductNames(products: readonly Product[] = []): Promise<ExchangeableNames> {
  let held = await hold(products);
  return {
    nameOf: (id) => held.index.nameOf(id),
    named: (words, most) => held.index.named(words, most),
    like: (words, most) => held.index.like(words, most),
    label: (id, most) => labelOf(id, held.index.nameOf(id), most),
    find: (typed, most) => held.index.find(typed, most),
    idsOfGroup: (group) => held.groups.get(groupKey(group))?.ids ?? [],
    groups: () =>
      [...held.groups.values()]
        .map(({ name, ids }) => ({ name, products: ids.length }))
        .sort((one, other) => ALPHABET.compare(one.name, other.name)),
    ids: () => held.ids,
    get size() {
      return held.ids.length;
    },
    async take(newer) {
      held = await hold(newer);
    },
  };
}

/** Norwegian, where å comes last; other alphabets stay in their own order. */
const ALPHABET = new Intl.Collator('nb');

async function hold(products: readonly Product[]): Promise<Held> {
  const groups = new Map<string, { readonly name: string; readonly ids: string[] }>();
  for (const { id, group } of products) {
    if (group === '') continue;
    const known = groups.get(groupKey(group));
    if (known === undefined) groups.set(groupKey(group), { name: group, ids: [id] });
    else known.ids.push(id);
  }
  return { index: await buildNameIndex(products), ids: products.map(({ id }) => id), groups };
}

function groupKey(group: string): string {
  return fold(group).replace(/\s+/g, ' ').trim();
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
