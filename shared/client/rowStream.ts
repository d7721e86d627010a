/**
 * The rows of one read. Iterating gives batches, which is the fast way; `rows()` and `toArray()` are conveniences.
 * Nothing is asked before the first batch is; each iteration is a read of its own.
 */
export class RowStream<Row extends object> implements AsyncIterable<readonly Row[]> {
  readonly #read: () => AsyncGenerator<readonly Row[], void, undefined>;

  constructor(read: () => AsyncGenerator<readonly Row[], void, undefined>) {
    this.#read = read;
  }

  [Symbol.asyncIterator](): AsyncGenerator<readonly Row[], void, undefined> {
    return this.#read();
  }

  /** One row at a time. */
  rows(): AsyncIterableIterator<Row, void, undefined> {
    return new RowIterator(this.#read());
  }

  /** All rows in memory. */
  async toArray(): Promise<Row[]> {
    const all: Row[] = [];
    for await (const batch of this) for (const row of batch) all.push(row);
    return all;
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
