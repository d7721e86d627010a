import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** More at once would be a statement longer than a database takes. */
const MAX_ITEMS = 500;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does in batches what is asked for one by one: all that came in by the end of a turn is one batch, and what comes during
 * a batch is the next. A commit that waits for the disk then costs a hundred people as much as one. `work` gives a
 * result for each item, in their order; when it fails, all of that batch do.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  const drain = async () => {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      await yieldToEventLoop();
      const batch = waiting.splice(0, MAX_ITEMS);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const result = results[at];
          if (result === undefined) reject(new RangeError('A batch gave fewer results than it had items.'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWorking = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void drain();
    });
}
