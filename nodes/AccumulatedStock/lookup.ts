import { deepCopy } from 'n8n-workflow';
import type { ProductStock, RetailDataOperations } from 'retail-data-client/portable';
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
  readonly #lists = new Map<string, Promise<ProductStock[]>>();
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
    if (question.productIds.length === 0) return this.#listOf(client, question, begin);
    const group = this.#groupOf(question.filter);
    const products: ProductStock[] = [];
    for (const productId of question.productIds) {
      for (const product of await group.products(client, productId, begin)) products.push(product);
    }
    return products;
  }

  /** Which way products were read that were asked for by their ids, where there was a choice. */
  inWords(): string[] {
    return [...this.#groups.values()].map((group) => group.inWords()).filter((way) => way !== undefined);
  }

  /** The first item is given what was read, the others copies: later nodes may change what they are given. */
  async #listOf(
    client: RetailDataOperations,
    { filter, limit }: StockQuestion,
    begin: BeginRead,
  ): Promise<ProductStock[]> {
    const key = JSON.stringify([filter.changedSince, filter.includeZeroStock, limit]);
    const answered = this.#lists.get(key);
    if (answered !== undefined) return deepCopy(await answered);
    const answer = client.accumulatedStock(filter, begin()).toArray();
    this.#lists.set(key, answer);
    return answer;
  }

  #groupOf(filter: ProductFilter): ProductGroup {
    const key = JSON.stringify([filter.changedSince, filter.includeZeroStock]);
    const group = this.#groups.get(key) ?? new ProductGroup(filter);
    this.#groups.set(key, group);
    return group;
  }
}
