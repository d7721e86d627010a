import type { SalesDay } from 'retail-data-client/operations/dailySales';
import { Totals } from '../totals.ts';
import { NO_ROWS, type Reader, type ReaderOptions } from './reader.ts';
import { createRequests } from './undiciRequest.ts';

/** The whole body parsed at once, nothing checked, and the same sums made of it. */
export function openReader(options: ReaderOptions): Reader {
  const request = createRequests(options);
  return {
    async warmUp() {
      await (await request(NO_ROWS)).body.json();
    },
    async read() {
      const totals = new Totals();
      const days = (await (await request('')).body.json()) as SalesDay[];
      for (const { storeSales } of days) {
        for (const { storeId, sales } of storeSales)
          for (const sale of sales) totals.add({ ...sale, storeId });
      }
      return totals.sum();
    },
  };
}
