import { Totals } from '../totals.ts';
import type { Reader, ReaderOptions } from './reader.ts';
import { createClient } from './retailDataClient.ts';

/** Every row checked and added up per product and per store; what is compared are the sums over both. */
export function openReader(options: ReaderOptions): Reader {
  const client = createClient(options);
  return {
    async warmUp() {
      await client.dailySales({ productId: 1 }).toArray();
    },
    async read() {
      const totals = new Totals();
      for await (const batch of client.dailySales().batches()) for (const row of batch) totals.add(row);
      return totals.sum();
    },
  };
}
