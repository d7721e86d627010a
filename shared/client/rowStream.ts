/**
 * The rows of one read. Iterating gives batches, which is the fast way; `rows()` and `toArray()` are conveniences.
 * Nothing is asked before the first batch is; each iteration is a read of its own.
 */
export class RowStream<Row> implements AsyncIterable<readonly Row[]> {
  readonly #read: () => AsyncGenerator<readonly Row[], void, undefined>;

  constructor(read: () => AsyncGenerator<readonly Row[], void, undefined>) {
    this.#read = read;
  }

  [Symbol.asyncIterator](): AsyncGenerator<readonly Row[], void, undefined> {
    return this.#read();
  }

  /** One row at a time. */
  async *rows(): AsyncGenerator<Row, void, undefined> {
    for await (const batch of this) yield* batch;
  }

  /** All rows in memory. */
  async toArray(): Promise<Row[]> {
    const all: Row[] = [];
    for await (const batch of this) for (const row of batch) all.push(row);
    return all;
  }
}
