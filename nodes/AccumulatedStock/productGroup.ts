import { deepCopy } from 'n8n-workflow';
import {
  type AccumulatedStockFilter,
  type ProductStock,
  RateLimitError,
  type ReadOptions,
  type RetailDataOperations,
} from 'retail-data-client/portable';
import { Answers } from '../service/answers.ts';
import { inCalls } from './callUsage.ts';

export type ProductFilter = Omit<AccumulatedStockFilter, 'productId'>;

/** The options of one read; each read has its own, since its calls are counted. */
export type BeginRead = () => ReadOptions;

/**
 * Products that are asked for by their ids under one filter. Several are looked for in the list first, which takes one
 * or two calls; where it takes as many as there are products, those still missing are asked for one by one.
 */
export class ProductGroup {
  readonly #filter: ProductFilter;
  readonly #wanted = new Set<number>();
  readonly #found = new Map<number, ProductStock[]>();
  readonly #single = new Answers<ProductStock>();
  #list: Promise<void> | undefined;
  /** How the read of the list ended: at its end, or before it, and then why. */
  #listEnd: { readonly isWhole: boolean; readonly inWords: string } | undefined;
  #listCalls = 0;

  constructor(filter: ProductFilter) {
    this.#filter = filter;
  }

  announce(productId: number): void {
    this.#wanted.add(productId);
  }

  async products(client: RetailDataOperations, productId: number, begin: BeginRead): Promise<ProductStock[]> {
    if (this.#wanted.size > 1) {
      this.#list ??= this.#readList(client, begin());
      await this.#list;
    }
    const found = this.#found.get(productId);
    if (found !== undefined || this.#listEnd?.isWhole === true) return deepCopy(found ?? []);
    const filter = { ...this.#filter, productId };
    // With a limit of one no call is spent on looking for a second row, which a product does not have.
    const readOne = () => client.accumulatedStock(filter, { ...begin(), limit: 1 }).toArray();
    return this.#single.to([productId], readOne);
  }

  /** Which way was taken, where there was a choice. */
  inWords(): string | undefined {
    return this.#listEnd?.inWords;
  }

  async #readList(client: RetailDataOperations, read: ReadOptions): Promise<void> {
    const stream = client.accumulatedStock(this.#filter, {
      ...read,
      limit: undefined,
      onProgress: (made) => {
        this.#listCalls = made.pages;
        read.onProgress?.(made);
      },
    });
    let failure: unknown;
    try {
      for await (const batch of stream.batches()) {
        for (const product of batch) this.#keep(product);
        if (this.#missing() === 0) break;
        if (this.#listCalls >= this.#wanted.size)
          throw new ListIsDearer('the list has more pages than there are products to ask for');
      }
    } catch (error) {
      failure = error;
    }
    if (failure !== undefined && !(failure instanceof ListIsDearer || failure instanceof RateLimitError)) {
      throw failure;
    }
    const count = this.#wanted.size;
    this.#listEnd =
      failure === undefined
        ? {
            isWhole: true,
            inWords: `${count} products were looked up in the list of all products, in ${inCalls(this.#listCalls)}; one by one they would have needed ${count}.`,
          }
        : {
            isWhole: false,
            inWords: `${this.#missing()} of ${count} products were asked for one by one: ${failure.message.replace(/\.$/, '')}.`,
          };
  }

  #keep(product: ProductStock): void {
    const productId = Number(product.productId);
    if (!this.#wanted.has(productId)) return;
    this.#found.set(productId, [...(this.#found.get(productId) ?? []), product]);
  }

  #missing(): number {
    return this.#wanted.size - this.#found.size;
  }
}

/** Ends the read of the list from inside; what was found in it so far is kept. */
class ListIsDearer extends Error {}
