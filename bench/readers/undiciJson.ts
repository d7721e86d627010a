import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { ProductStock } from 'retail-data-client';
import type { SalesDay } from 'retail-data-client/operations/dailySales';
import { emptyTally, type Tally } from '../tally.ts';
import { countDays, NO_ROWS, type Reader, type ReaderOptions } from './reader.ts';
import { createRequests } from './undiciRequest.ts';

/** The whole body parsed at once, nothing checked. undici does not inflate, so gzip is inflated here. */
export function openReader(options: ReaderOptions): Reader {
  const request = createRequests(options);
  const readJson = async (query: string) => {
    const { body, headers } = await request(query);
    if (headers['content-encoding'] !== 'gzip') return body.json();
    return json(body.pipe(createGunzip({ chunkSize: 64 * 1024 })));
  };
  return {
    async warmUp() {
      await readJson(NO_ROWS);
    },
    async read() {
      if (options.stock) return countStock((await readJson('')) as ProductStock[]);
      return countDays((await readJson('')) as SalesDay[]);
    },
  };
}

function countStock(products: readonly ProductStock[]): Tally {
  const tally = emptyTally();
  for (const { stock } of products) {
    tally.rows += 1;
    tally.quantity += stock;
  }
  return tally;
}
