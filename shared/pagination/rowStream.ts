export interface ReadLimit {
  /** Ends the read after that many rows; no more are asked for. */
  readonly limit?: number | undefined;
}

/**
 * The rows of one read. `for await` gives them one at a time, `batches()` in arrays, which is faster, `toArray()` all at
 * once. Nothing is asked before the first row is; each iteration is a read of its own.
 */
export class RowStream<Row extends object> implements AsyncIterable<Row> {
  readonly #read: (limit: number | undefined) => AsyncGenerator<readonly Row[], void, undefined>;

  /** @param read begins a read that gives at most `limit` rows, or all of them */
  constructor(read: (limit: number | undefined) => AsyncGenerator<readonly Row[], void, undefined>) {
    this.#read = read;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Row, void, undefined> {
    return new RowIterator(this.#read(undefined));
  }

  /** Arrays of rows as they come, of a few thousand each. */
  batches({ limit }: ReadLimit = {}): AsyncGenerator<readonly Row[], void, undefined> {
    const batches = this.#read(limit);
    return limit === undefined ? batches : firstOf(batches, limit);
  }

  /** All rows in memory, or the first `limit` of them. */
  async toArray({ limit }: ReadLimit = {}): Promise<Row[]> {
    let all: Row[] = [];
    for await (const batch of this.batches({ limit })) {
      // Often the only one, and then copied as a whole.
      if (all.length === 0) all = batch.slice();
      else for (const row of batch) all.push(row);
    }
    return all;
  }
}

/** A read that is made for a test may give more than it was asked for. */
async function* firstOf<Row>(
  batches: AsyncGenerator<readonly Row[], void, undefined>,
  limit: number,
): AsyncGenerator<readonly Row[], void, undefined> {
  let left = limit;
  for await (const batch of batches) {
    yield batch.length > left ? batch.slice(0, left) : batch;
    left -= batch.length;
    if (left <= 0) return;
  }
}

/** By hand, since an async generator takes three turns of the microtask queue for each row and this takes one. */
class RowIterator<Row extends object> implements AsyncIterableIterator<Row, void, undefined> {
  readonly #batches: AsyncGenerator<readonly Row[], void, undefined>;
  #batch: readonly Row[] = [];
  #at = 0;
  /** The last call that had to wait for a batch; calls made before it is done come after it. */
  #waiting: Promise<IteratorResult<Row, void>> | undefined;

  constructor(batches: AsyncGenerator<readonly Row[], void, undefined>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Row, void>> {
    if (this.#waiting === undefined) {
      const value = this.#batch[this.#at];
      if (value !== undefined) {
        this.#at += 1;
        return Promise.resolve({ done: false, value });
      }
    }
    return this.#inTurn(() => this.#afterBatch());
  }

  return(): Promise<IteratorResult<Row, void>> {
    return this.#inTurn(async () => {
      this.#batch = [];
      await this.#batches.return();
      return { done: true, value: undefined };
    });
  }

  /** One after another, as the calls of a generator are. */
  #inTurn(step: () => Promise<IteratorResult<Row, void>>): Promise<IteratorResult<Row, void>> {
    const turn = this.#waiting === undefined ? step() : this.#waiting.then(step, step);
    this.#waiting = turn;
    const done = () => {
      if (this.#waiting === turn) this.#waiting = undefined;
    };
    turn.then(done, done);
    return turn;
  }

  async #afterBatch(): Promise<IteratorResult<Row, void>> {
    for (;;) {
      const value = this.#batch[this.#at];
      if (value !== undefined) {
        this.#at += 1;
        return { done: false, value };
      }
      const next = await this.#batches.next();
      if (next.done === true) return { done: true, value: undefined };
      this.#batch = next.value;
      this.#at = 0;
    }
  }
}
