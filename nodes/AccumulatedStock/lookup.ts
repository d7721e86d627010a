import type { ProductStock, RetailDataOperations } from 'retail-data-client/portable';
import { Answers } from '../service/answers.ts';
import { type BeginRead, type ProductFilter, ProductGroup } from './productGroup.ts';

/** What an input item asks for. */
export interface StockQuestion {
  readonly filter: ProductFilter;
  /** Only these products; every product when there are none. */
  readonly productIds: readonly number[];
  /** Products at most; all when undefined. */
  readonly limit: number | undefined;
}

/**
 * Reads each distinct question once per execution, however many input items have it: calls are few. A refusal is an
 * answer too. Products that items name are read together where that costs fewer calls.
 */
export class StockLookup {
  readonly #lists = new Answers<ProductStock>();
  readonly #groups = new Map<string, ProductGroup>();

  /** Notes what an item will ask for; all are noted before the first is read. */
  announce({ filter, productIds }: StockQuestion): void {
    for (const productId of productIds) this.#groupOf(filter).announce(productId);
  }

  /** The stock that a question is about, in the order of its product ids. */
  async products(
    client: RetailDataOperations,
    question: StockQuestion,
    begin: BeginRead,
  ): Promise<ProductStock[]> {
    const { filter, productIds, limit } = question;
    if (productIds.length === 0) {
      const read = () => client.accumulatedStock(filter, begin()).toArray();
      return this.#lists.to([filter.changedSince, filter.includeZeroStock, limit], read);
    }
    const group = this.#groupOf(filter);
    const products: ProductStock[] = [];
    for (const productId of productIds) {
      for (const product of await group.products(client, productId, begin)) products.push(product);
    }
    return products;
  }

  /** Which way products were read that were asked for by their ids, where there was a choice. */
  inWords(): string[] {
    return [...this.#groups.values()].map((group) => group.inWords()).filter((way) => way !== undefined);
  }

  #groupOf(filter: ProductFilter): ProductGroup {
    const key = JSON.stringify([filter.changedSince, filter.includeZeroStock]);
    const group = this.#groups.get(key) ?? new ProductGroup(filter);
    this.#groups.set(key, group);
    return group;
  }
}
