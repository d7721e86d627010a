import { emptyTally } from '../tally.ts';
import type { Reader, ReaderOptions } from './reader.ts';
import { createClient } from './retailDataClient.ts';

/** Accumulated stock, every product checked, in batches. */
export function openReader(options: ReaderOptions): Reader {
  const client = createClient(options);
  return {
    async warmUp() {
      await client.accumulatedStock({ productId: 1 }).toArray();
    },
    async read() {
      const tally = emptyTally();
      for await (const batch of client.accumulatedStock().batches()) {
        for (const { stock } of batch) {
          tally.rows += 1;
          tally.quantity += stock;
        }
      }
      return tally;
    },
  };
}
