import { deepCopy } from 'n8n-workflow';
import type {
  AccumulatedStockFilter,
  ProductStock,
  RetailDataClient,
  StockReadOptions,
} from 'retail-data-client/portable';

export type ProductFilter = Omit<AccumulatedStockFilter, 'productId'>;

/** The options of one read; each read has its own, since its calls are counted. */
export type BeginRead = () => StockReadOptions;

/**
 * Products that are asked for by their ids under one filter. Several are looked for in the list first; after each of its
 * calls the rest of it is compared with one call for each product that is still missing, and the cheaper way is taken.
 */
export class ProductGroup {
  readonly #filter: ProductFilter;
  readonly #wanted = new Set<number>();
  readonly #found = new Map<number, ProductStock[]>();
  readonly #single = new Map<number, Promise<ProductStock[]>>();
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

  async products(client: RetailDataClient, productId: number, begin: BeginRead): Promise<ProductStock[]> {
    if (this.#wanted.size > 1) {
      this.#list ??= this.#readList(client, begin());
      await this.#list;
    }
    const found = this.#found.get(productId);
    if (found !== undefined || this.#listEnd?.isWhole === true) return deepCopy(found ?? []);
    const filter = { ...this.#filter, productId };
    const single = this.#single.get(productId) ?? readOne(client, filter, begin());
    this.#single.set(productId, single);
    return deepCopy(await single);
  }

  /** Which way was taken, where there was a choice. */
  inWords(): string | undefined {
    return this.#listEnd?.inWords;
  }

  async #readList(client: RetailDataClient, read: StockReadOptions): Promise<void> {
    const stream = client.accumulatedStock(this.#filter, {
      ...read,
      limit: undefined,
      onProgress: (made) => {
        const { pages, callsNeeded = 0 } = made;
        this.#listCalls = pages;
        const isDearer = callsNeeded > 0 && callsNeeded >= this.#missing();
        read.onProgress?.(isDearer ? { ...made, callsNeeded: 0 } : made);
        if (isDearer)
          throw new ListIsDearer(`the rest of the list would have needed ${inCalls(callsNeeded)}`);
      },
    });
    let failure: unknown;
    try {
      for await (const batch of stream.batches()) {
        for (const product of batch) this.#keep(product);
        if (this.#missing() === 0) break;
        // Without a total nobody knows how long the list is; it may cost as much again as the products would.
        if (this.#listCalls >= this.#wanted.size)
          throw new ListIsDearer('the list has more pages than there are products to ask for');
      }
    } catch (error) {
      failure = error;
    }
    if (failure !== undefined && !(failure instanceof ListIsDearer)) throw failure;
    const count = this.#wanted.size;
    this.#listEnd =
      failure === undefined
        ? {
            isWhole: true,
            inWords: `${count} products were read from the list in ${inCalls(this.#listCalls)}; one by one they would have needed ${count}.`,
          }
        : {
            isWhole: false,
            inWords: `${this.#missing()} of ${count} products were asked for one by one: ${failure.message}.`,
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

/** With a limit of one no call is spent on looking for a second row, which a product does not have. */
function readOne(
  client: RetailDataClient,
  filter: AccumulatedStockFilter,
  read: StockReadOptions,
): Promise<ProductStock[]> {
  return client.accumulatedStock(filter, { ...read, limit: 1 }).toArray();
}

/** Ends the read of the list from inside; what was found in it so far is kept. */
class ListIsDearer extends Error {}

function inCalls(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}
