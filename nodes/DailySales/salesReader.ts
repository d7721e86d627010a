import {
  PageDriftError,
  type ReadOptions,
  type RetailDataOperations,
  RowStream,
  type SalesRow,
} from 'retail-data-client/portable';
import type { SalesRequest } from './request.ts';

/** The sales of one request, and what is known of them once they are read. */
export class SalesReader {
  /** Sales of the products that were asked for. */
  found = 0;
  /** The newest sales date that came, whatever the product. */
  newestDay: string | undefined;
  readonly #client: RetailDataOperations;
  readonly #request: SalesRequest;

  constructor(client: RetailDataOperations, request: SalesRequest) {
    this.#client = client;
    this.#request = request;
  }

  /** A read from the start; `limit` counts the sales that are given. */
  sales(options: ReadOptions = this.#request.read): RowStream<SalesRow> {
    return new RowStream(() => this.#read(options));
  }

  async *#read(options: ReadOptions): AsyncGenerator<readonly SalesRow[], void, undefined> {
    this.found = 0;
    this.newestDay = undefined;
    const { filter, productIds } = this.#request;
    if (productIds.length < 2) {
      for await (const batch of this.#client.dailySales(filter, options).batches()) {
        this.#note(batch);
        this.found += batch.length;
        yield batch;
      }
      return;
    }
    const { limit = Number.POSITIVE_INFINITY, ...read } = options;
    const wanted = new Set(productIds);
    for await (const batch of this.#client.dailySales(filter, read).batches()) {
      this.#note(batch);
      const ofProducts = batch
        .filter(({ productId }) => wanted.has(Number(productId)))
        .slice(0, limit - this.found);
      this.found += ofProducts.length;
      if (ofProducts.length > 0) yield ofProducts;
      if (this.found >= limit) return;
    }
  }

  /** Sales come in order of their dates, so the newest of a batch stands at one of its ends. */
  #note(batch: readonly SalesRow[]): void {
    for (const row of [batch[0], batch.at(-1)]) {
      if (row !== undefined && row.salesDate > (this.newestDay ?? '')) this.newestDay = row.salesDate;
    }
  }
}

const MOST_READS = 3;

/**
 * Reads until the sales did not change between two pages: what was read in pieces that do not fit is dropped, since
 * nothing of it has been handed over. `onAgain` is told before each further read.
 */
export async function wholeRead<T>(read: () => Promise<T>, onAgain: () => void): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const [whole] = await Promise.allSettled([read()]);
    if (whole.status === 'fulfilled') return whole.value;
    if (!(whole.reason instanceof PageDriftError) || reads === MOST_READS) throw whole.reason;
    onAgain();
  }
}
